import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { reportListItemSchema } from '../../../contract/calls.ts';
import { dealSheetSchema } from '../../../contract/deal/deal-sheet.ts';
import { pushMessageSchema } from '../../../contract/push/push-message.ts';
import { pushStateSchema } from '../../../contract/push/push-subscription.ts';
import type { Lot } from '../../../contract/schemas/lot.ts';
import { NO_MARKET } from '../../../contract/schemas/market.ts';
import { compareLotAnswerSchema } from '../../../contract/watch/lot-change.ts';
import { bidCarsPage } from '../../../samples/bid-cars-page.ts';
import { SAMPLE_LISTINGS } from '../../../samples/sample-lots.ts';
import { scrapeLot } from '../../../server/lots/scrape-lot.ts';
import { alertOfSales } from '../../../server/reports/watch/alert-of-sales.ts';
import { noteReading } from '../../../server/reports/watch/note-reading.ts';
import { addFinishedReport, addSignedIn } from '../finished-report.ts';
import { PUSH_ORIGIN, type PushStandIn, startPushService } from '../push-stand-in.ts';
import { startService, type TestService, until } from '../service.ts';

let standIn: PushStandIn;
let service: TestService;
beforeAll(async () => {
  standIn = await startPushService();
  service = await startService(inject('databaseServer'), {
    environment: { SOURCE_ORIGINS: JSON.stringify({ [PUSH_ORIGIN]: standIn.origin }) },
  });
});
afterAll(async () => {
  await service.close();
  await standIn.close();
});

/** So many days from now: nobody is told of a sale that is long over. */
const saleIn = (days: number): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T15:00:00Z`;
const [SALE, LATER] = [saleIn(7), saleIn(14)];
const dayOf = (sale: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(sale));

let numbers = 60_000_000;
/** A user with a finished report of a Copart lot of their own, and the lot as that report has it. */
async function watcher(facts: Partial<Lot> = {}) {
  const { userId, token } = await addSignedIn(service);
  const report = await addFinishedReport(service, userId);
  numbers += 1;
  const url = `https://www.copart.com/lot/${numbers}`;
  const { pool } = service.tools;
  const given = {
    site: 'copart',
    lot_number: String(numbers),
    url,
    vin: `1FAHP2E80DG${String(numbers).slice(2)}`,
    vin_masked: false,
    sale_date: SALE,
    listing_state: 'active',
    ...facts,
  };
  const { rows } = await pool.query<{ lot: Lot }>(
    `UPDATE reports SET url = $2, lot_key = $3, vin = $4, model = jsonb_set(model, '{lot}', (model -> 'lot') || $5::jsonb)
      WHERE id = $1 RETURNING model -> 'lot' AS lot`,
    [report, url, `copart:${numbers}`, given.vin, JSON.stringify(given)],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('there is no report');
  return {
    userId,
    token,
    report,
    lot: row.lot,
    read: (change: Partial<Lot>, by: string | null = userId) =>
      noteReading(service.tools.watch, by, { lot: { ...row.lot, ...change }, readAt: new Date() }),
    async changes() {
      const answer = await service.call('GET', 'users/get_reports', { token });
      const [item] = reportListItemSchema.array().parse(JSON.parse(answer.text));
      return item?.changes?.map(({ fact, before, after }) => [fact, before, after]);
    },
  };
}

/** The mails about changes to a user, once none waits. */
async function lettersTo(userId: string): Promise<string[]> {
  const { pool, outbox } = service.tools;
  const { rows } = await pool.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [userId]);
  const email = rows[0]?.email ?? '';
  await until('no mail waits', 60_000, async () => {
    const waiting = await pool.query('SELECT 1 FROM mails WHERE sent_at IS NULL AND recipient = $1', [email]);
    return waiting.rowCount === 0;
  });
  const all = await Promise.all(
    (await outbox.list()).map(async (id) => PostalMime.parse((await outbox.read(id)) ?? '')),
  );
  return all
    .filter(({ to, subject }) => to?.[0]?.address === email && subject?.startsWith('Lot changed'))
    .map(({ text }) => text ?? '');
}

