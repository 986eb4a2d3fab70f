import fs from 'node:fs';
import zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { headlineReasons } from '../../../contract/report-view/head/headline.ts';
import { SETTLED_BY } from '../../../contract/report-view/outcome-rows.ts';
import { assumptionsOf } from '../../../contract/report-view/words/assumptions.ts';
import { differenceWords, sellerNote } from '../../../contract/report-view/words/seller.ts';
import { type ReportModel, reportModelSchema } from '../../../contract/schemas/report.ts';
import sample from '../../../samples/sample-report.json' with { type: 'json' };
import { provenanceOf } from './provenance.ts';
import { NOT_HELD } from './provenance-answer.ts';
import { cutAtNumbers } from './provenance-words.ts';

const report = reportModelSchema.parse(sample);
const [first] = report.estimate.lines;
if (!first) throw new Error('the sample has lines');
const withLine = (change: Partial<typeof first>): ReportModel => ({
  ...report,
  estimate: { ...report.estimate, lines: [{ ...first, ...change }] },
});

/** Every figure that the page of this report shows. */
const keys = [
  'total',
  'repair-to-value',
  'parts-count',
  'seller:repair_cost',
  'seller:retail_value',
  'our-value',
  'total-loss',
  'mileage',
  'catalogue-share',
  ...report.estimate.totals.map(({ key }) => `row:${key}`),
  ...['as_written', 'possible', 'slight', 'fall_away', 'unlocated', 'average'].map((row) => `outcome:${row}`),
  ...SETTLED_BY.map((by) => `settled:${by}`),
  ...['seen', 'declared', 'likely_hidden', 'standard'].map((name) => `block:${name}`),
  ...report.estimate.lines.flatMap((line) => [
    `cost:${line.id}`,
    `chance:${line.id}`,
    `adds:${line.id}`,
    ...(line.labour || line.refinish ? [`hours:${line.id}`] : []),
    ...(line.labour ? [`labour:${line.id}`] : []),
    ...(line.refinish ? [`refinish:${line.id}`] : []),
    ...(line.part_price ? [`part:${line.id}`] : []),
    ...(line.sublet ? [`sublet:${line.id}`] : []),
    ...line.oem_numbers.map(({ number }) => `oem:${number}|${line.id}`),
  ]),
];

/** Whether the figures before the equals sign come to the one behind it. */
function addedUp(step: string): boolean {
  const [left = '', right = ''] = step.slice(step.indexOf(': ') + 1).split('=');
  const cents = (text: string) => Math.round(Number(text.replace(/[^\d.]/g, '')) * 100);
  const signed = [...left.matchAll(/(−? ?)(\$[\d,.]+)/g)];
  const sum = signed.reduce((all, [, sign, amount = '']) => all + (sign?.trim() ? -1 : 1) * cents(amount), 0);
  return signed.length > 1 && sum === cents(right);
}

