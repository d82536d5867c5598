import { expect, test } from 'vitest';
import { CHOICES, CHOSEN_WORKLOADS, KERNELS, MACHINES, PLAIN, WORKLOADS } from '../src/scenario/catalog';
import { completed } from '../src/scenario/document';
import { MECHANISMS } from '../src/scenario/generated/mechanisms';
import type {
  Features,
  KernelId,
  Lane,
  MachineDescription,
  MachineId,
  RunReport,
  Scenario,
} from '../src/scenario/generated/types';
import { withWorkload } from '../src/scenario/groups';
import { acts } from '../src/scenario/needs';
import { isWhole } from './long';
import { randomness, randomScenario } from './random-scenario';
import { Simulation } from './simulator';

function outcome(machine: MachineId, kernel: KernelId, features: Features) {
  const workload = { ...WORKLOADS.hackbench, groups: 1, fds: 12, loops: 3 };
  const scenario = completed({ version: 3, machine, kernel, workload, limit_ms: 6, lanes: [{ features }] });
  const simulation = new Simulation(JSON.stringify(scenario), 0);
  simulation.advance(1e15, Number.MAX_SAFE_INTEGER);
  const { elapsed_ns, messages, migrations, wakes, sched, idle } = JSON.parse(simulation.report());
  simulation.free();
  return { elapsed_ns, messages, migrations, wakes, sched, idle };
}

function hash(scenario: Scenario): string {
  const simulation = new Simulation(JSON.stringify(scenario), 0);
  simulation.advance(20e6, Number.MAX_SAFE_INTEGER);
  const { hash } = JSON.parse(simulation.report());
  simulation.free();
  return hash;
}

const machines = Object.keys(MACHINES) as MachineId[];

test('the page has the same machines as the simulator', () => {
  for (const id of machines) {
    const scenario = completed({ version: 3, machine: id, workload: { kind: 'jobs' }, lanes: [{}] });
    const simulation = new Simulation(JSON.stringify(scenario), 0);
    const { cpus, distances, cluster_level } = JSON.parse(simulation.machine()) as MachineDescription;
    simulation.free();
    const { cpus: named, nodes, clusters } = MACHINES[id];
    expect({ id, cpus: named, nodes, clusters }).toEqual({
      id,
      cpus,
      nodes: distances.length,
      clusters: cluster_level,
    });
  }
});

test('a switch that the page describes as without effect changes no run', () => {
  let idle = 0;
  for (const [i, machine] of machines.entries()) {
    for (const [j, kernel] of (Object.keys(KERNELS) as KernelId[]).entries()) {
      // Every machine under two kernels, the next one under two others.
      if (!isWhole && (i + j) % 4 !== 0) continue;
      const plain = outcome(machine, kernel, PLAIN);
      for (const { key } of MECHANISMS) {
        const values = (CHOICES[key] ?? [true, false]).filter((value) => value !== PLAIN[key]);
        for (const value of values) {
          const features = { ...PLAIN, [key]: value } as Features;
          if (acts(key, { features }, { machine, kernel, workload: WORKLOADS.hackbench })) continue;
          idle += 1;
          expect(outcome(machine, kernel, features), `${key} ${value} on ${machine}, ${kernel}`).toEqual(plain);
        }
      }
    }
  }
  expect(idle).toBeGreaterThan(300);
});

test('it changes no run together with other switches, rules and tunables, either', () => {
  const random = randomness(9);
  const run = (scenario: Scenario): Partial<RunReport> => {
    const simulation = new Simulation(JSON.stringify(scenario), 0);
    simulation.advance(1e15, 5000);
    const { hash: _, ...report } = JSON.parse(simulation.report()) as RunReport;
    simulation.free();
    return report;
  };
  let idle = 0;
  for (let i = 0; i < 30; i++) {
    const kind = random.pick(CHOSEN_WORKLOADS);
    const scenario = withWorkload(randomScenario(random), WORKLOADS[kind]);
    const [{ features, rules = {} }] = scenario.lanes as [Lane];
    const at = (value: Partial<Features>) =>
      run({ ...scenario, lanes: [{ features: { ...features, ...value }, rules }] });
    const own = at({});
    for (const { key } of MECHANISMS) {
      if (features[key] === PLAIN[key] || acts(key, { features, rules }, scenario)) continue;
      idle += 1;
      expect(own, `${key} ${features[key]}: ${JSON.stringify(scenario)}`).toEqual(at({ [key]: PLAIN[key] }));
    }
  }
  expect(idle).toBeGreaterThan(100);
});

test('stealing uses the node limit of the kernel', () => {
  const [steal, force] = (['on', 'force'] as const).map((steal) => ({ features: { ...PLAIN, steal } }));
  const kunpeng = { machine: 'kunpeng920-96', kernel: '5.9', workload: WORKLOADS.hackbench } as const;
  const raised = { ...kunpeng, tunables: { steal_node_limit: 4 } };
  expect([kunpeng, raised].map((scenario) => acts('steal', steal!, scenario))).toEqual([false, true]);
  expect([kunpeng, raised].map((scenario) => acts('steal', force!, scenario))).toEqual([true, true]);
  // As in the simulator.
  const workload = { ...WORKLOADS.hackbench, groups: 4, fds: 12, loops: 3 };
  const hashes = [kunpeng, raised].map((scenario) =>
    [{}, { steal: 'on' as const }].map((features) =>
      hash(completed({ version: 3, ...scenario, workload, lanes: [{ features }] })),
    ),
  );
  expect(hashes.map(([off, on]) => off !== on)).toEqual([false, true]);
});

test('the scan by levels follows the rule of the kernel, not its name', () => {
  const features = { ...PLAIN, cluster_scan: 'levels' } as const;
  const xeon = { machine: 'xeon-e5-2630v4-20', workload: WORKLOADS.hackbench } as const;
  const under = (kernel: KernelId, rules = {}) => acts('cluster_scan', { features, rules }, { ...xeon, kernel });
  expect([under('5.10'), under('5.10', { sis: 'util' }), under('6.5'), under('6.5', { sis: 'prop' })]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('the switches of the experiments have an effect', () => {
  const on = (changes: Partial<Features>) => ({ features: { ...PLAIN, ...changes } });
  const kunpeng = { machine: 'kunpeng920-96', kernel: '5.9', workload: WORKLOADS.hackbench } as const;
  const azusa = { machine: 'azusa-8', kernel: '2.5.5x', workload: WORKLOADS.hackbench } as const;
  expect(acts('cluster_domain', on({ cluster_domain: true }), kunpeng)).toBe(true);
  expect(acts('cluster_scan', on({ cluster_scan: 'rfc' }), kunpeng)).toBe(true);
  expect(acts('steal', on({ steal: 'on' }), kunpeng)).toBe(false);
  expect(acts('steal', on({ steal: 'force' }), kunpeng)).toBe(true);
  expect(acts('cross_node', on({ cross_node: true, node_restricted: true }), azusa)).toBe(true);
});
