import { createMemoryHistory } from '@tanstack/react-router';
import { prerender } from 'react-dom/static';
import { LoadingView } from './account/session-gate.tsx';
import { App } from './app.tsx';
import { WaitingReport } from './report/waiting-report.tsx';
import { newRouter } from './routes.tsx';
import { DrawnTitle } from './ui/use-page-title.ts';

const textOf = async (element: React.ReactNode): Promise<string> => {
  const faults: unknown[] = [];
  const { prelude } = await prerender(element, {
    // Whole pages: what comes later would come by script within the page, which the content security policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (fault) => void faults.push(fault),
  });
  const text = await new Response(prelude).text();
  if (faults.length > 0) throw faults[0];
  return text;
};

/** A page as a visitor without a session first sees it; runs while the application is built, not in the browser. */
export async function drawPage(path: string): Promise<{ title: string; body: string }> {
  const router = newRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  let title: string | null = null;
  const body = await textOf(
    <DrawnTitle
      value={(text) => {
        title = text;
      }}
    >
      <App router={router} />
    </DrawnTitle>,
  );
  if (title === null) throw new Error(`${path} has no title of its own`);
  return { title, body };
}

export const drawLoadingView = (): Promise<string> => textOf(<LoadingView />);

export const drawWaitingReport = (): Promise<string> => textOf(<WaitingReport />);
