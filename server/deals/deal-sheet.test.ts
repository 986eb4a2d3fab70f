import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DESTINATIONS } from '../../contract/deal/deal-settings.ts';
import { dealSheetSchema } from '../../contract/deal/deal-sheet.ts';
import { dealView } from '../../contract/report-view/deal/deal-view.ts';
import { readTitle } from '../damage-detectors/declared/title.ts';
import { dealSheet } from './deal-sheet.ts';
import { anyDeal, DAY, dealOf, LOT } from './fixtures/made-up-deal.ts';
import { settingsOver } from './settings-over.ts';

const RUNS = { numRuns: 40 };
const sold = (listed: string) => ({ title: { listed, read: readTitle(listed) } });
const figuresOf = (listed: string, state: string | null = null) => {
  const { rows, flags } = dealSheet(
    dealOf({ bid: 5000 }, { title: { listed, read: readTitle(listed, state) } }),
  );
  const usd = (id: string) => rows.find((row) => row.id === id)?.usd;
  return {
    fee: usd('buyer_fee'),
    resale: usd('resale'),
    inspected: usd('rebuilt_title') !== undefined,
    flag: flags.find(({ code }) => code === 'title' || code === 'title_unknown'),
  };
};
const PARTS = Array.from({ length: 60 }, () => ({
  name: 'hood panel',
  side: 'none' as const,
  kind: 'assembly' as const,
  section: 'hood' as const,
  list: 600_00,
  quantity: 1,
  whole: 0.9,
}));

const sheetOf = (deal: Parameters<typeof dealSheet>[0]) => ({
  report_id: 'r',
  settings: deal.settings,
  defaults: {},
  changes: [],
  ...dealSheet(deal),
});