describe('where a figure comes from', () => {
  test('every figure of the sample has arithmetic, a source and a basis', () => {
    for (const key of keys) {
      const answer = provenanceOf(report, key);
      expect(answer, key).not.toBe(NOT_HELD);
      expect(answer.steps.join(''), key).not.toMatch(/NaN|undefined|null|does not hold/);
      expect(answer.source, key).toMatch(/\w/);
      expect(answer.basis, key).toMatch(/\w/);
    }
  });

  test('the steps of what is written and of the average outcome add up to the cent', () => {
    for (const row of ['as_written', 'possible', 'average']) {
      const [sum = ''] = provenanceOf(report, `outcome:${row}`).steps;
      expect(addedUp(sum), sum).toBe(true);
    }
  });

  test('the tax on possible items is that of the listed ones', () => {
    const { outcome, lines } = report.estimate;
    if (!outcome) throw new Error('the sample has an outcome');
    const before = lines
      .filter(({ standing }) => standing === 'possible')
      .reduce((sum, line) => sum + line.expected_cost, 0);
    expect(outcome.possible - outcome.slight).toBeGreaterThanOrEqual(before);
  });

  test('a line says whether it is written in full or adds its chance', () => {
    const said = (standing: 'scope' | 'possible', probability: number): string =>
      provenanceOf(withLine({ standing, probability }), `cost:${first.id}`).steps.join(' ');
    expect(said('scope', 0.9)).toContain('Written in full. In the forecast it counts by its probability');
    expect(said('scope', 1)).toMatch(/Written in full\.$/);
    expect(said('possible', 0.4)).toContain('Not written: in the forecast it counts by its chance');
  });

  test('hours are told times rate, with whose rate it is and which table', () => {
    const labour = {
      type: 'body' as const,
      hours: { low: 2, likely: 2.4, high: 3 },
      rate: 66,
      basis: 'anchored' as const,
    };
    const answer = provenanceOf(withLine({ labour, refinish: null }), `labour:${first.id}`);
    expect(answer.steps[0]).toBe(
      'Labor, body: 2.4 h × $66.00/h = $158.40, at DRP (insurer) rates, New Jersey',
    );
    expect(answer.source).toMatch(/rates-\d/);
    expect(answer.basis).toContain('public anchor');
  });

  test('repair hours that go by the size of the damage say so', () => {
    const labour = {
      type: 'body' as const,
      hours: { low: 2, likely: 2.4, high: 3 },
      rate: 66,
      basis: 'judgement' as const,
      extent: 0.3,
    };
    const { basis } = provenanceOf(withLine({ labour, refinish: null }), `labour:${first.id}`);
    expect(basis).toContain('for damage to 30% of the part as the photos show it');
  });

  test('a price converted from another currency tells amount, rate and day', () => {
    const price = first.part_price;
    if (!price) throw new Error('the line has a price');
    const converted = {
      amount: 400,
      currency: 'EUR',
      rate: 1.1,
      rate_date: '2026-11-01',
      rate_source: 'A bank',
    };
    const changed = withLine({
      part_price: { ...price, basis: 'catalogue', source: 'Parts GmbH', converted },
    });
    const answer = provenanceOf(changed, `part:${first.id}`);
    expect(answer.steps.join(' ')).toContain('400 EUR × 1.1 (rate of Nov 1, 2026, A bank)');
    expect(answer.basis).toBe('Catalog');
  });

  test('a line the user changed says so and what was estimated', () => {
    const { name, operation, part_type, quantity, probability, cost, expected_cost } = first;
    const estimated = {
      name,
      operation,
      part_type,
      quantity,
      part_price: 434.6,
      labour_hours: 2,
      refinish_hours: null,
      sublet: null,
      probability,
      cost: { ...cost, likely: 777 },
      expected_cost,
    };
    const answer = provenanceOf(withLine({ estimated }), `cost:${first.id}`);
    expect(answer.basis).toBe('Changed by hand');
    expect(answer.steps.join(' ')).toContain('Estimated were $777.00');
  });

  test('hours taken from a kept estimate are answered with its day', () => {
    const hours = { low: 2.5, likely: 2.5, high: 2.5 };
    const labour = { type: 'body', hours, rate: 60, basis: 'user', from_estimate: '2026-03-01' } as const;
    const answer = provenanceOf(withLine({ labour }), `labour:${first.id}`);
    expect(answer.source).toContain('A kept estimate of Mar 1, 2026');
    expect(answer.source).not.toContain('hours and price bands');
  });

  test('evidence leads to its photos, each once', () => {
    const evidence = [1, 3, 3].map((photo) => ({ photo, box: null, kind: 'model_box' as const }));
    const { links } = provenanceOf(withLine({ evidence }), `chance:${first.id}`);
    expect(links.filter(({ to }) => to === 'photo').map(({ text }) => text)).toEqual(['Photo 1', 'Photo 3']);
  });

  test('a number that sellers state is answered as their claim, never as one that fits', () => {
    const number = { number: '60100-TBA-A00', sellers: 3, asked_new: null };
    const asked_used = { low: 90, high: 90, offers: 1 };
    const claim = { category: 'hood', side: 'none', position: 'front', year: 2018, model: 'Civic' } as const;
    const stated_by_sellers = [
      { ...claim, of: 4, dated: '2026-11-20', numbers: [{ ...number, asked_used }] },
    ];
    const claimed = withLine({ oem_numbers: [], stated_by_sellers });
    const answer = provenanceOf(claimed, `stated:60100-TBA-A00|${first.id}`);
    const words = [answer.title, answer.basis, ...answer.steps].join(' ');
    expect(words).toContain('tated by 3 of 4 independent eBay sellers for 2018 Civic');
    expect(words).toContain('$90');
    expect(words).not.toMatch(/\bfits?\b|OEM/);
  });

  test('what the report holds nothing of is said to be so', () => {
    for (const key of ['nonsense', 'cost:no-such-line', 'row:none', 'constructor', 'oem:1|2', 'stated:1|2'])
      expect(provenanceOf(report, key)).toBe(NOT_HELD);
    expect(provenanceOf({ ...report, total_loss: null }, 'total-loss')).toBe(NOT_HELD);
  });
});

