import { expect, test } from 'vitest';
import type { StatedBySellers } from '../../contract/facts/stated-number.ts';
import { partPriceWords } from '../../contract/report-view/words/price-origin.ts';
import { gapWords } from '../../contract/report-view/words/reservation.ts';
import type { Detection } from '../../contract/schemas/damage.ts';
import type { CataloguePart, MappedPart } from '../../contract/schemas/part.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { sampleReport } from '../../tests/fixtures/report-model.ts';
import type { EstimatedParts } from './kept-parts.ts';
import { makeReport } from './steps/make-report.ts';
import type { Outputs } from './steps/outputs.ts';

const { lot, vehicle } = sampleReport();
const detection: Detection = {
  engine: {
    id: 'declared',
    model: null,
    prompt_version: null,
    taxonomy_version: 'test',
    prior_version: null,
    tokens_in: 0,
    tokens_out: 0,
    usd: null,
    ms: 0,
    examined_photos: 0,
  },
  findings: [],
  photo_notes: [],
  zones_not_photographed: [],
  conflicts: [],
  warnings: [],
};

const hoodPart: MappedPart = {
  number: '41007290944',
  name: 'Hood',
  group: 'Hood',
  side: null,
  position: null,
  quantity: 1,
  notes: null,
  price: 500,
  currency: 'USD',
  url: null,
  superseded_by: null,
  catalogue: 'test',
  source: 'Parts GmbH',
  dated: '2026-01-02',
  fit: 'model_year',
  year_from: null,
  year_to: null,
  category: 'hood',
  mapped_side: 'none',
  mapped_position: 'front',
};
const createdOn = '2026-11-22T10:00:00.000Z';

/** The report of a car with these numbers of catalogues, and of estimates that its owner keeps. */
async function reportOf(
  mapped: MappedPart[],
  estimated: EstimatedParts = { own: [], opened: [], similar: [] },
  createdAt = createdOn,
  stated: StatedBySellers[] = [],
  asked?: Outputs['crawl_vehicle_parts']['asked'],
): Promise<ReportModel> {
  const gap = {
    step: 'crawl_vehicle_parts',
    code: 'no_catalogue',
    fact: { code: 'no_catalogue', car: '' },
  } as const;
  const { model } = await makeReport(
    { profile: { id: 'insurer' }, defaultState: null, currencies: {}, affiliates: {} },
    { grounds: async () => ({}) },
    {
      reportId: 'a',
      createdAt,
      crawled: {
        lot: { ...lot, primary_damage: 'FRONT END', lot_key: 'a', origin: 'fetched', read_at: createdAt },
        vehicle,
      },
      images: { photos: [], gaps: [] },
      crawledParts: {
        parts: mapped,
        catalogues: ['test'],
        gaps: mapped.length === 0 ? [gap] : [],
        stated,
        ...(asked && { asked }),
      },
      mapped: { parts: mapped },
      estimated,
      detection,
    },
  );
  return model;
}

const hoodOf = (report: ReportModel) => report.estimate.lines.find(({ category }) => category === 'hood');

/** The hood of a report made on a day whose catalogue asks a price for it. */
async function reportedHood(price: number, currency: string, createdAt: string) {
  const report = await reportOf([{ ...hoodPart, price, currency }], undefined, createdAt);
  return {
    price: hoodOf(report)?.part_price,
    rates: report.sources.filter(({ kind }) => kind === 'exchange_rates'),
  };
}

test('what sellers state stands on its line, and moves no figure of the report', async () => {
  const number = {
    number: '41007290944',
    sellers: 3,
    asked_new: { low: 1, high: 2, offers: 2 },
    asked_used: null,
  };
  const place = { category: 'hood', side: 'none', position: 'front' } as const;
  const stated = { ...place, year: 2016, model: '328i', of: 4, dated: '2026-11-20', numbers: [number] };
  const claimed = await reportOf([], undefined, createdOn, [stated]);
  const without = await reportOf([]);
  const hood = claimed.estimate.lines.find(({ category }) => category === 'hood');
  expect(hood?.stated_by_sellers).toEqual([stated]);
  const unclaimed = claimed.estimate.lines.map(({ stated_by_sellers: _, ...line }) => line);
  expect({ ...claimed.estimate, lines: unclaimed }).toEqual(without.estimate);
  expect(claimed.headline).toEqual(without.headline);
});

test('which sources of numbers were asked, and which of them take the car, is told', async () => {
  const asked = { parts_catalogs: false, imported_parts: true, sellers: false };
  const { number_sources } = await reportOf([hoodPart], undefined, createdOn, [], asked);
  expect(number_sources?.map(({ source, on, covers }) => [source, on, covers])).toEqual([
    ['parts_catalogs', false, true],
    ['imported_parts', true, true],
    ['sellers', false, true],
    ['own_estimates', false, true],
    ['dealer_pages', false, true],
  ]);
  expect(await reportOf([hoodPart])).not.toHaveProperty('number_sources');
});