describe('the sheet', () => {
  it('is what the contract promises, for any deal', () => {
    fc.assert(
      fc.property(anyDeal, (deal) => {
        const sheet = sheetOf(deal);
        expect(dealSheetSchema.parse(sheet)).toEqual(sheet);
      }),
      RUNS,
    );
  });

  it('adds up: bid and all rows but the resale and the wanted profit are what is paid', () => {
    fc.assert(
      fc.property(anyDeal, (deal) => {
        const { rows, bid, all_in } = dealSheet(deal);
        const paid = rows
          .filter(({ group }) => group !== 'resale' && group !== 'wanted')
          .reduce((sum, { usd }) => sum + Math.round((usd ?? 0) * 100), Math.round(bid * 100));
        expect(paid).toBe(Math.round(all_in * 100));
      }),
      RUNS,
    );
  });

  it('is open while a cost is unknown, and only then', () => {
    fc.assert(
      fc.property(anyDeal, (deal) => {
        const { rows, unknown_rows, all_in_at_least } = dealSheet(deal);
        expect(unknown_rows).toEqual(
          rows
            .filter(({ usd, group }) => usd === null && group !== 'resale' && group !== 'wanted')
            .map(({ id }) => id),
        );
        expect(all_in_at_least).toBe(unknown_rows.length > 0);
      }),
      RUNS,
    );
  });

  it('costs at least as much once unknown costs are entered', () => {
    fc.assert(
      fc.property(anyDeal, fc.integer({ min: 0, max: 9_000 }), (deal, usd) => {
        const before = dealSheet({ ...deal, settings: { ...deal.settings, bid: 5_000 } });
        const rows = {
          ...deal.settings.rows,
          ...Object.fromEntries(before.unknown_rows.map((id) => [id, usd])),
        };
        const after = dealSheet({ ...deal, settings: { ...deal.settings, bid: 5_000, rows } });
        expect(after.all_in).toBeGreaterThanOrEqual(before.all_in);
        expect(after.unknown_rows.filter((id) => before.unknown_rows.includes(id))).toEqual([]);
      }),
      RUNS,
    );
  });

  it('shows no sum with an unknown row as if it were whole', () => {
    fc.assert(
      fc.property(anyDeal, (deal) => {
        const sheet = sheetOf(deal);
        const { groups, sums, ways } = dealView(sheet);
        for (const { total, rows } of groups)
          if (total !== null && rows.some(({ known }) => !known))
            expect(total).toMatch(/^(at least |Not known)/);
        const shown = [...sums, ...ways.flatMap(({ rows }) => rows)];
        if (sheet.all_in_at_least)
          for (const { label, amount } of shown)
            if (/^All in/.test(label)) expect(amount).toMatch(/^at least \$/);
            else if (/^Left/.test(label)) expect(amount).toMatch(/^(at most |Not known)/);
      }),
      RUNS,
    );
  });

  it.each([
    ['copart', 'sister_site'],
    ['iaai', 'other_auction'],
  ] as const)('says where the bid increments of %s come from', (auction, doubt) => {
    const { bid_sources } = dealSheet(dealOf({}, { auction }));
    expect(bid_sources.map((source) => source.doubt)).toEqual([doubt]);
  });

  it('says of every figure of a table where it comes from', () => {
    fc.assert(
      fc.property(anyDeal, (deal) => {
        const { rows } = dealSheet(deal);
        expect(rows.filter(({ from, sources }) => from === 'table' && sources.length === 0)).toEqual([]);
        expect(rows.filter(({ from, usd }) => (from === 'unknown') !== (usd === null))).toEqual([]);
      }),
      RUNS,
    );
  });

  it('leaves what is not known unknown, and counts it nothing', () => {
    const storage = dealSheet(dealOf()).rows.find(({ id }) => id === 'storage');
    expect(storage).toMatchObject({ usd: null, from: 'unknown', basis: { needs: 'storage' } });
  });

  it('takes its user’s figure and keeps the one it stands for', () => {
    const gate = dealSheet(dealOf({ rows: { gate: 120 } })).rows.find(({ id }) => id === 'gate');
    expect(gate).toMatchObject({ usd: 120, from: 'user', sources: [], instead_of: 95 });
  });

  it('says of a duty that cars of US origin may be free of it, and charges none where its user says so', () => {
    const duty = (eu_duty_off: boolean) =>
      dealSheet(dealOf({ destination: 'LT', bid: 5000, eu_duty_off })).rows.find(({ id }) => id === 'duty');
    expect(duty(false)?.sources[0]?.doubt).toBe('annex_not_seen');
    expect(duty(false)?.usd).toBeGreaterThan(500);
    expect(duty(true)?.usd).toBe(0);
  });

  it('asks for a rate of hryvnias, which no table has', () => {
    const pension = (rates: { UAH?: number }) =>
      dealSheet(dealOf({ destination: 'UA', rates })).rows.find(({ id }) => id === 'pension_fund');
    expect(pension({})?.basis).toEqual({ code: 'unknown', needs: 'exchange_rate' });
    expect(pension({ UAH: 0.024 })?.usd).toBeGreaterThan(0);
  });

  it.each([
    ['live', 160],
    ['pre_bid', 140],
  ] as const)('charges one bid fee at IAA whatever the title, bid %s', (bid_way, usd) => {
    for (const fee_title of ['clean', 'non_clean'] as const) {
      const fee = dealSheet(dealOf({ bid: 8_000, bid_way, fee_title }, { auction: 'iaai' })).rows.find(
        ({ id }) => id === 'bid_fee',
      );
      expect(fee?.usd).toBe(usd);
    }
  });

  it.each(DESTINATIONS.filter((country) => country !== 'US'))(
    'counts certification and what else its user enters of a car sold in %s',
    (destination) => {
      const cost = (rows: object) => dealSheet(dealOf({ destination, bid: 5_000, rows })).all_in;
      const ids = ['duty', 'vat', 'certification', ...(destination === 'other' ? ['excise'] : [])];
      for (const id of ids) expect(cost({ [id]: 500 }) - cost({ [id]: 0 })).toBeGreaterThanOrEqual(500);
    },
  );

  it('has account settings under those of the report', () => {
    expect(settingsOver({ risk: 0.2, rates: { EUR: 1.1 } }, { risk: 0.4, rates: { UAH: 0.02 } })).toEqual({
      risk: 0.4,
      rates: { EUR: 1.1, UAH: 0.02 },
    });
  });
});

describe('the chance of the wanted profit', () => {
  it('never rises with the bid', () => {
    fc.assert(
      fc.property(anyDeal, (deal) => {
        const chances = dealSheet(deal).curve.map(({ probability }) => probability);
        expect(chances).toEqual(chances.toSorted((a, b) => b - a));
      }),
      RUNS,
    );
  });

  it('is what its user wants at the ceiling, and less at the next bid told', () => {
    fc.assert(
      fc.property(anyDeal, (deal) => {
        const { ceiling, curve, risk } = dealSheet(deal);
        fc.pre(ceiling !== null);
        expect(curve.find(({ bid }) => bid === ceiling)?.probability).toBeGreaterThanOrEqual(1 - risk);
        for (const { bid, probability } of curve)
          if (bid > ceiling) expect(probability).toBeLessThan(1 - risk);
      }),
      RUNS,
    );
  });

  it('has a lower ceiling where less risk is taken', () => {
    const at = (risk: number) => dealSheet(dealOf({ risk })).ceiling ?? 0;
    expect(at(0.1)).toBeLessThan(at(0.6));
  });
});

