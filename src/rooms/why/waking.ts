import { CpuFlag, type FrameView } from '../../engine/wire/frame';
import { NO_TASK } from '../../scenario/generated/vocab';

/** The task that is about to run on an idle CPU, or null; a task in a throttled control group is not. */
export function wakingOn(frame: FrameView, cpu: number): number | null {
  if (frame.running(cpu) !== NO_TASK || frame.waitingOn(cpu) === 0 || frame.flags(cpu) & CpuFlag.throttled) return null;
  let before = 0;
  for (let other = 0; other < cpu; other += 1) before += frame.waitingOn(other);
  return frame.waitingAt(before);
}

/** The task that a CPU runs or is about to run, or null. */
export function taskOn(frame: FrameView, cpu: number): number | null {
  const running = frame.running(cpu);
  return running === NO_TASK ? wakingOn(frame, cpu) : running;
}
