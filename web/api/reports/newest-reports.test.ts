import { describe, expect, test } from 'vitest';
import type { ReportListItem } from '../../../contract/calls.ts';
import { withNewest } from './newest-reports.ts';

const item = (report_id: string, task_status = 'finished') => ({ report_id, task_status }) as ReportListItem;
const page = (ids: string[], next: string | null) => ({ items: ids.map((id) => item(id)), next });

describe('a list read further than its first page', () => {
  const loaded = {
    pages: [page(['d', 'c'], 'after-c'), page(['b', 'a'], null)],
    pageParams: [null, 'after-c'],
  };

  test('takes in what is newer without reading the rest again', () => {
    const after = withNewest(loaded, { items: [item('e', 'create_task'), item('d')], next: 'after-d' });
    expect(after.pages.map(({ items }) => items.map(({ report_id }) => report_id))).toEqual([
      ['e', 'd', 'c'],
      ['b', 'a'],
    ]);
  });
  test('shows the newest state of a report it had', () => {
    const after = withNewest(loaded, { items: [item('d', 'create_task_failed')], next: null });
    expect(after.pages[0]?.items[0]?.task_status).toBe('create_task_failed');
  });
  test('keeps the cursors by which it was read', () => {
    expect(withNewest(loaded, page(['e'], 'x')).pages.map(({ next }) => next)).toEqual(['after-c', null]);
  });
});
