/** English of kernel terms: distances, causes, roles. The simulator generates that of mechanisms. */
import type { Choice } from '../scenario/generated/mechanisms';
import type { Cause, Distance, Role } from '../scenario/generated/vocab';
import { mechanismsEn } from './generated/mechanisms.en';
import type { Including } from './including';

const words = {
  ...mechanismsEn,
  'machine.cpus': '{name} · {cpus} CPUs',
  'machine.name.icelake-160': 'Ice Lake server',
  'machine.name.sapphire-rapids-224': 'Sapphire Rapids server',
  'machine.name.epyc-vm-2': 'AMD EPYC, virtual',
  'machine.name.classroom-8': 'Classroom',
  'machine.role.sender': 'sender',
  'machine.role.receiver': 'receiver',
  'machine.role.client': 'client',
  'machine.role.server': 'server',
  'machine.role.job': 'job',
  'machine.role.launcher': 'launcher',
  'machine.role.hog': 'hog',
  'machine.role.sleeper': 'sleeper',
  'machine.role.recorded': 'task',

  'grade.yours': 'measured by you',
  'grade.published': 'published',
  'grade.measured': 'measured',
  'grade.fitted': 'fitted',
  'grade.assumed': 'assumed',

  'choice.off': 'off',
  'choice.on': 'on',
  'choice.force': 'force',
  'choice.rfc': 'RFC v2',
  'choice.levels': 'levels',
  'choice.only': 'v6, cluster only',
  'choice.merged': 'v6.7',
  'choice.4-40': '4–40',
  'choice.1-16': '1–16',
  'choice.mainline': 'mainline',
  'choice.relayout': 're-layout',
  'choice.isolated': 'isolated',
  'choice.custom': 'custom',

  'distance.cpu': 'same CPU',
  'distance.smt': 'same core',
  'distance.cluster': 'same cluster',
  'distance.llc': 'same LLC',
  'distance.node': 'other node',
  'distance.socket': 'other socket',

  'cause.wake': 'wake-up',
  'cause.fork': 'fork',
  'cause.exec': 'exec',
  'cause.newidle': 'newidle',
  'cause.periodic': 'periodic',
  'cause.active': 'active',
  'cause.steal': 'steal',
  'cause.node': 'cross-node',

  'kernel.of': 'Kernel {lane}',
  'kernel.same': 'as A',
  'kernel.name': 'by name …',
  'kernel.name.example': '6.8.0-45-generic',
  'changes.open': 'changes',
  'changes.title': 'What changed between two kernels',
  'rules.open': 'rules',
  'rules.title': 'Kernel rules',
  'rules.changed': '{count} rules changed',
  'rules.changed.one': '{rule} {value}',
} as const;

export const kernelEn: Including<
  typeof words,
  `cause.${Cause}` | `distance.${Distance}` | `machine.role.${Role}` | `choice.${Choice}`
> = words;