const BANK = 'European Central Bank euro reference rates';

test('a catalogue price in euros is converted by the dated public table, which the sources name', async () => {
  const { price, rates } = await reportedHood(500, 'EUR', '2026-11-22T10:00:00.000Z');
  expect(price).toMatchObject({
    likely: 588.05,
    basis: 'catalogue',
    converted: { amount: 500, currency: 'EUR', rate: 1.1761, rate_date: '2026-05-08', rate_source: BANK },
  });
  expect(rates).toEqual([{ kind: 'exchange_rates', source: BANK, version: null, dated: '2026-05-08' }]);
});

test('a report made more than a year after the table says that its rates are old', async () => {
  const { price } = await reportedHood(500, 'EUR', '2027-06-01T10:00:00.000Z');
  expect(price?.converted).toMatchObject({ rate_source: BANK, rate_old: true });
});

test('a price in a currency of no table is said to be unused', async () => {
  const { price, rates } = await reportedHood(500, 'TWD', '2026-11-22T10:00:00.000Z');
  expect(price).toMatchObject({
    basis: 'judgement',
    origin: { unrated: ['TWD'] },
  });
  expect(rates).toEqual([]);
});

const { category: _, mapped_side: __, mapped_position: ___, ...listed } = hoodPart;
const estimated = (from_estimate: 'this_car' | 'similar_car'): CataloguePart => ({
  ...listed,
  number: '41007290945',
  name: 'Hood panel',
  price: 640,
  catalogue: `kept-estimates ${from_estimate}`,
  source: 'Your estimate',
  dated: '2026-03-01',
  fit: from_estimate === 'this_car' ? 'exact_vin' : 'unknown',
  from_estimate,
});

test('an estimate of the car that its owner keeps has the first number and the price', async () => {
  const report = await reportOf([hoodPart], { own: [estimated('this_car')], opened: [], similar: [] });
  expect(hoodOf(report)).toMatchObject({
    oem_numbers: [
      { number: '41007290945', fit: 'exact_vin', from_estimate: 'this_car' },
      { number: '41007290944', source: 'Parts GmbH' },
    ],
    part_price: { likely: 640, basis: 'catalogue', dated: '2026-03-01' },
  });
  expect(report.sources).toContainEqual({
    kind: 'numbers',
    source: 'Your estimate',
    version: null,
    dated: '2026-03-01',
  });
});

test('a dealer’s page that its owner opened prices the catalog’s number, and says that it fits', async () => {
  const url = 'https://bmw.oempartsonline.com/oem-parts/bmw-hood-41007290945';
  const { from_estimate: _, ...known } = estimated('this_car');
  const page: CataloguePart = {
    ...known,
    number: hoodPart.number,
    price: 912.5,
    url,
    catalogue: 'dealer-page bmw.oempartsonline.com',
    source: 'Dealer’s page you opened, bmw.oempartsonline.com',
    fit: 'exact_vin',
    opened_page: true,
  };
  const report = await reportOf([{ ...hoodPart, price: null }], { own: [], opened: [page], similar: [] });
  const numbers = report.estimate.lines.flatMap(({ oem_numbers }) => oem_numbers);
  expect(numbers.filter(({ number }) => number === hoodPart.number)).toMatchObject([
    { source: hoodPart.source, fit: 'exact_vin', price: 912.5, price_from: { source: page.source, url } },
  ]);
});

test('an estimate of a similar car gives a line without a number its price, and never its number', async () => {
  const report = await reportOf([], { own: [], opened: [], similar: [estimated('similar_car')] });
  const line = hoodOf(report);
  expect(line).toMatchObject({
    oem_numbers: [],
    oem_missing: { code: 'not_listed' },
    similar_numbers: [{ number: '41007290945', fit: 'unknown' }],
    part_price: { likely: 640 },
  });
  expect(line?.part_price && partPriceWords(line.part_price)).toBe(
    'Price of the part on a similar car, Your estimate',
  );
});

test('an estimate of a similar car says nothing where a catalog has a number', async () => {
  const report = await reportOf([hoodPart], { own: [], opened: [], similar: [estimated('similar_car')] });
  expect(hoodOf(report)).toEqual(hoodOf(await reportOf([hoodPart])));
  expect(report.sources.map(({ source }) => source)).not.toContain('Your estimate');
});

test('where no catalog covers the car the reader is told whose the numbers are', async () => {
  const { gaps } = await reportOf([], { own: [estimated('this_car')], opened: [], similar: [] });
  expect(gaps.map(gapWords)).toContain(
    'No parts catalog here covers this car: the OEM numbers are those of kept estimates.',
  );
});
