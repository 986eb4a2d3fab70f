import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { pastedNumbersAnswerSchema } from '../../contract/dealer-page/pasted-numbers.ts';
import { numberShare } from '../../contract/report-view/head/missing-numbers.ts';
import { lineName } from '../../contract/report-view/number-side.ts';
import { numberMake } from '../../contract/vehicles/makes.ts';
import { inTransaction } from '../../server/db/client.ts';
import { insertReport } from '../../server/db/reports/reports.ts';
import { lotByKey } from '../../server/lots/scrape-lot.ts';
import { reportEngine } from '../../server/pipeline/run/report-engine.ts';
import { runReport } from '../../server/pipeline/run/run-report.ts';
import { readFinishedReport } from '../../server/reports/read-report.ts';
import { addSignedIn } from './finished-report.ts';
import { startService, type TestService } from './service.ts';

/** Real lot pages, kept outside the project. */
const captures = process.env.LOTLENS_CAPTURES ?? '/nowhere';
const folders = [captures, `${captures}-2026`].filter((folder) =>
  existsSync(path.join(folder, 'expected.json')),
);
const captureSchema = z.array(
  z.looseObject({
    url: z.string(),
    pages: z.array(z.string()),
    /** Pages without a lot are refused with an error. */
    want: z.looseObject({}).optional(),
  }),
);
const lots = folders.flatMap((folder) =>
  captureSchema
    .parse(JSON.parse(readFileSync(path.join(folder, 'expected.json'), 'utf8')))
    .filter(({ want }) => want !== undefined)
    .map(({ url, pages }) => ({
      url,
      pages: pages.map((page) => readFileSync(path.join(folder, page), 'utf8')),
    })),
);
/** Lots of one page that are measured: a list of search results is of one make. */
const MOST_OF_A_PAGE = 2;
const measured = [...Map.groupBy(lots, ({ pages: [first] }) => first).values()].flatMap((same) =>
  same.slice(0, MOST_OF_A_PAGE),
);

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false, environment: { MAKES: 'all' } });
});
afterAll(() => service.close());

/** Made-up numbers in the form of each make's. */
const FORMS: Readonly<Record<string, (at: number) => string>> = {
  toyota: (at) => `5${String(1000 + at)}-0X${String(100 + at)}`,
  honda: (at) => `${String(70_000 + at)}-TBA-A00`,
  bmw: (at) => `5111${String(1_000_000 + at)}`,
  audi: (at) => `8R0807${String(100 + at)}`,
  vw: (at) => `5C6807${String(100 + at)}`,
  ford: (at) => `NL3Z-${String(10_000 + at)}-A`,
  hyundai: (at) => `86511-C${String(1000 + at)}`,
  kia: (at) => `86511-D${String(1000 + at)}`,
  nissan: (at) => `62022-4H${String(100 + at)}`,
  mazda: (at) => `KD53-50-${String(100 + at)}`,
  GMC: (at) => String(84_100_000 + at),
  Chevrolet: (at) => String(84_200_000 + at),
  Tesla: (at) => `${String(1_034_000 + at)}-00-E`,
};

describe.skipIf(lots.length === 0)('lines with an OEM number on real lots (LOTLENS_CAPTURES)', () => {
  test('are filled from one pasted list', async () => {
    const { tools } = service;
    const { userId, token } = await addSignedIn(service, 50);
    const rows: Record<string, string | number>[] = [];
    for (const { url, pages } of measured) {
      const read = await service.call('POST', 'auction/scrape', {
        token,
        json: { auction_link: url, page: pages },
      });
      const key = z.object({ lot_key: z.string(), make_supported: z.literal(true) }).safeParse(read.json);
      if (!key.success) continue;
      const lot = await lotByKey(tools.lots, key.data.lot_key);
      const made = await inTransaction(tools.pool, (client) =>
        insertReport(client, { userId, lot, message: '' }),
      );
      if (made === null) continue;
      const outcome = await runReport(reportEngine(tools), made.id, AbortSignal.timeout(120_000));
      if (outcome.kind !== 'finished') continue;
      const report = await readFinishedReport(tools, userId, made.id);
      const form = FORMS[numberMake(report.vehicle) ?? ''];
      const before = numberShare(report);
      if (form === undefined || before.of === 0) continue;
      const missing = report.estimate.lines.filter(
        ({ standing, oem_missing }) => standing === 'scope' && oem_missing !== undefined,
      );
      const text = missing.map((line, at) => `${form(at)}\t${lineName(line)}\t$100.00`).join('\n');
      const started = performance.now();
      const answer = await service.call('POST', `reports/${made.id}/numbers`, {
        token,
        json: { version: 0, text },
      });
      const seconds = (performance.now() - started) / 1000;
      const { lines_with_number, recalculated } = pastedNumbersAnswerSchema.parse(answer.json);
      rows.push({
        lot: url.replace(/^https:\/\/(?:www\.)?/, ''),
        make: report.vehicle.make ?? '',
        lines: before.of,
        before: before.with_number,
        after: lines_with_number,
        seconds: Math.round(seconds * 100) / 100,
        without: recalculated.report.estimate.lines
          .flatMap((line) =>
            line.standing === 'scope' && line.oem_missing !== undefined
              ? [`${lineName(line)}${text.includes(`\t${lineName(line)}\t`) ? '' : ' (not pasted)'}`]
              : [],
          )
          .join('; '),
      });
    }
    console.table(rows);
    const sum = (column: 'lines' | 'after') => rows.reduce((all, row) => all + Number(row[column]), 0);
    expect(rows.length).toBeGreaterThan(0);
    expect(sum('after') / sum('lines')).toBeGreaterThanOrEqual(0.95);
  }, 1_200_000);
});
