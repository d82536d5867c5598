/** A CPU in words, for screen readers. */
import { nameOf } from '../../engine/lanes/names';
import { CpuFlag, type FrameView } from '../../engine/wire/frame';
import { NO_TASK, ROLES } from '../../scenario/generated/vocab';
import type { t as translate } from '../../words';

export function speakCpu(t: typeof translate, cpu: number, frame: FrameView, tasks: Uint16Array): string {
  const task = frame.running(cpu);
  const flags = frame.flags(cpu);
  const waiting = frame.waitingOn(cpu);
  let text: string;
  if (task === NO_TASK) {
    const state = flags & CpuFlag.unknown ? 'unknown' : flags & CpuFlag.wasted ? 'wasted' : 'idle';
    text = t(`machine.cpu.${state}`, { cpu });
  } else {
    const role = nameOf(tasks, task) ?? t(`machine.role.${ROLES[tasks[task * 2] ?? 0] ?? 'job'}`);
    text = t('machine.cpu.running', { cpu, role, group: tasks[task * 2 + 1] ?? 0 });
  }
  if (waiting > 0) text = t('machine.cpu.waiting', { cpu: text, n: waiting });
  if (flags & CpuFlag.throttled) text = t('machine.cpu.throttled', { cpu: text });
  if (flags & CpuFlag.overloaded) text = t('machine.cpu.overloaded', { cpu: text });
  return text;
}

/** The CPU on which a task runs or waits, or null. */
export function cpuOf(frame: FrameView, task: number): number | null {
  let waiting = 0;
  for (let cpu = 0; cpu < frame.cpus; cpu += 1) {
    if (frame.running(cpu) === task) return cpu;
    for (const end = waiting + frame.waitingOn(cpu); waiting < end; waiting += 1) {
      if (frame.waitingAt(waiting) === task) return cpu;
    }
  }
  return null;
}
