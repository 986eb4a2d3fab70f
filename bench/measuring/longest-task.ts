import type { Page } from '@playwright/test';

/** No task of the page's thread takes longer, ms: what a browser calls a long one. Its waits for other programs don't count. */
export const LONG_TASK_MS = 50;

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tdur?: number;
  args: { name?: string };
};

/** The longest task of the page's thread while `act` lasts, unthrottled, in ms of that thread's own processor time. */
export async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const debug = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  debug.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await debug.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'], excludedCategories: ['*'] },
  });
  await act();
  const complete = new Promise((resolve) => debug.once('Tracing.tracingComplete', resolve));
  await debug.send('Tracing.end');
  await complete;
  await debug.detach();
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  );
  const tasks = events.filter((event) => event.name === 'RunTask' && main.has(threadOf(event)));
  if (tasks.length === 0) throw new Error(`the browser's trace of ${page.url()} holds no task`);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