describe('the verdict', () => {
  it('is to buy where the wanted profit is likely at the price its user names', () => {
    const { verdict, reasons } = dealSheet(dealOf({ bid: 500 }));
    expect(verdict).toBe('buy');
    expect(reasons.map(({ code }) => code)).toEqual(['highest_bid', 'chance', 'unknown_rows']);
  });

  it('is to pass where the price is beyond any profit', () => {
    const { verdict, reasons } = dealSheet(dealOf({ bid: 19_000 }));
    expect(verdict).toBe('pass');
    expect(reasons[0]).toMatchObject({ code: 'chance', probability: 0 });
  });

  it('is parts where the title forbids the road and the parts pay', () => {
    const { verdict, reasons } = dealSheet(
      dealOf({ bid: 500, rows: { inland: 200 } }, { ...sold('Certificate of Destruction'), parts: PARTS }),
    );
    expect(verdict).toBe('parts');
    expect(reasons.map(({ code }) => code)).toEqual(['parts_value', 'title_forbids']);
  });

  it('is to pass where the title forbids the road and the parts do not pay', () => {
    expect(dealSheet(dealOf({ bid: 9_000 }, sold('Junk'))).verdict).toBe('pass');
  });

  it('goes by its user’s thresholds in place of ours', () => {
    const { verdict, thresholds } = dealSheet(
      dealOf({ bid: 4_000, cost: 'insurer', thresholds: { buy_chance: 1 } }),
    );
    const ours = dealSheet(dealOf({ bid: 4_000, cost: 'insurer' }));
    expect([ours.verdict, verdict]).toEqual(['buy', 'consider']);
    expect(thresholds.map(({ code, value, from }) => [code, value, from])).toEqual([
      ['buy_chance', 1, 'user'],
      ['consider_chance', 0.35, 'table'],
      ['parts_share', 1, 'table'],
    ]);
    expect(ours.thresholds.every(({ sources: [source] }) => source?.judgement)).toBe(true);
    const parted = (parts_share: number) =>
      dealSheet(dealOf({ bid: 2_000, thresholds: { parts_share } }, { ...sold('Junk'), parts: PARTS }))
        .verdict;
    expect([parted(1), parted(9)]).toEqual(['parts', 'pass']);
  });

  it('is none where no price is known', () => {
    expect(dealSheet(dealOf({}, { salvage: null }))).toMatchObject({
      verdict: null,
      reasons: [{ code: 'no_price' }],
    });
  });
});

describe('the value in parts', () => {
  it('is at most half of what the car was worth', () => {
    const [many] = PARTS;
    const parts = many ? [{ ...many, quantity: 400 }] : [];
    expect(dealSheet(dealOf({}, { parts })).part_out?.parts).toBe(10_000);
  });

  it('hardly counts what nobody asks for, and not what is not worth taking off', () => {
    const [part] = PARTS;
    const valued = (over: object) =>
      dealSheet(dealOf({}, { parts: part ? [{ ...part, quantity: 10, ...over }] : [] })).part_out?.parts ?? 0;
    expect(valued({ section: 'interior' })).toBeLessThan(valued({}) / 5);
    expect(valued({ list: 99_99 })).toBe(0);
  });

  it('counts what is whole, and an engine that runs', () => {
    const value = (run: typeof LOT.facts.run) =>
      dealSheet(dealOf({}, { parts: PARTS, value: null, facts: { ...LOT.facts, run } })).part_out?.parts ?? 0;
    // 60 parts × 600 × 0.5 × 0.475 × 0.9; the engine is half of all of them.
    expect(value('stationary')).toBe(7_695);
    expect(value('starts')).toBeCloseTo(7_695 + 8_550 * (0.3333 / 0.6667), 1);
  });

  it('says what to pull, dearest first, and adds up to the parts', () => {
    const [part] = PARTS;
    if (!part) return expect.fail();
    const parts = [
      { ...part, name: 'tail lamp', side: 'left' as const, list: 300_00, whole: 1 },
      { ...part, name: 'hood panel', list: 900_00, whole: 0.8 },
      { ...part, name: 'front fender', side: 'right' as const, whole: 0.4 },
      { ...part, name: 'clip', list: 20_00 },
    ];
    const out = dealSheet(dealOf({}, { parts, facts: { ...LOT.facts, run: 'stationary' } })).part_out;
    expect(out?.pull.map(({ part, used, brings }) => [part, used, brings])).toEqual([
      ['hood panel', 450, 171],
      ['tail lamp', 150, 71.25],
    ]);
    // The fender is too likely hit: 600 × 0.5 × 0.475 × 0.4.
    expect(out).toMatchObject({ engine: 0, others: 57, capped: false, parts: 171 + 71.25 + 57 });
  });

  it('takes its user’s figures, a catalyst among them, and names no source for those', () => {
    const own = { parts: 4_000, catalyst: 300, labor: 500 };
    const out = dealSheet(dealOf({ part_out: own }, { parts: PARTS })).part_out;
    // Metal 1.6 tons at 180; selling 11.5% of the parts.
    expect(out).toMatchObject({ ...own, metal: 288, selling: 460, value: 4_000 + 288 + 300 - 500 - 460 });
    expect(out?.own).toEqual(['parts', 'catalyst', 'labor']);
    expect(out?.sources.map(({ words }) => words)).toEqual([
      expect.stringContaining('A net ton'),
      expect.stringContaining('Net tons'),
      expect.stringContaining('Percent of what the parts bring'),
    ]);
  });

  it('is its user’s where no part is known', () => {
    expect(dealSheet(dealOf({ part_out: { parts: 900 } })).part_out?.parts).toBe(900);
  });

  it('is not known where no part is', () => {
    expect(dealSheet(dealOf()).part_out).toBeNull();
  });
});

