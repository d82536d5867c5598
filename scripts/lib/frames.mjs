// Measures the main-thread work of a frame.
import { Problem } from './process.mjs';

/** The trace events of `page` during an action. */
export const traceOf = async (page, act) => {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'] },
  });
  await act();
  await session.send('Tracing.end');
  await complete;
  return events;
};

/**
 * Main-thread work of each frame. A frame is the task that runs its animation callbacks, style, layout and paint, and
 * every task up to the next one: timers, messages from the workers and garbage collections count, too. `work` is
 * wall-clock time, including waits for a core; `cpu` is CPU time.
 */
const workOf = (events) => {
  const painter = events.find(({ name }) => name === 'FireAnimationFrame');
  if (!painter) throw new Problem('The page requested no animation frame: is it playing?');
  const tasks = events
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === painter.pid && tid === painter.tid)
    .sort((a, b) => a.ts - b.ts);
  const starts = events
    .filter(({ name, pid, tid }) => name === 'FireAnimationFrame' && pid === painter.pid && tid === painter.tid)
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
  const work = [];
  const cpu = [];
  let next = 0;
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    let drew = false;
    while (next < starts.length && starts[next] < ts + dur) {
      drew ||= starts[next] >= ts;
      next++;
    }
    if (drew) {
      work.push(0);
      cpu.push(0);
    }
    if (work.length === 0) continue;
    work[work.length - 1] += dur / 1000;
    cpu[cpu.length - 1] += tdur / 1000;
  }
  // The end of the recording cuts off the last frame.
  return {
    work: work.slice(0, -1),
    cpu: cpu.slice(0, -1),
    longest: Math.max(...tasks.map(({ dur = 0 }) => dur / 1000)),
  };
};

/** The work of the frames of `page` in the next `ms`. */
export const framesFor = async (page, ms) => workOf(await traceOf(page, () => page.waitForTimeout(ms)));
