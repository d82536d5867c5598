/**
 * Replaces the WebAssembly binding: pairs of tasks that answer each other, placed in the cluster of the waker or on any
 * CPU. Deterministic and with the right layout, but not a scheduler.
 */
import type { Features, Flip, MachineDescription, Scenario } from '../src/scenario/generated/types';
import { CAUSES, DISTANCES, EVENT_KINDS, NO_TASK, ROLES } from '../src/scenario/generated/vocab';
import { FRAME } from '../src/scenario/generated/wire';

const CLUSTERS = 6;
const CPUS = CLUSTERS * 4;
const SERIES_NS = 20_000;

interface Side {
  readonly task: number;
  cpu: number;
  awake: boolean;
}

export class Simulation {
  #now = 0;
  #events = 0;
  #messages = 0;
  #random: number;
  #features: Features;
  #log: number[] = [];
  #level = 0;
  #from = 0;
  #busyNs = 0;
  readonly #limitNs: number;
  readonly #pairs: { at: number; turn: 0 | 1; sides: [Side, Side] }[];
  readonly #moves = new Uint32Array(CAUSES.length * DISTANCES.length);
  readonly #wakes = new Uint32Array(DISTANCES.length);
  readonly #series: number[] = [];

  #flips: readonly Flip[];
  #passed = 0;