describe('a red flag', () => {
  const codes = (lot: Partial<typeof LOT>, settings = {}) =>
    dealSheet(dealOf(settings, lot)).flags.map(({ code }) => code);

  it('is none for a clean car that was looked at', () => {
    expect(codes(sold('Clean'))).toEqual([]);
  });

  it('says what a title costs and asks for', () => {
    const [flag] = dealSheet(dealOf()).flags;
    expect(flag).toMatchObject({
      code: 'title',
      content: 'salvage',
      effects: [{ code: 'inspection' }, { code: 'price_share', share: 0.75 }],
    });
  });

  it('says what a car that does not drive costs more by truck', () => {
    const facts = { ...LOT.facts, run: 'stationary' as const };
    const flags = (settings = {}) => dealSheet(dealOf(settings, { facts })).flags;
    const effects = (settings = {}) => flags(settings).find(({ code }) => code === 'does_not_drive')?.effects;
    expect(effects()).toEqual([{ code: 'costs', usd: 200 }]);
    expect(effects({ rows: { non_runner: 340 } })).toEqual([{ code: 'costs', usd: 340 }]);
  });

  it('says that junk goes neither on the road nor abroad', () => {
    const [flag] = dealSheet(dealOf({ destination: 'PL' }, sold('Junk'))).flags;
    expect(flag?.effects).toEqual([{ code: 'no_road' }, { code: 'no_export' }]);
  });

  it('stands for each thing the report knows against the lot', () => {
    const facts = {
      ...LOT.facts,
      run: 'stationary' as const,
      keys: 'no' as const,
      airbags: 'deployed' as const,
      odometer: null,
      special: 'flood' as const,
      contradictions: ['odometer' as const],
      photos: { all: 8, examined: 0, confirmed: 0, zones_missing: [] },
      frame: 900_00,
      restraints: 2_400_00,
    };
    expect(codes({ ...sold('Clean'), facts })).toEqual([
      'flood',
      'airbags',
      'frame',
      'odometer_unknown',
      'no_keys',
      'does_not_drive',
      'contradiction',
      'photos_not_examined',
    ]);
  });

  it('does not call photos unreviewed once parts were confirmed', () => {
    const photos = { all: 8, examined: 0, confirmed: 3, zones_missing: [] };
    expect(codes({ ...sold('Clean'), facts: { ...LOT.facts, photos } })).not.toContain('photos_not_examined');
  });
});

it('says the same on the same day', () => {
  expect(dealSheet(dealOf())).toEqual(dealSheet(dealOf()));
  expect(dealSheet(dealOf()).day).toBe(DAY);
});

describe('a title that is not sure', () => {
  it('counts fees and resale as the worse, and says so', () => {
    const clean = figuresOf('CERTIFICATE OF TITLE');
    const rebuilt = figuresOf('REBUILT');
    const unsure = figuresOf('CERT OF TITLE - ZORBED');
    expect(unsure).toMatchObject({ fee: rebuilt.fee, resale: rebuilt.resale, inspected: true });
    expect(clean.resale).toBeGreaterThan(Number(unsure.resale));
    expect(unsure.flag).toMatchObject({ code: 'title_unknown', could: ['clean'] });
  });

  it('keeps what is worse than rebuilt', () => {
    expect(figuresOf('FLOOD ZORBED').resale).toBe(figuresOf('FLOOD').resale);
    expect(figuresOf('JUNK ZORBED').resale).toBe(figuresOf('JUNK').resale);
  });

  it('is both things a code can mean, with the costs of either', () => {
    const both = figuresOf('RB');
    expect(both).toMatchObject({ inspected: true, resale: figuresOf('REBUILT').resale });
    expect(both.flag).toMatchObject({ code: 'title_unknown', could: ['rebuilt', 'rebuildable'] });
    expect(figuresOf('RS', 'MA')).toMatchObject({ inspected: false, flag: { code: 'title' } });
  });
});
