import { parse } from 'csv-parse/sync';
import { expect, inject, onTestFinished, test } from 'vitest';
import { reportDetailSchema } from '../../contract/api/report-answers.ts';
import { statedSentences } from '../../contract/report-view/stated-by-sellers.ts';
import { editLinesAnswerSchema, recalculateAnswerSchema } from '../../contract/schemas/edit-report.ts';
import { lotByKey } from '../../server/lots/scrape-lot.ts';
import { reportEngine } from '../../server/pipeline/run/report-engine.ts';
import { runReport } from '../../server/pipeline/run/run-report.ts';
import { ebayStandIn, fault } from './ebay-stand-in.ts';
import { addSignedIn } from './finished-report.ts';
import { addReport } from './seed.ts';
import { startService } from './service.ts';

const NUMBER = '71101-TBA-A00';

/** A service that asks the stand-in's sellers of one part, and a report it made of a car no catalogue covers. */
async function reported(change: (ebay: Awaited<ReturnType<typeof ebayStandIn>>) => void = () => {}) {
  const ebay = await ebayStandIn();
  ebay.listed = (url) => {
    const words = url.searchParams.get('q') ?? '';
    const side = ['left', 'right'].find((one) => words.startsWith(one)) ?? 'Front';
    return ['amber', 'birch', 'cedar'].map((seller) => ({ seller, number: NUMBER, side, price: '1.00' }));
  };
  change(ebay);
  const service = await startService(inject('databaseServer'), {
    worker: false,
    environment: {
      EBAY_CLIENT_ID: 'made-up-id',
      EBAY_CLIENT_SECRET: 'made-up-secret',
      EBAY_API_URL: ebay.origin,
      EBAY_CONSENSUS: 'on',
      // Token, category, models, search and three items: one part.
      EBAY_CONSENSUS_CALLS_PER_REPORT: '7',
    },
  });
  onTestFinished(() => service.close());
  const { userId, token } = await addSignedIn(service);
  const json = { year: 2018, make: 'Honda', model: 'Civic LX', primary_damage: 'FRONT END' };
  const entered = await service.call('POST', 'auction/enter_lot', { json });
  const lot = await lotByKey(service.tools.lots, String(entered.json.lot_key));
  const id = await addReport(service.tools.pool, userId, lot);
  const outcome = await runReport(reportEngine(service.tools), id, AbortSignal.timeout(200_000));
  expect(outcome.kind).toBe('finished');
  const detail = reportDetailSchema.parse((await service.call('GET', `reports/${id}`, { token })).json);
  if (detail.report === null) throw new Error('no report');
  return { service, token, id, report: detail.report };
}

test('a report shows what sellers state beside the line, orders none of it, and keeps it over edits', async () => {
  const { service, token, id, report } = await reported();
  const claimed = report.estimate.lines.filter(({ stated_by_sellers: stated }) => stated !== undefined);
  expect(claimed.length).toBeGreaterThan(0);
  for (const line of claimed) {
    expect(line.oem_numbers).toEqual([]);
    expect(line.part_price?.basis).not.toBe('catalogue');
    expect(statedSentences(line).join()).toMatch(
      new RegExp(`^${NUMBER}: stated by 3 of 3 independent eBay sellers for 2018 Civic`),
    );
  }
  expect(report.sources).toContainEqual(
    expect.objectContaining({ kind: 'stated_numbers', source: 'eBay sellers', dated: expect.any(String) }),
  );
  expect(report.gaps.map(({ code }) => code)).toContain('sellers_report_limit');

  const sheet = async (format: string): Promise<Record<string, string>[]> =>
    parse((await service.call('GET', `reports/${id}/export?format=${format}`, { token })).text, {
      columns: true,
      bom: true,
    });
  const lines = await sheet('csv');
  expect(lines.filter((row) => row.stated_by_sellers?.includes(NUMBER))).toHaveLength(claimed.length);
  expect([...lines, ...(await sheet('parts'))].filter((row) => row.oem_number?.includes(NUMBER))).toEqual([]);
  const print = await service.call('POST', 'auction/generate_report', { token, json: { report_id: id } });
  expect(print.status).toBe(200);

  const [first] = claimed;
  const edited = editLinesAnswerSchema.parse(
    (
      await service.call('PATCH', `reports/${id}/lines`, {
        token,
        json: {
          version: 0,
          edits: [{ kind: 'change', line_id: first?.id, set: { part_price: 500, probability: 1 } }],
        },
        headers: { prefer: 'return=representation' },
      })
    ).json,
  );
  const claimOf = (lines: typeof claimed) => lines.find(({ id }) => id === first?.id)?.stated_by_sellers;
  expect(claimOf(edited.report?.estimate.lines ?? [])).toEqual(first?.stated_by_sellers);

  await service.tools.pool.query('DELETE FROM report_steps WHERE report_id = $1', [id]);
  const anew = recalculateAnswerSchema.parse(
    (await service.call('POST', `reports/${id}/recalculate`, { token, json: { version: edited.version } }))
      .json,
  );
  expect(claimOf(anew.report.estimate.lines)).toEqual(first?.stated_by_sellers);
});

test('a report is made without them where eBay refuses, and says so', async () => {
  const { report } = await reported((ebay) => {
    ebay.answer = (service) => (service === 'token' ? fault(401, 1001) : null);
  });
  expect(report.estimate.lines.filter(({ stated_by_sellers: stated }) => stated !== undefined)).toEqual([]);
  expect(report.gaps).toContainEqual(expect.objectContaining({ code: 'sellers_denied' }));
});
