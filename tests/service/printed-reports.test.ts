import path from 'node:path';
import { expect, test } from 'vitest';
import { SERVICE } from '../../server/concurrency/work-caller.ts';
import { createLog } from '../../server/log.ts';
import { createPrintedReports } from '../../server/pdf/printed-reports.ts';
import { createFolderStore } from '../../server/storage/folder.ts';
import type { Store } from '../../server/storage/store.ts';
import { sampleReport } from '../fixtures/report-model.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Reports printed into a folder; what is printed is the reader's name. */
async function printed(change: Partial<Store> = {}) {
  const store = { ...createFolderStore(path.join(await temporaryFolder(), 'files')), ...change };
  let prints = 0;
  const reports = createPrintedReports({
    store,
    press: {
      async print() {
        prints += 1;
        return Buffer.from(`print ${prints}`);
      },
    },
    readPhoto: async () => null,
    log: createLog('silent'),
    addressOf: (page) => `https://lotlens.example${page}`,
  });
  const model = sampleReport();
  const of = async (preparedFor: string): Promise<string> =>
    Buffer.from((await reports.pdfOf(SERVICE, model, { preparedFor })).bytes).toString();
  return { store, of, prints: () => prints };
}

test('a report that has not changed is printed once', async () => {
  const { of, prints } = await printed();
  expect(await of('A')).toBe(await of('A'));
  expect(prints()).toBe(1);
});

test('of a report that changes all the time a few prints are kept, the newest always', async () => {
  const { store, of, prints } = await printed();
  for (let n = 0; n < 50; n += 1) {
    const first = await of(`reader ${n}`);
    expect(await of(`reader ${n}`)).toBe(first);
  }
  expect(prints()).toBe(50);
  expect((await store.list('reports/')).length).toBeLessThanOrEqual(8);
  expect(await of('reader 0')).toBe('print 51');
});

test('a report whose old prints cannot be deleted is printed all the same', async () => {
  const { of } = await printed({
    list: async () => {
      throw new Error('the store is slow');
    },
  });
  expect(await of('A')).toBe('print 1');
});