describe('a lot of the board that is read again', () => {
  test('is on its row what it has become, the newest first', async () => {
    const { read, changes } = await watcher();
    expect(await changes()).toEqual([]);
    expect(await read({})).toEqual({ watched: true, changes: [] });
    await read({ sale_date: LATER });
    await read({ sale_date: LATER, listing_state: 'sold' });
    expect(await changes()).toEqual([
      ['listing_state', 'active', 'sold'],
      ['sale_date', SALE, LATER],
    ]);
  });

  test('reports bids, Buy Now and price as they change', async () => {
    const market = { ...NO_MARKET, currency: 'USD', sale_state: 'upcoming' as const, sale_at: SALE };
    const { read, changes } = await watcher({ market: { ...market, current_bid: 1900 } });
    await read({ market: { ...market, current_bid: 2100, buy_now: 16_900 } });
    await read({
      listing_state: 'sold',
      market: { ...market, current_bid: null, final_bid: 4975, sale_state: 'sold' },
    });
    expect(await changes()).toEqual([
      ['final_bid', null, '4975 USD'],
      ['listing_state', 'active', 'sold'],
      ['buy_now', null, '16900 USD'],
      ['current_bid', '1900 USD', '2100 USD'],
    ]);
  });

  test('reports no change of a price without a currency', async () => {
    const market = { ...NO_MARKET, sale_state: 'upcoming' as const };
    const { read } = await watcher({ market: { ...market, currency: 'USD', current_bid: 1900 } });
    expect((await read({ market: { ...market, current_bid: 2600 } })).changes).toEqual([]);
  });

  test('has changed once, however many read it so at a time', async () => {
    const { read, changes } = await watcher();
    await Promise.all([1, 2, 3, 4].map(() => read({ retail_value: 4_321 })));
    expect((await changes())?.filter(([fact]) => fact === 'retail_value')).toHaveLength(1);
  });

  test('is known by its whole VIN where it is listed again under another number, and its old page is then no news', async () => {
    const { lot, read, changes } = await watcher();
    const again = { lot_number: '59999999', url: 'https://www.copart.com/lot/59999999' };
    await read({ ...again, sale_date: saleIn(26) });
    const told = [
      ['lot_number', lot.lot_number, '59999999'],
      ['sale_date', SALE, saleIn(26)],
    ];
    expect(await changes()).toEqual(told);
    await read({ listing_state: 'ended' });
    expect(await changes()).toEqual(told);
  });

  test('is not what a page of the same car tells that was to be sold before', async () => {
    const { read, changes } = await watcher();
    const before = { lot_number: '58888888', url: 'https://www.copart.com/lot/58888888' };
    await read({ ...before, sale_date: saleIn(-20) });
    expect(await changes()).toEqual([]);
  });

  test('by everybody’s reading is told to all who have it, by one’s own page to its sender alone', async () => {
    const [owner, stranger] = [await watcher(), await watcher()];
    await owner.read({ sale_date: LATER }, stranger.userId);
    expect(await owner.changes()).toEqual([]);
    await owner.read({ sale_date: saleIn(15) }, null);
    expect(await owner.changes()).toEqual([['sale_date', SALE, saleIn(15)]]);
    expect(await stranger.changes()).toEqual([]);
  });

  test('is compared with no report that is archived', async () => {
    const { token, report, read } = await watcher();
    const archived = await service.call('PATCH', 'selected_reports', {
      token,
      json: { report_ids: [report], archived: true },
    });
    expect(archived.status).toBe(200);
    expect(await read({ sale_date: LATER })).toEqual({ watched: false, changes: [] });
  });
});

describe('news of a lot', () => {
  test('goes to its owner by one mail for one reading, unless they want none', async () => {
    const [wants, wantsNot] = [await watcher(), await watcher()];
    const off = await service.call('PATCH', 'users/me/preferences', {
      token: wantsNot.token,
      json: { mails: { lot_changed: false } },
    });
    expect(off.status).toBe(200);
    for (const { read } of [wants, wantsNot]) await read({ sale_date: LATER, listing_state: 'sold' });
    const letters = await lettersTo(wants.userId);
    expect(letters).toHaveLength(1);
    expect(letters[0]).toContain(`Sale moved from ${dayOf(SALE)} to ${dayOf(LATER)}. Sold.`);
    expect(letters[0]).toContain(`/reports/${wants.report}`);
    expect(await lettersTo(wantsNot.userId)).toEqual([]);
  });

  test('goes to the devices that are told of reports', async () => {
    const { token, report, read } = await watcher();
    const state = await service.call('GET', 'users/me/push', { token });
    const device = standIn.subscribe(pushStateSchema.parse(state.json).public_key);
    await service.call('POST', 'users/me/push', { token, json: device.subscription });
    await read({ sale_date: LATER });
    const [told] = await until('the device was told', 60_000, async () =>
      device.told.length > 0 ? device.told : null,
    );
    expect(pushMessageSchema.parse(JSON.parse(told?.text ?? ''))).toMatchObject({
      outcome: 'changed',
      report_id: report,
    });
  });
});

