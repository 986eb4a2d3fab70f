import { execFileSync } from 'node:child_process';
import readSheet from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { dealSheetSchema } from '../../contract/deal/deal-sheet.ts';
import { type DealView, dealView } from '../../contract/report-view/deal/deal-view.ts';
import { wholeDollars } from '../../contract/report-view/figures.ts';
import { addFinishedReport, addSignedIn } from './finished-report.ts';
import { startService, type TestService } from './service.ts';

const hasPoppler = (): boolean => {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const poppler = hasPoppler();
if (!poppler) console.log('skipped: pdftotext is not installed, so the text of PDFs is not checked');

/** Words as they follow each other, whatever the lines of the page. */
const flat = (text: string): string => text.replace(/\s+/g, ' ');
const textOf = (pdf: Buffer): string =>
  flat(
    execFileSync('pdftotext', ['-', '-'], { input: pdf, stdio: ['pipe', 'pipe', 'ignore'] }).toString('utf8'),
  );

const withDealSchema = z.object({ deal: dealSheetSchema });

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

async function buyer() {
  const { userId, token } = await addSignedIn(service);
  const id = await addFinishedReport(service, userId);
  const settings = { destination: 'UA', rows: { resale: 30_000, storage: 45.5 } };
  const saved = await service.call('PUT', `reports/${id}/deal`, { token, json: settings });
  const deal = dealSheetSchema.parse(saved.json);
  return {
    deal,
    view: dealView(deal),
    exported: async (format: string): Promise<Buffer> =>
      (await service.call('GET', `reports/${id}/export?format=${format}`, { token })).bytes,
    pdf: async (asked: object = {}): Promise<string> => {
      const json = { report_id: id, ...asked };
      const answer = await service.call('POST', 'auction/generate_report', { token, json });
      expect(answer.status).toBe(200);
      return textOf(answer.bytes);
    },
  };
}

describe('the deal in the exports', () => {
  test('is a sheet of the workbook with the rows that the page shows, each with its date and source', async () => {
    const { deal, view, exported } = await buyer();
    const sheets = await readSheet(await exported('xlsx'));
    const [heads, ...rows] = sheets.find(({ sheet }) => sheet === 'Deal')?.data ?? [];
    expect(heads).toEqual(['group', 'row', 'usd', 'how', 'from', 'date', 'source']);
    const told = rows.map(([, name, usd, how]) => [
      name,
      typeof usd === 'number'
        ? `${String(how).startsWith('at least') ? 'at least ' : ''}${wholeDollars(usd)}`
        : 'Not known',
    ]);
    for (const { name, amount } of rowsOf(view)) expect(told).toContainEqual([name, amount]);
    expect(rows.map(([, name]) => name)).toContain('All in: bid and every cost, at least');
    const gate = rows.find(([, name]) => name === 'Gate or service fee');
    expect(gate?.[4]).toBe('table');
    expect(gate?.[5]).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(gate?.[6]).toContain('Gate');
    expect(rows.filter(([group]) => group === 'Red flags').map(([, name]) => name)).toEqual(
      view.flags.map(({ name }) => name),
    );
    expect(rows.filter(([group]) => group === 'In parts').map(([, name, usd]) => [name, usd])).toContainEqual(
      ['Value in parts', deal.part_out?.value],
    );
  });

  test('stands in the JSON as the service calculates it', async () => {
    const { deal, exported } = await buyer();
    const { deal: written } = withDealSchema.parse(JSON.parse((await exported('json')).toString('utf8')));
    expect(written).toEqual(deal);
  });
});

const rowsOf = ({ groups }: DealView) => groups.flatMap(({ rows }) => rows);

describe.runIf(poppler)('the deal in the PDF', () => {
  test('has every row, sum, reason and flag that the page shows', async () => {
    const { view, pdf } = await buyer();
    const text = await pdf();
    const told = [
      view.verdict,
      ...view.figures.flatMap(({ label, value }) => [label.toUpperCase(), value]),
      ...view.cautions,
      ...view.reasons,
      ...rowsOf(view).flatMap(({ name, amount }) => [name, amount]),
      ...view.sums.flatMap(({ label, amount }) => [label, amount]),
      ...view.flags.map(({ name }) => name),
      ...view.ways.flatMap(({ name, rows }) => [name, ...rows.map(({ amount }) => amount)]),
    ];
    expect(rowsOf(view).length).toBeGreaterThan(20);
    expect(told.filter((words) => !text.includes(flat(words)))).toEqual([]);
  });

  test('can be left out', async () => {
    const { pdf } = await buyer();
    const text = await pdf({ deal: false });
    expect(text).not.toContain('What to bid');
    expect(text).not.toContain('Target profit');
  });
});
