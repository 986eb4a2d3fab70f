import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { inTransaction } from '../../../server/db/client.ts';
import { saveLot } from '../../../server/db/lots/lots.ts';
import { AppError } from '../../../server/errors.ts';
import { fillBatchEmail } from '../../../server/reports/board/batch-mail.ts';
import { startBatch } from '../../../server/reports/board/start-batch.ts';
import { startWaitingLot } from '../../../server/reports/board/start-waiting-lot.ts';
import { cancelReport } from '../../../server/reports/end-report.ts';
import type { RequestTools } from '../../../server/reports/request-report.ts';
import { addUser, madeUpLot } from '../seed.ts';
import { startService, type TestService } from '../service.ts';

let service: TestService;
let pool: pg.Pool;
let requests: RequestTools;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
  ({ pool } = service.tools);
  requests = {
    ...service.tools.requests,
    async lotFor({ auction_url }) {
      const number = auction_url.split('/').at(-1) ?? '';
      if (number.endsWith('13')) throw new AppError('source_blocked', 'The site refuses our server.');
      const lot = { ...madeUpLot(`copart:${number}`), lot_number: number, url: auction_url };
      await saveLot(pool, lot.lot_key, 'fetched', lot);
      return lot;
    },
  };
});
afterAll(() => service.close());

let numbers = 52_000_000;
const lots = (count: number): { link: string }[] =>
  Array.from({ length: count }, () => {
    numbers += 1;
    if (String(numbers).endsWith('13')) numbers += 1;
    return { link: `https://www.copart.com/lot/${numbers}` };
  });

/** A user's lots put on the board at once and started; answers their running reports. */
async function batchOf(userId: string, asked: { link: string }[]): Promise<string[]> {
  await startBatch(
    { pool, queue: service.tools.queue, licensed: false },
    { userId, origin: null, keyId: null },
    { lots: asked, confirm: true },
  );
  const waiting = await pool.query<{ id: string }>(
    'SELECT id FROM waiting_lots WHERE user_id = $1 ORDER BY turn',
    [userId],
  );
  for (const { id } of waiting.rows) await startWaitingLot(requests, { waiting_lot_id: id });
  const reports = await pool.query<{ id: string }>(
    'SELECT id FROM reports WHERE user_id = $1 ORDER BY created_at',
    [userId],
  );
  return reports.rows.map(({ id }) => id);
}

/** Ends a report as its worker does. */
async function end(userId: string, reportId: string, outcome: 'ready' | 'failed'): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query(
      `UPDATE reports SET finished_at = now(), status = $2, message = $3, error_code = $4, total_cost_cents = 710000 WHERE id = $1`,
      outcome === 'ready'
        ? [reportId, 'finished', '', null]
        : [reportId, 'download_images_failed', 'The photos did not come.', 'unavailable'],
    );
    const { reportEnded } = service.tools;
    await reportEnded?.(client, { userId, reportId } as Parameters<typeof reportEnded>[1], outcome);
  });
}

const mailsTo = async (userId: string) =>
  (
    await pool.query<{ template: string; recipient: string; parameters: Record<string, string> }>(
      'SELECT m.template, m.recipient, m.parameters FROM mails m JOIN users u ON u.email = m.recipient WHERE u.id = $1',
      [userId],
    )
  ).rows;

describe('lots that were put on the board at once', () => {
  test('are told of by one mail, when the last of them has ended', async () => {
    const userId = await addUser(pool, 5);
    const [first = '', second = ''] = await batchOf(userId, lots(2));
    await end(userId, first, 'ready');
    expect(await mailsTo(userId)).toEqual([]);
    await end(userId, second, 'failed');
    expect((await mailsTo(userId)).map(({ template }) => template)).toEqual(['batch_ready']);
  });

  test('that end at the same moment are told of once', async () => {
    const userId = await addUser(pool, 5);
    const reports = await batchOf(userId, lots(4));
    await Promise.all(reports.map((id) => end(userId, id, 'ready')));
    expect(await mailsTo(userId)).toHaveLength(1);
  });

  test('are named with what each sells for, and those without a report with why', async () => {
    const userId = await addUser(pool, 5);
    const refused = { link: 'https://www.copart.com/lot/52999913' };
    const [first = '', second = ''] = await batchOf(userId, [...lots(2), refused]);
    await pool.query(`UPDATE reports SET deal_verdict = 'buy', deal_brief = $2 WHERE id = $1`, [
      second,
      JSON.stringify({
        price: { of: 'expected', usd: 4000, low: 2350, high: 6850, grounds: [{ code: 'table', usd: 4000 }] },
        answer: { form: 'bid_up_to', bid: 4000, of: 'expected', max_bid: 4400, profit: 2000 },
      }),
    ]);
    await end(userId, first, 'failed');
    await end(userId, second, 'ready');
    const [mail] = await mailsTo(userId);
    if (!mail) return expect.fail('there is no mail');
    const filled = await inTransaction(pool, (client) =>
      fillBatchEmail(() => 'https://lots.example')(client, { ...mail, template: 'batch_ready' }),
    );
    expect(filled?.parameters).toMatchObject({
      sum: '1 of 3 reports is ready',
      lots: [
        {
          words: expect.stringMatching(
            /^Buy\. Max bid \$4,400\. Sells for about \$4,000 .*Repair about \$7,100\.$/,
          ),
        },
        { words: 'No report, not charged: The photos did not come.' },
        { words: 'No report, not charged: The site refuses our server.', link: 'https://lots.example/board' },
      ],
    });
  });

  test('are told of where the last one is canceled', async () => {
    const userId = await addUser(pool, 5);
    const [first = '', second = ''] = await batchOf(userId, lots(2));
    await end(userId, first, 'ready');
    await cancelReport(service.tools.requests, userId, second);
    expect((await mailsTo(userId)).map(({ template }) => template)).toEqual(['batch_ready']);
  });
});

test('a lot that was put on the board alone has its report’s own mail', async () => {
  const userId = await addUser(pool, 5);
  const [report = ''] = await batchOf(userId, lots(1));
  await end(userId, report, 'ready');
  expect((await mailsTo(userId)).map(({ template }) => template)).toEqual(['report_ready']);
});

test('a lot that could not be read stands on the board with its car where that is known', async () => {
  const userId = await addUser(pool, 5);
  const link = 'https://www.copart.com/lot/52888813';
  await saveLot(pool, 'copart:52888813', 'fetched', {
    ...madeUpLot('copart:52888813'),
    name: '2019 HONDA ACCORD',
    url: link,
  });
  await batchOf(userId, [{ link }]);
  const { rows } = await pool.query('SELECT name, state FROM waiting_lots WHERE user_id = $1', [userId]);
  expect(rows).toEqual([{ name: '2019 HONDA ACCORD', state: 'refused' }]);
});