describe('what to bid', () => {
  const MARKET = { ...NO_MARKET, currency: 'USD', sale_state: 'upcoming' as const, sale_at: SALE };
  const dealOf = async ({ token, report }: { token: string; report: string }) =>
    dealSheetSchema.parse((await service.call('GET', `reports/${report}/deal`, { token })).json);

  test('goes by the bid that was read last, and has a history of what changed', async () => {
    const owner = await watcher({ market: { ...MARKET, current_bid: 1900 } });
    expect(await dealOf(owner)).toMatchObject({ bid_now: 1900, changes: [] });
    await owner.read({ market: { ...MARKET, current_bid: 2600 } });
    const { bid_now, changes } = await dealOf(owner);
    expect(bid_now).toBe(2600);
    expect(changes.map(({ fact, before, after }) => [fact, before, after])).toEqual([
      ['current_bid', '1900 USD', '2600 USD'],
    ]);
  });

  test('is the price it brought once its sale is over, with what was expected', async () => {
    const owner = await watcher({ market: { ...MARKET, current_bid: 1900 } });
    await owner.read({ listing_state: 'sold', market: { ...MARKET, final_bid: 4975, sale_state: 'sold' } });
    expect((await dealOf(owner)).price).toMatchObject({
      of: 'sold',
      usd: 4975,
      expected: expect.any(Number),
    });
  });
});

describe('a sale within a day', () => {
  const soon = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
  const alerted = async (reportId: string): Promise<number> => {
    await alertOfSales({ ...service.tools, now: () => new Date() });
    const { rowCount } = await service.tools.pool.query(
      "SELECT 1 FROM mails WHERE template = 'sale_soon' AND parameters ->> 'report_id' = $1",
      [reportId],
    );
    return rowCount ?? 0;
  };

  test('is told of once, and once more when it moved', async () => {
    const { report, read } = await watcher({ sale_date: soon(5) });
    expect([await alerted(report), await alerted(report)]).toEqual([1, 1]);
    await read({ sale_date: soon(9) });
    expect(await alerted(report)).toBe(2);
  });

  test('is not told of where it is further off, moved away, or over', async () => {
    const later = await watcher({ sale_date: soon(30) });
    const moved = await watcher({ sale_date: soon(6) });
    await moved.read({ sale_date: LATER });
    const sold = await watcher({ sale_date: soon(7) });
    await sold.read({ sale_date: soon(7), listing_state: 'sold' });
    for (const { report } of [later, moved, sold]) expect(await alerted(report)).toBe(0);
  });
});

describe('over HTTP', () => {
  const listing = SAMPLE_LISTINGS['90000001'];
  const LINK = 'https://bid.cars/en/lot/1-90000001';

  /** A user with a report of the sample lot, whose sale the report has on another day than the page. */
  async function buyer() {
    const { userId, token } = await addSignedIn(service);
    await addFinishedReport(service, userId);
    await service.tools.pool.query(
      `UPDATE reports SET url = $2, lot_key = 'bid.cars:1-90000001', model = jsonb_set(model, '{lot,sale_date}', '"2026-01-02T15:00:00Z"') WHERE user_id = $1`,
      [userId, LINK],
    );
    const page = bidCarsPage(listing);
    return {
      userId,
      token,
      compare: () =>
        service.call('POST', 'auction/compare_lot', { token, json: { auction_link: LINK, page } }),
    };
  }

  test('the page its user has open is compared, and nothing else is kept of it', async () => {
    const { compare } = await buyer();
    const lots = async () => (await service.tools.pool.query('SELECT 1 FROM lots')).rowCount;
    const before = await lots();
    const first = compareLotAnswerSchema.parse((await compare()).json);
    expect(first.watched).toBe(true);
    expect(first.changes.map(({ fact }) => fact)).toContain('sale_date');
    expect(compareLotAnswerSchema.parse((await compare()).json)).toEqual({
      watched: true,
      changes: [],
      // The sample's own report: its repair leaves no bid that pays.
      bid: { now: listing.currentBid, max_bid: null },
    });
    expect(await lots()).toBe(before);
  });

  test('a lot that is read for anybody is compared for whoever has it on the board', async () => {
    const { userId } = await buyer();
    await service.tools.pool.query("DELETE FROM lots WHERE key = 'bid.cars:1-90000001'");
    await scrapeLot(service.tools.lots, LINK, AbortSignal.timeout(60_000));
    const { rowCount } = await service.tools.pool.query(
      "SELECT 1 FROM lot_changes c JOIN reports r ON r.id = c.report_id WHERE r.user_id = $1 AND c.fact = 'sale_date'",
      [userId],
    );
    expect(rowCount).toBe(1);
  });

  test('a user without a report of the lot hears that there is nothing to compare', async () => {
    const { token } = await addSignedIn(service);
    const { compare } = await buyer();
    await compare();
    const answer = await service.call('POST', 'auction/compare_lot', {
      token,
      json: { auction_link: LINK, page: bidCarsPage(listing) },
    });
    expect(answer.json).toEqual({ watched: false, changes: [], bid: null });
  });
});