describe('numbers in sentences', () => {
  test('dollars, percents and hours are cut out, years and counts stay', () => {
    const cut = cutAtNumbers('From 2014, 8 of 9: $1,234 is 50–80% or 2.5 h of 6.6% each.');
    expect(cut.filter(({ is_number }) => is_number).map(({ text }) => text)).toEqual([
      '$1,234',
      '50–80%',
      '2.5 h',
      '6.6%',
    ]);
    expect(cut.map(({ text }) => text).join('')).toContain('8 of 9: $1,234 is');
  });

  test('every figure in the sample’s own sentences leads to an answer, by its own key', () => {
    const sentences = [
      ...headlineReasons(report.headline),
      ...assumptionsOf(report.estimate),
      sellerNote(report),
    ];
    const figures = sentences.flat().flatMap((piece) => (typeof piece === 'string' ? [] : [piece]));
    expect(figures.length).toBeGreaterThan(4);
    for (const { figure, text } of figures) expect(provenanceOf(report, figure), text).not.toBe(NOT_HELD);
  });

  test('the seller’s repair cost says what of ours it may leave out, in the words of the PDF', () => {
    expect(differenceWords(report)).toMatch(/^The seller gives no lines to compare\. As written counts \$/);
    expect(provenanceOf(report, 'seller:repair_cost').steps).toContain(differenceWords(report));
    expect(provenanceOf(report, 'seller:retail_value').steps).not.toContain(differenceWords(report));
  });

  test('figures that print alike answer each for itself', () => {
    const same = {
      ...report,
      headline: { ...report.headline, facts: [{ code: 'repair_to_value' as const, share: 0.06625 }] },
    };
    const [sentence = []] = headlineReasons(same.headline);
    expect(sentence[1]).toEqual({ figure: 'repair-to-value', text: '7%' });
    expect(provenanceOf(same, 'repair-to-value').title).toBe('Repair to value');
  });
});

describe('a report of schema_version 1', () => {
  const stored = zlib.gunzipSync(fs.readFileSync('tests/fixtures/reports-1/bid-cars-bmw.json.gz'));
  const earlier = reportModelSchema.parse(JSON.parse(stored.toString()).made);

  test('says that its lines count by their chance, as when it was made', () => {
    expect(provenanceOf(earlier, 'total').steps[0]).toMatch(/^Sum of \d+ items × probability: .* = \$/);
    expect(provenanceOf(earlier, 'block:declared').steps[0]).toContain('each cost × its chance');
    expect(provenanceOf(earlier, 'unlikely:declared').steps[0]).toContain('each under 25% likely');
    expect(provenanceOf(earlier, 'row:misc').links).not.toEqual([]);
    expect(provenanceOf(earlier, `cost:${earlier.estimate.lines[0]?.id}`).steps.join(' ')).toContain(
      'In the total it counts by its probability',
    );
  });

  test('holds no outcome', () => {
    for (const key of ['outcome:as_written', 'settled:teardown', 'catalogue-share'])
      expect(provenanceOf(earlier, key)).toBe(NOT_HELD);
  });
});
