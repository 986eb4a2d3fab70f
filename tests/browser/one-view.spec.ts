import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import readSheet from 'read-excel-file/node';
import { lineName } from '../../contract/report-view/number-side.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { carName } from '../../contract/vehicles/car-name.ts';
import { mailedText } from './fresh-user.ts';
import { BMW, endedReport, expect, openReport, Q50, QX60, signInAs, test } from './lotlens-test.ts';

/** A line as some surface shows it: its number, what it is called, what it costs in cents; null where that shows no cost. */
type Shown = { no: number; name: string; cents: number | null };

const centsOf = (text: string): number => Math.round(Number(text.replace(/[^\d.]/g, '')) * 100);

/** The rows of written lines of a page, whole dollars. */
const rowsOn = (page: Page): Promise<{ no: number; name: string; dollars: string }[]> =>
  page
    .getByRole('region', { name: 'Estimate', exact: true })
    .locator('li[id^=line-]')
    .evaluateAll((rows) =>
      rows.map((row) => ({
        no: Number(row.querySelector('button .figures')?.textContent),
        name: row.querySelector('button .font-medium')?.textContent ?? '',
        dollars: row.querySelector('[data-where^="cost:"]')?.textContent ?? '',
      })),
    );

/** The total at the head, and what it heads the estimate with. */
const figuresOnHead = (page: Page): Promise<string[]> =>
  page
    .locator('article > header [data-where=total], #scope-title ~ p [data-where="outcome:as_written"]')
    .allTextContents();

type Asked = { request: APIRequestContext; headers: { authorization: string } };

async function exported({ request, headers }: Asked, id: string, format: string): Promise<Buffer> {
  const answer = await request.get(`/api/v1/reports/${id}/export`, { headers, params: { format } });
  expect(answer.status()).toBe(200);
  return answer.body();
}

const ofRow = (row: Record<string, unknown>): Shown => ({
  no: Number(row.line),
  name: String(row.description),
  cents: row.cost === '' || row.cost == null ? null : Math.round(Number(row.cost) * 100),
});

for (const [car, link, tag] of [
  ['BMW', BMW, []],
  ['QX60', QX60, ['@long']],
  ['Q50', Q50, ['@long']],
] as const)
  test(`page, share page, list, mail, PDF, sheets and JSON of the ${car} name the same lines in one order, with one set of figures`, {
    tag: [...tag],
  }, async ({ page, request, user, stranger }) => {
    const tokens = await signInAs(page, user);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const asked = { request, headers };
    const id = await endedReport(request, tokens, link);
    await openReport(page, id);
    const onPage = await rowsOn(page);
    expect(onPage.length).toBeGreaterThan(5);
    expect(onPage.map(({ no }) => no)).toEqual(onPage.map((_, at) => at + 1));

    const csv = (
      parse(await exported(asked, id, 'csv'), { columns: true, bom: true }) as Record<string, unknown>[]
    ).filter(({ line }) => line !== '');
    const written = csv.filter(({ section }) => section === 'scope').map(ofRow);
    expect(written.map(({ no, name }) => [no, name])).toEqual(onPage.map(({ no, name }) => [no, name]));
    // Whole dollars that add up: none is a dollar from its amount.
    for (const [at, { cents }] of written.entries())
      expect(Math.abs((cents ?? 0) - centsOf(onPage[at]?.dollars ?? '')), written[at]?.name).toBeLessThan(
        100,
      );

    const [sheet] = await readSheet(await exported(asked, id, 'xlsx'));
    const [heads = [], ...cells] = sheet?.data ?? [];
    const xlsx = cells
      .map((row) => Object.fromEntries(heads.map((head, at) => [String(head), row[at]])))
      .filter(({ line }) => line != null);
    expect(xlsx.map(ofRow)).toEqual(csv.map(ofRow));

    const json = JSON.parse((await exported(asked, id, 'json')).toString()) as ReportModel;
    expect(json.estimate.lines.map(lineName)).toEqual(csv.map(({ description }) => description));
    const sum = written.reduce((all, { cents }) => all + (cents ?? 0), 0);
    const { outcome, tax, total } = json.estimate;
    expect(sum + Math.round(tax * 100)).toBe(Math.round((outcome?.as_written ?? 0) * 100));
    const whole = (amount: number): string => `$${Math.round(amount).toLocaleString('en-US')}`;
    const head = await figuresOnHead(page);
    expect(head).toEqual([
      whole(total.likely),
      `${whole(total.low)}–${whole(total.high)}`,
      whole(outcome?.as_written ?? 0),
    ]);

    const mail = await mailedText(user.email, 'Report ready');
    expect(mail).toContain(`${whole(total.likely)} (${whole(total.low)} to ${whole(total.high)})`);
    expect(mail).toContain(carName(json.lot.name, json.vehicle.make) ?? 'a name');

    const pdf = await request.post('/api/v1/auction/generate_report', {
      headers: { ...headers, accept: 'application/pdf' },
      data: { report_id: id },
    });
    const file = test.info().outputPath('report.pdf');
    await fs.writeFile(file, await pdf.body());
    const printed = execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8' }).replace(/\s+/g, ' ');
    let from = printed.indexOf('Scope, before tax');
    expect(from).toBeGreaterThan(0);
    for (const { no, name, cents } of written) {
      const at = printed.indexOf(name, from);
      expect(at, `line ${no}, ${name}, in its place in the PDF`).toBeGreaterThan(0);
      from = at + name.length;
      const cost = `$${((cents ?? 0) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
      expect(printed.indexOf(cost, from), `${name} ${cost} in the PDF`).toBeGreaterThan(0);
    }
    for (const figure of [
      whole(total.likely),
      whole(total.low),
      whole(total.high),
      whole(outcome?.as_written ?? 0),
    ])
      expect(printed).toContain(figure);
    const verdict = await page
      .getByRole('region', { name: 'Total loss' })
      .locator('span')
      .first()
      .innerText();
    expect(verdict).not.toBe('');
    expect(printed).toContain(verdict);

    const shared = await request.post(`/api/v1/reports/${id}/share`, { headers });
    const { path } = (await shared.json()) as { path: string };
    await stranger.goto(path);
    await expect(stranger.getByRole('heading', { name: 'Totals' })).toBeVisible();
    expect(await rowsOn(stranger)).toEqual(onPage);
    expect(await figuresOnHead(stranger)).toEqual(head);

    await page.goto('/reports');
    const card = page.getByRole('article').filter({ has: page.locator(`a[href="/reports/${id}"]`) });
    await expect(card.getByText(whole(total.likely), { exact: true })).toBeVisible();
    await expect(
      card.getByRole('heading', { name: carName(json.lot.name, json.vehicle.make) ?? 'a name' }),
    ).toBeVisible();
  });