  constructor(
    readonly scenarioJson: string,
    readonly lane: number,
  ) {
    const scenario = JSON.parse(scenarioJson) as Scenario;
    if (scenario.seed === 666)
      throw JSON.stringify([{ field: 'seed', value: '666', fault: { kind: 'not_number' }, message: 'refused' }]);
    this.#random = scenario.seed;
    this.#limitNs = scenario.limit_ms * 1e6;
    this.#features = scenario.lanes[lane]!.features;
    this.#flips = scenario.lanes[lane]!.flips ?? [];
    const { workload } = scenario;
    const count = workload.kind === 'pairs' ? workload.pairs : 12;
    this.#pairs = Array.from({ length: count }, (_, i) => ({
      at: 1000 + i * 130,
      turn: 0 as const,
      sides: [
        { task: i * 2, cpu: (i * 2) % CPUS, awake: true },
        { task: i * 2 + 1, cpu: (i * 2 + 1) % CPUS, awake: false },
      ],
    }));
  }

  machine(): string {
    const clusters = Array.from({ length: CLUSTERS }, (_, c) => ({
      id: c,
      l3_tag: true,
      cores: [0, 1, 2, 3].map((k) => ({ id: c * 4 + k, cpus: [c * 4 + k] })),
    }));
    const description: Partial<MachineDescription> = {
      id: 'kunpeng920-24',
      name: 'Kunpeng 920',
      cpus: CPUS,
      hz: 250,
      smt: false,
      cluster_level: true,
      sockets: [{ id: 0, nodes: [{ id: 0, number: 0, shared_llc: true, clusters }] }],
      distances: [[10]],
      links: [],
      unit_kind: 'cluster',
      units: Array.from({ length: CPUS }, (_, cpu) => cpu >> 2),
      capacities: [],
    };
    return JSON.stringify(description);
  }

  tasks(): Uint16Array {
    return Uint16Array.from(this.#pairs.flatMap((_, i) => [ROLES.indexOf('client'), i, ROLES.indexOf('server'), i]));
  }

  now(): number {
    return this.#now;
  }

  events(): number {
    return this.#events;
  }

  done(): boolean {
    return this.#now >= this.#limitNs;
  }

  advance(untilNs: number, maxEvents: number): number {
    let handled = 0;
    while (handled < maxEvents && !this.done()) {
      if (Math.min(this.#next().at, this.#flips[this.#passed]?.at_ns ?? Number.POSITIVE_INFINITY) > untilNs) {
        this.#reach(Math.min(this.#limitNs, Math.max(untilNs, this.#now)));
        break;
      }
      const before = this.#events;
      this.step();
      handled += this.#events - before;
    }
    return handled;
  }

  step(): boolean {
    if (this.done()) return false;
    const pair = this.#next();
    const flip = this.#flips[this.#passed];
    if (flip && flip.at_ns < Math.min(pair.at, this.#limitNs)) {
      this.#passed += 1;
      this.#reach(Math.max(flip.at_ns, this.#now));
      this.#features = flip.features;
      this.#record('flip', NO_TASK, 0, 0);
      return true;
    }
    if (pair.at > this.#limitNs) {
      this.#reach(this.#limitNs);
      return false;
    }
    this.#reach(pair.at);
    this.#events += 1;
    const from = pair.sides[pair.turn]!;
    pair.turn = pair.turn === 0 ? 1 : 0;
    const to = pair.sides[pair.turn]!;
    from.awake = false;
    to.awake = true;
    this.#record('sleep', from.task, from.cpu, from.cpu);
    this.#record('switch', this.#runningOn(from.cpu), from.cpu, from.cpu);
    const cluster = this.#features.cluster_scan !== 'off';
    const previous = to.cpu;
    const draw = this.#draw();
    if (draw % 4 === 0) to.cpu = cluster ? (from.cpu & ~3) | ((draw >>> 8) % 4) : (draw >>> 8) % CPUS;
    const distance = this.#distance(previous, to.cpu);
    this.#wakes[distance]! += 1;
    this.#record('wake', to.task, to.cpu, previous);
    if (distance > 0) {
      this.#moves[distance]! += 1;
      this.#record('move', to.task, to.cpu, previous, distance);
    }
    this.#record('switch', to.task, to.cpu, to.cpu);
    this.#messages += 1;
    this.#record('message', to.task, to.cpu, from.cpu);
    pair.at += 2000 + 150 * this.#distance(from.cpu, to.cpu) + (this.#draw() % 400);
    return true;
  }

  set_log(level: number, fromNs: number): void {
    this.#level = level;
    this.#from = fromNs;
    this.#log = [];
  }

  take_log(): Uint32Array {
    const log = Uint32Array.from(this.#log);
    this.#log = [];
    return log;
  }

  frame(withFlows: boolean): Uint32Array {
    const waiting: number[] = [];
    const awake = this.#pairs.flatMap((pair) => pair.sides).filter((side) => side.awake);
    const cpus = Array.from({ length: CPUS }, (_, cpu) => {
      const here = awake.filter((side) => side.cpu === cpu);
      waiting.push(...here.slice(1).map((side) => side.task));
      const flags = (here.length === 0 ? 1 : 0) | (here.length > 2 ? 4 : 0);
      return ((here[0]?.task ?? NO_TASK) | (Math.max(0, here.length - 1) << 16) | (flags << 24)) >>> 0;
    });
    const head = new Uint32Array(FRAME.HEADER);
    const wide = (at: number, value: number) => {
      head[at] = value % 4294967296;
      head[at + 1] = Math.floor(value / 4294967296);
    };
    wide(FRAME.NOW, this.#now);
    head[FRAME.FLAGS] = (this.done() ? 1 : 0) | (withFlows ? 2 : 0) | 4;
    head[FRAME.CPUS] = CPUS;
    head[FRAME.WAITING] = waiting.length;
    head[FRAME.UNITS] = CLUSTERS;
    head[FRAME.NODES] = 1;
    wide(FRAME.EVENTS, this.#events);
    wide(FRAME.HASH, this.#random * 2654435761);
    wide(FRAME.MESSAGES, this.#messages);
    wide(FRAME.BUSY, this.#busyNs);
    wide(FRAME.WASTED, this.#busyNs / 50);
    head[FRAME.TTWU] = this.#messages;
    head[FRAME.WAKE_P50] = 1200;
    head[FRAME.WAKE_P99] = 9800;
    head.set(this.#moves, FRAME.MOVES);
    head.set(this.#wakes, FRAME.WAKES);
    const tail = new Uint32Array(CLUSTERS * 2 + 1 + (withFlows ? CLUSTERS * CLUSTERS * CAUSES.length : 0));
    return Uint32Array.from([...head, ...cpus, ...waiting, ...tail]);
  }

  series(): Uint32Array {
    return Uint32Array.from([SERIES_NS, this.#series.length / 5, 5, 0, ...this.#series]);
  }

  snapshot(): Simulation {
    const copy = new (this.constructor as typeof Simulation)(this.scenarioJson, this.lane);
    copy.#now = this.#now;
    copy.#events = this.#events;
    copy.#messages = this.#messages;
    copy.#random = this.#random;
    copy.#features = this.#features;
    copy.#busyNs = this.#busyNs;
    copy.#flips = this.#flips;
    copy.#passed = this.#passed;
    for (const [i, { at, turn, sides }] of this.#pairs.entries()) {
      copy.#pairs[i] = { at, turn, sides: [{ ...sides[0] }, { ...sides[1] }] };
    }
    copy.#moves.set(this.#moves);
    copy.#wakes.set(this.#wakes);
    for (const number of this.#series) copy.#series.push(number);
    return copy;
  }

  flips_passed(): number {
    return this.#passed;
  }

  set_flips(flipsJson: string): void {
    this.#flips = JSON.parse(flipsJson) as Flip[];
  }

  /** Every event is a decision of the task that it wakes: the member of the pair whose turn it is. */
  next_decision(task: number, lastEvent: number): boolean {
    while (this.#events < lastEvent && !this.done()) {
      const pair = this.#next();
      const woken = pair.sides[pair.turn === 0 ? 1 : 0]!.task;
      const before = this.#events;
      this.step();
      if (this.#events > before && (task < 0 || woken === task)) return true;
    }
    return false;
  }

  last_decision(task: number, lastEvent: number): number {
    let last = -1;
    while (this.next_decision(task, lastEvent)) last = this.#events;
    return last;
  }

  report(): string {
    return JSON.stringify({ elapsed_ns: this.#now, messages: this.#messages });
  }

  inspect_task(): string {
    return 'null';
  }
  inspect_policy(): string {
    return 'null';
  }
  inspect_cpu(cpu: number): string {
    return JSON.stringify(cpu < CPUS ? { cpu } : null);
  }

  trace_queue(_cpu: number, _untilNs: number, _mostEvents: number): Float64Array {
    return new Float64Array();
  }

  keep_decisions(_on: boolean): void {}

  take_decisions(): Uint32Array {
    return new Uint32Array();
  }

  free(): void {}

  #next() {
    return this.#pairs.reduce((first, pair) => (pair.at < first.at ? pair : first));
  }

  #reach(ns: number): void {
    const awake = this.#pairs.length;
    while ((this.#series.length / 5 + 1) * SERIES_NS <= ns && this.#series.length < 5 * 1024) {
      this.#series.push(this.#messages, Math.floor(this.#busyNs / 1000), this.#moves[2]!, this.#wakes[2]!, 0);
    }
    this.#busyNs += (ns - this.#now) * Math.min(awake, CPUS);
    this.#now = ns;
  }

  #runningOn(cpu: number): number {
    for (const { sides } of this.#pairs) {
      for (const { awake, cpu: at, task } of sides) if (awake && at === cpu) return task;
    }
    return NO_TASK;
  }

  #distance(a: number, b: number): number {
    if (a === b) return 0;
    return a >> 2 === b >> 2 ? DISTANCES.indexOf('cluster') : DISTANCES.indexOf('llc');
  }

  #draw(): number {
    this.#random = (Math.imul(this.#random, 1664525) + 1013904223) >>> 0;
    return this.#random >>> 4;
  }

  #record(kind: (typeof EVENT_KINDS)[number], task: number, cpu: number, src: number, distance = 0): void {
    if (this.#level === 0 || this.#now < this.#from) return;
    if (this.#level === 1 && kind !== 'switch' && kind !== 'flip') return;
    const what = EVENT_KINDS.indexOf(kind) | (distance << 24);
    this.#log.push(this.#now % 4294967296, Math.floor(this.#now / 4294967296), what, task | (cpu << 16) | (src << 24));
  }
}
