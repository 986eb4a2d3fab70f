import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { dealSheetSchema } from '../../contract/deal/deal-sheet.ts';
import { type DealView, dealView } from '../../contract/report-view/deal/deal-view.ts';
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
  return {
    view: dealView(dealSheetSchema.parse(saved.json)),
    pdf: async (asked: object = {}): Promise<string> => {
      const json = { report_id: id, ...asked };
      const answer = await service.call('POST', 'auction/generate_report', { token, json });
      expect(answer.status).toBe(200);
      return textOf(answer.bytes);
    },
  };
}

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
    expect(text).not.toContain('Profit wanted');
  });
});
