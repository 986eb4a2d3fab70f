import { describe, expect, it } from 'vitest';
import type { LineReason } from '../../../contract/facts/line-reason.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { sampleReport } from '../../../tests/fixtures/report-model.ts';
import { printLines } from './print-lines.ts';
import { printTax, printTotals } from './print-totals.ts';

const { estimate } = sampleReport();
const only = (line: Partial<EstimateLine>) => {
  const [first] = estimate.lines;
  if (!first) throw new Error('the sample has lines');
  const [block] = printLines({ ...estimate, lines: [{ ...first, ...line }] });
  const printed = block?.sections[0]?.lines[0] ?? block?.unlikely[0];
  if (!printed) throw new Error('nothing printed');
  return printed;
};

describe('printLines', () => {
  it('numbers the lines through, blocks in order', () => {
    const blocks = printLines(estimate);
    expect(blocks.map(({ title }) => title)).toEqual([
      'Damaged parts, seen',
      'Probable damage (from listing)',
      'Possible hidden damage',
      'Standard operations',
    ]);
    const numbers = blocks
      .flatMap(({ sections, unlikely }) => [...sections.flatMap(({ lines }) => lines), ...unlikely])
      .map(({ number }) => Number(number));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(estimate.lines.map((_, i) => i + 1));
  });

  it('lists what is unlikely in short, and nothing twice', () => {
    const hidden = printLines(estimate).find(({ title }) => title === 'Possible hidden damage');
    expect(hidden?.unlikely.length).toBe(
      estimate.lines.filter(({ block, probability }) => block === 'likely_hidden' && probability < 0.25)
        .length,
    );
  });

  it('says the side, and the end of the car only where a part is at both', () => {
    expect(only({ name: 'Wheel', category: 'wheel', side: 'left', position: 'front' }).name).toBe(
      'Wheel, front, left',
    );
    expect(only({ name: 'Hood panel', category: 'hood', side: 'center', position: 'front' }).name).toBe(
      'Hood panel',
    );
    expect(only({ name: 'Fender', category: 'fender', side: 'unknown', position: 'front' }).name).toBe(
      'Fender, side to confirm',
    );
  });

  it('marks judgement, published and user figures, and leaves catalogue prices bare', () => {
    const price = { low: 80, likely: 100, high: 120, source: 's', dated: null, converted: null };
    const shown = (basis: 'judgement' | 'anchored' | 'user' | 'catalogue') =>
      only({ part_price: { ...price, basis } }).price;
    expect(['judgement', 'anchored', 'user', 'catalogue'].map((basis) => shown(basis as 'user'))).toEqual([
      '$100‡',
      '$100†',
      '$100*',
      '$100',
    ]);
  });

  it('names the counterpart of a line without a number of its own', () => {
    const counterpart = { number: 'L-1', side: 'left' as const, others: 0 };
    expect(only({ oem_numbers: [], oem_missing_reason: 'One side only', counterpart }).oem_missing).toBe(
      'One side only. Counterpart of L-1, left; number for this side not available',
    );
  });

  it('has what sellers state apart from the numbers', () => {
    const number = { number: '60100-TBA-A00ZZ', sellers: 3, asked_new: null, asked_used: null };
    const claim = { category: 'hood', side: 'none', position: 'front', year: 2018, model: 'Civic' } as const;
    const stated_by_sellers = [{ ...claim, of: 4, dated: '2026-11-20', numbers: [number] }];
    expect(only({ oem_numbers: [], stated_by_sellers })).toMatchObject({
      oem: [],
      oem_count: 0,
      stated: [
        {
          number: '60100-TBA-A00ZZ',
          claim: expect.stringMatching(/^stated by 3 of 4 independent eBay sellers/),
        },
      ],
    });
    expect(only({ stated_by_sellers: [] }).stated).toEqual([]);
  });

  it('says the rate where a price came in another currency', () => {
    const converted = {
      amount: 540,
      currency: 'EUR',
      rate: 1.08,
      rate_date: '2026-01-02',
      rate_source: 'A bank, more than a year old',
    };
    const part_price = {
      low: 500,
      likely: 583,
      high: 600,
      basis: 'catalogue' as const,
      source: 's',
      dated: null,
      converted,
    };
    expect(only({ part_price }).notes).toContain(
      '540.00 EUR at 1.08 of Jan 2, 2026 (A bank, more than a year old)',
    );
  });

  it('prices variants only where they differ', () => {
    const [number] = estimate.lines[0]?.oem_numbers ?? [];
    if (!number) throw new Error('the sample has numbers');
    const priced = (prices: number[]) =>
      only({
        oem_numbers: prices.map((price, i) => ({ ...number, number: `N${i}`, price, decides: 'd' })),
      }).oem;
    const fit = { numbers: [], note: 'fits model and year', replaced: '' };
    const shown = (first: string, second: string) => [
      {
        numbers: [
          { number: 'N0', price: first },
          { number: 'N1', price: second },
        ],
        note: 'd',
        replaced: '',
      },
      fit,
    ];
    expect(priced([10, 10])).toEqual(shown('', ''));
    expect(priced([10, 20])).toEqual(shown('$10', '$20'));
  });

  it('says for which side a number is, where the line can not', () => {
    const [number] = estimate.lines[0]?.oem_numbers ?? [];
    if (!number) throw new Error('the sample has numbers');
    const oem_numbers = ['Headlight, left', 'Headlight, right'].map((name) => ({
      ...number,
      name,
      decides: '',
    }));
    expect(only({ oem_numbers, side: 'unknown' }).oem.map(({ note }) => note)).toEqual([
      'left',
      'right',
      'fits model and year',
    ]);
    expect(only({ oem_numbers, side: 'left' }).oem[0]?.note).toBe('');
  });

  it('lists numbers of both sides where the line can not say and has no room for all', () => {
    const [number] = estimate.lines[0]?.oem_numbers ?? [];
    if (!number) throw new Error('the sample has numbers');
    const of = (side: 'left' | 'right') =>
      Array.from({ length: 9 }, (_, i) => ({ ...number, number: `${side} ${i}`, side, decides: '' }));
    const [left, right, more] = only({ oem_numbers: [...of('left'), ...of('right')], side: 'unknown' }).oem;
    expect([left?.note, left?.numbers.length, right?.note, right?.numbers.length]).toEqual([
      'left',
      4,
      'right',
      4,
    ]);
    expect(more?.note).toContain('and 10 more not shown here');
  });

  it('refers the other side to the variants listed already, whichever stand first', () => {
    const [first] = estimate.lines;
    if (!first) throw new Error('the sample has lines');
    const other = { ...first, id: 'again', oem_numbers: first.oem_numbers.toReversed() };
    const [block] = printLines({ ...estimate, lines: [first, other] });
    expect(block?.sections[0]?.lines[1]?.oem[0]?.note).toBe('The same 3 variants as line 1');
  });

  it('tells the two lines of a part apart whose side nobody names', () => {
    const lamp = { name: 'Headlamp', category: 'headlamp', side: 'unknown' } as const;
    expect(only({ ...lamp, id: 'headlamp:unknown' }).name).toBe('Headlamp, side to confirm');
    expect(only({ ...lamp, id: 'headlamp:unknown:2' }).name).toBe('Headlamp, opposite side');
  });

  it('puts overlap and clear coat on lines of their own that add up to the painted hours', () => {
    const refinish = {
      hours: 2.76,
      clear_coat_hours: 0.46,
      overlap_hours: 0.35,
      rate: 66,
      materials_rate: 42,
      basis: 'anchored',
    } as const;
    const printed = only({ refinish });
    expect(printed.refinish).toBe('2.65†');
    expect(printed.adjustments).toEqual([
      { label: 'Overlap', hours: '\u22120.35' },
      { label: 'Clear coat', hours: '+0.46' },
    ]);
  });

  it('writes the labour class behind the hours, and none behind body labor', () => {
    const labour = { hours: { low: 1, likely: 2, high: 3 }, rate: 66, basis: 'judgement' } as const;
    expect(only({ labour: { ...labour, type: 'mechanical' } }).hours).toBe('2.0\u00a0m‡');
    expect(only({ labour: { ...labour, type: 'body' } }).hours).toBe('2.0‡');
  });

  it('flags a changed line and shows our figures, and a line entered by hand', () => {
    const [first] = estimate.lines;
    if (!first) throw new Error('the sample has lines');
    const { name, operation, cost, expected_cost } = first;
    const estimated = {
      name,
      operation,
      part_type: 'oem' as const,
      quantity: 1,
      part_price: 612,
      labour_hours: 2.4,
      refinish_hours: 3.12,
      sublet: null,
      probability: 0.88,
      cost: { ...cost, likely: 1107 },
      expected_cost,
    };
    const changed = only({ estimated });
    expect(changed.flag).toBe('*');
    expect(changed.ours).toBe(
      'OEM, 1 × $612, labor 2.4\u00a0h, refinish 3.12\u00a0h, 88% likely, cost $1,107',
    );
    expect(only({ block: 'user' }).flag).toBe('#');
    expect(only({}).flag).toBe('');
  });

  it('says what an uncertain line adds to the total', () => {
    expect(only({ probability: 0.5, expected_cost: 120 }).counts).toBe('counts $120');
    expect(only({ probability: 1 }).counts).toBe('');
  });

  it('links to one supplier a kind of part, searched where one can', () => {
    const link = (label: string, kind: 'oem' | 'aftermarket' | 'used' | 'marketplace', url: string) => ({
      supplier: label,
      label,
      url,
      by: 'number' as const,
      kind,
      affiliate: false,
    });
    const supplier_links = [
      link('Store', 'oem', 'https://store.example/?q=1'),
      link('Market', 'marketplace', 'https://market.example/?q=1'),
      link('Yard (used): choose there', 'used', 'https://yard.example/'),
      link('Recycler (used)', 'used', 'https://recycler.example/?q=1'),
    ];
    expect(only({ supplier_links }).links.map(({ label }) => label)).toEqual(['Store', 'Recycler']);
  });

  it('says what narrowed its numbers and what a switch changed', () => {
    const narrowed = [{ by: 'user' as const, because: 'You answered: LED.' }];
    expect(only({ narrowed, switched: ['Aftermarket part'] }).notes).toBe(
      'You answered: LED · Aftermarket part',
    );
  });

  it('counts the variants it has no room for', () => {
    const [number] = estimate.lines[0]?.oem_numbers ?? [];
    if (!number) throw new Error('the sample has numbers');
    const many = Array.from({ length: 11 }, (_, i) => ({ ...number, number: `N${i}` }));
    expect(only({ oem_numbers: many }).oem.at(-1)?.note).toBe(
      'and 3 more not shown here; fits model and year',
    );
  });

  it('says what most lines of a block give as reason once, and what a line adds to it', () => {
    const [first] = estimate.lines;
    if (!first) throw new Error('the sample has lines');
    const from = { code: 'declared' as const, words: ['HAIL'] };
    const reasons: LineReason[] = [
      { from },
      { from },
      { from },
      { from, opposite_side: true },
      { from: { code: 'added' } },
    ];
    const [block] = printLines({
      ...estimate,
      lines: reasons.map((because, i) => ({ ...first, id: `l${i}`, because })),
    });
    expect(block?.note).toContain('Probable from declared damage HAIL.');
    expect(block?.sections[0]?.lines.map(({ why }) => why)).toEqual([
      '',
      '',
      '',
      'The opposite side may be hit too',
      'Added by the user',
    ]);
  });

  it('says a sentence that most lines of schema_version 1 store once', () => {
    const [first] = estimate.lines;
    if (!first) throw new Error('the sample has lines');
    const [block] = printLines({
      ...estimate,
      lines: ['A', 'A', 'A', 'B'].map((why, i) => ({ ...first, id: `l${i}`, why })),
    });
    expect(block?.note).toContain('A.');
    expect(block?.sections[0]?.lines.map(({ why }) => why)).toEqual(['', '', '', 'B']);
  });

  it('lists the variants of a pair once', () => {
    const [first] = estimate.lines;
    if (!first) throw new Error('the sample has lines');
    const [block] = printLines({ ...estimate, lines: [first, { ...first, id: 'again' }] });
    expect(block?.sections[0]?.lines[1]?.oem).toEqual([
      { numbers: [], note: 'The same 3 variants as line 1', replaced: '' },
    ]);
  });

  it('says where a price comes from, what other sources say, and which smaller pieces belong with it', () => {
    const [first] = estimate.lines;
    const [entry, ...others] = first?.oem_numbers ?? [];
    if (!first || !entry) throw new Error('the sample has numbers');
    const price_from = { source: 'dealer shop', dated: '2026-11-20', url: null };
    const [block] = printLines({
      ...estimate,
      lines: [
        {
          ...first,
          oem_numbers: [{ ...entry, price_from, also: ['importer: discontinued, 2026-11-19'] }, ...others],
          other_pieces: [{ ...entry, number: 'PIECE-1', name: 'Clip' }],
        },
      ],
    });
    const notes = block?.sections[0]?.lines[0]?.notes ?? '';
    expect(notes).toContain(`${entry.number}: price from dealer shop, Nov 20, 2026`);
    expect(notes).toContain(`${entry.number}: importer: discontinued, 2026-11-19`);
    expect(notes.toLowerCase()).toContain('smaller pieces with it: piece-1 clip');
  });

  it('names in a sentence what is needed in fewer than one of twenty', () => {
    const [first] = estimate.lines;
    if (!first) throw new Error('the sample has lines');
    const rare = { ...first, name: 'Roof panel', category: 'roof_panel', probability: 0.02 };
    const [block] = printLines({ ...estimate, lines: [rare, { ...rare, id: 'b', probability: 0.01 }] });
    expect(block?.unlikely).toEqual([]);
    expect(block?.rare).toEqual(['1, 2\u00a0Roof panel (2%, 1%)']);
  });
});

describe('printTotals', () => {
  it('leaves out rows of nothing', () => {
    const [row] = estimate.totals;
    if (!row) throw new Error('the sample has totals');
    expect(printTotals({ ...estimate, totals: [row, { ...row, key: 'misc', likely: 0 }] })).toHaveLength(1);
  });

  it('shows what each row is computed from', () => {
    const rows = printTotals(estimate);
    expect(rows.find(({ label }) => label === 'Body labor')).toEqual({
      label: 'Body labor',
      basis: '15.94\u00a0h',
      rate: '$66.00/h',
      amount: '$1,052.17',
    });
    expect(printTax(estimate)).toEqual([
      {
        label: 'Sales tax on parts and materials',
        basis: '$9,576.28',
        rate: '7%',
        amount: '$670.34',
      },
    ]);
  });
});
