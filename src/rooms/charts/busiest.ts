import type { FrameView } from '../../engine/wire/frame';
import { NO_TASK } from '../../scenario/generated/vocab';

/** The first CPU with the most tasks in all lanes together; null if there are no tasks. */
export function busiest(frames: readonly FrameView[]): number | null {
  const tasksOn = (cpu: number): number =>
    frames.reduce((sum, frame) => sum + frame.waitingOn(cpu) + (frame.running(cpu) === NO_TASK ? 0 : 1), 0);
  let [found, most]: [number | null, number] = [null, 0];
  for (let cpu = 0; cpu < (frames[0]?.cpus ?? 0); cpu += 1) {
    const tasks = tasksOn(cpu);
    if (tasks > most) [found, most] = [cpu, tasks];
  }
  return found;
}
