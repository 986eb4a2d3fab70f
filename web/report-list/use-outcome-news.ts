import { useEffect, useRef, useState } from 'react';
import { notify } from '../ui/notices.tsx';
import type { ReportCardData } from './report-card-data.ts';

type Watched = Pick<ReportCardData, 'id' | 'reportId' | 'name' | 'outcome' | 'statusMessage'>;

/**
 * Says aloud and on screen when a report that was running here has ended. Answers the word for the title, which stays
 * until the page has been looked at.
 */
export function useOutcomeNews(reports: readonly Watched[]): string | null {
  const [news, setNews] = useState<string | null>(null);
  const before = useRef(new Map<string, Watched['outcome']>());
  useEffect(() => {
    const seen = (): void => {
      if (!document.hidden) setNews(null);
    };
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, []);
  useEffect(() => {
    if (news === null || document.hidden) return;
    const timer = setTimeout(() => setNews(null), 8000);
    return () => clearTimeout(timer);
  }, [news]);
  useEffect(() => {
    for (const report of reports) {
      const key = report.reportId ?? report.id;
      const was = before.current.get(key);
      before.current.set(key, report.outcome);
      if (was !== 'in_progress' || report.outcome === 'in_progress') continue;
      // Its owner ended it: that is no news.
      if (report.outcome === 'cancelled') continue;
      const ready = report.outcome === 'ready';
      if (ready) notify({ kind: 'done', title: 'Report ready', text: report.name });
      // A report that could not even be started has said so already.
      else if (report.reportId !== null)
        notify({ kind: 'error', title: 'Report failed', text: `${report.name}: ${report.statusMessage}` });
      setNews(ready ? 'Ready' : 'Failed');
    }
  }, [reports]);
  return news;
}
