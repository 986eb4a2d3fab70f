import {
  type Estimate,
  type EstimateLine,
  isCountedPart,
  type OemNumber,
} from '../../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { dollars, dollarsAndCents, exactHours, percent, shortDay } from '../../ui/money.ts';
import { LINE_ANSWERS, type LineFigure, lineLink, numberAnswer } from './line-provenance.ts';
import {
  BASIS_WORDS,
  listedSource,
  lotLinks,
  lotSource,
  NOT_HELD,
  ratesWords,
  tableSource,
  type WhereAnswer,
  type WhereLink,
} from './provenance-answer.ts';
import { figureOfWords } from './provenance-words.ts';

type Block = keyof Estimate['blocks'];
type Row = Estimate['totals'][number];

const LINKS_SHOWN = 5;
const TO_TOTALS: WhereLink = { to: 'place', id: 'totals-title', text: 'Totals' };
const TO_ASSUMPTIONS: WhereLink = { to: 'place', id: 'assumptions-title', text: 'Assumptions' };
const TO_SOURCES: WhereLink = { to: 'place', id: 'sources-title', text: 'Sources' };
const COUNTED = 'Mostly our judgment, with public anchors: each line says which';

const dearest = (lines: readonly EstimateLine[]): WhereLink[] =>
  lines
    .toSorted((a, b) => b.expected_cost - a.expected_cost)
    .slice(0, LINKS_SHOWN)
    .map(lineLink);
const tables = (report: ReportModel): string =>
  listedSource(report, 'Hours, rates and price bands') ??
  `Tables ${report.estimate.versions.tables}, ${shortDay(report.estimate.versions.dated)}`;
const changed = ({ edit }: ReportModel): string[] => {
  if (!edit || edit.changes === 0) return [];
  const was = edit.estimated_total ? `; estimated were ${dollars(edit.estimated_total.likely)}` : '';
  return [`${edit.changes} ${edit.changes === 1 ? 'change' : 'changes'} of yours are in it${was}.`];
};

function total(report: ReportModel): WhereAnswer {
  const { estimate } = report;
  const { low, likely, high } = estimate.total;
  return {
    title: 'Repair cost',
    steps: [
      `${estimate.lines.length} lines, each by its chance: ${dollarsAndCents(estimate.subtotal)} + tax ${dollarsAndCents(estimate.tax)} = ${dollarsAndCents(likely)}`,
      `Low ${dollars(low)} and high ${dollars(high)} are meant to be the 10th and the 90th percentile: what it would be with fewer or more of the lines, cheaper or dearer parts, fewer or more hours.`,
      ...(estimate.scenario?.effects ?? []).map(({ text }) => `Your choice: ${text}.`),
      ...changed(report),
    ],
    source: tables(report),
    basis: report.edit?.changes ? `${COUNTED}; you changed some` : COUNTED,
    links: [TO_TOTALS, TO_ASSUMPTIONS, ...dearest(estimate.lines).slice(0, 3)],
  };
}

const isEntered = ({ lot_origin }: ReportModel): boolean => lot_origin === 'entered';
const factBasis = (report: ReportModel): string =>
  isEntered(report) ? 'Entered by hand' : BASIS_WORDS.listing;

function repairToValue(report: ReportModel): WhereAnswer {
  const { estimate, lot } = report;
  const share = estimate.repair_to_value;
  if (share === null || lot.retail_value === null) return NOT_HELD;
  return {
    title: 'Repair to value',
    steps: [
      `${dollars(estimate.total.likely)} of repair ÷ ${dollars(lot.retail_value)} of retail value as listed = ${percent(share.likely)}`,
      `Low ${dollars(estimate.total.low)} gives ${percent(share.low)}, high ${dollars(estimate.total.high)} gives ${percent(share.high)}.`,
    ],
    source: `Value: ${lotSource(report)}. Repair: this estimate.`,
    basis: `${factBasis(report)} for the value, our estimate for the repair`,
    links: [...lotLinks(report), TO_TOTALS],
  };
}

function partsCount(report: ReportModel): WhereAnswer {
  const counted = report.estimate.lines.filter(isCountedPart);
  const pieces = counted.reduce((sum, { quantity }) => sum + Math.round(quantity), 0);
  const same = pieces === report.headline.parts_count;
  return {
    title: 'Parts',
    steps: [
      'Pieces on the lines that take a part and were seen damaged, or are at least 50 % likely.',
      ...(same ? [counted.map(({ name }) => name).join(', ') || 'No line is.'] : []),
    ],
    source: listedSource(report, 'Damage') ?? report.estimate.versions.prior,
    basis: report.examined.photos_examined > 0 ? 'The photos and the declared damage' : 'Our judgment',
    links: same ? dearest(counted) : [],
  };
}

const BLOCK_WORDS: Record<Block, string> = {
  seen: 'Damaged parts, seen',
  declared: 'Damaged parts, as declared',
  likely_hidden: 'Likely hidden',
  standard: 'Standard operations',
  user: 'Added by you',
};

function block(report: ReportModel, of: Block): WhereAnswer {
  const { estimate } = report;
  const lines = estimate.lines.filter((line) => line.block === of);
  const amount = estimate.blocks[of] ?? 0;
  const share =
    estimate.subtotal > 0 ? `, ${percent(amount / estimate.subtotal)} of the cost before tax` : '';
  return {
    title: BLOCK_WORDS[of],
    steps: [
      `${lines.length} lines, each cost × its chance, added up: ${dollarsAndCents(amount)}${share}.`,
      ...lines
        .toSorted((a, b) => b.expected_cost - a.expected_cost)
        .slice(0, 3)
        .map((line) => byChance(line)),
    ],
    source: tables(report),
    basis: of === 'user' ? BASIS_WORDS.user : COUNTED,
    links: [...dearest(lines), TO_TOTALS],
  };
}

const byChance = ({ name, probability, cost, expected_cost }: EstimateLine): string =>
  `${name}: ${percent(probability)} of ${dollarsAndCents(cost.likely)} = ${dollarsAndCents(expected_cost)}`;

/** The lines of a block that are folded away. */
function unlikely(report: ReportModel, of: Block): WhereAnswer {
  const lines = report.estimate.lines.filter(
    ({ block: own, probability }) => own === of && probability < 0.25,
  );
  const sum = lines.reduce((all, { expected_cost }) => all + expected_cost, 0);
  return {
    ...block(report, of),
    title: `${BLOCK_WORDS[of]}: less likely lines`,
    steps: [
      `${lines.length} lines, each under 25 % likely; cost × chance, added up: ${dollarsAndCents(sum)}.`,
      'They mark no panel on the diagram, but count.',
    ],
    links: dearest(lines),
  };
}

const ROW_LABOUR: Partial<Record<Row['key'], readonly string[]>> = {
  body_labour: ['body'],
  structural_labour: ['structural', 'frame'],
  mechanical_labour: ['mechanical', 'diagnostic'],
  glass_labour: ['glass'],
};

/** The lines a row of the totals adds up. */
function linesOfRow({ lines }: Estimate, key: Row['key']): EstimateLine[] {
  const types = ROW_LABOUR[key];
  return lines.filter((line) => {
    if (types) return line.labour !== null && types.includes(line.labour.type);
    if (key === 'parts') return line.part_price !== null;
    if (key === 'paint_materials') return line.refinish !== null;
    if (key === 'refinish_labour') return line.refinish !== null || line.labour?.type === 'refinish';
    if (key === 'misc') return line.id === 'rest';
    return key === 'sublet' && line.sublet !== null && line.id !== 'rest';
  });
}

function taxRow(report: ReportModel, row: Row): WhereAnswer {
  const { estimate } = report;
  const said = estimate.assumptions.find((text) => text.startsWith('Sales tax'));
  const own = estimate.scenario?.set.tax;
  return {
    title: row.label,
    steps: [
      row.basis === null || row.rate === null
        ? `${dollarsAndCents(row.likely)}.`
        : `${row.rate} % of ${dollarsAndCents(row.basis)} = ${dollarsAndCents(row.likely)}`,
      ...(said && !own ? [said] : []),
      ...(estimate.scenario?.effects ?? [])
        .filter((effect) => effect.switch === 'tax')
        .map(({ text }) => `Your choice: ${text}.`),
    ],
    source: own
      ? 'Your choice'
      : (listedSource(report, 'Sales tax') ?? 'The report does not hold which table of tax rates this was'),
    basis: own ? BASIS_WORDS.user : BASIS_WORDS.judgement,
    links: [TO_ASSUMPTIONS, TO_SOURCES],
  };
}

function totalsRow(report: ReportModel, key: string): WhereAnswer {
  const { estimate } = report;
  const row = estimate.totals.find((one) => one.key === key);
  if (!row) return NOT_HELD;
  if (row.key === 'tax') return taxRow(report, row);
  const lines = linesOfRow(estimate, row.key);
  const product =
    row.unit === 'hours' && row.basis !== null
      ? row.rate === null
        ? [`${exactHours(row.basis)} at several rates = ${dollarsAndCents(row.likely)}`]
        : [
            `${exactHours(row.basis)} × ${dollarsAndCents(row.rate)}/h = ${dollarsAndCents(row.likely)} (hours are shown rounded), ${ratesWords(report)}`,
          ]
      : [];
  return {
    title: row.label,
    steps: [
      ...product,
      `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}, each by its chance${product.length > 0 ? '' : `, added up: ${dollarsAndCents(row.likely)}`}.`,
      ...(row.key === 'misc' ? lines.map(({ why }) => `${why}.`) : []),
    ],
    source: row.unit === 'hours' ? tableSource(report, 'rates', 'Our table of hourly rates') : tables(report),
    basis: lines.some(({ estimated }) => estimated) ? `${COUNTED}; you changed some` : COUNTED,
    links: [...dearest(lines), TO_ASSUMPTIONS],
  };
}

function sellers(report: ReportModel, what: 'repair_cost' | 'retail_value'): WhereAnswer {
  const amount = report.seller[what];
  const name = what === 'repair_cost' ? 'repair cost' : 'retail value';
  return {
    title: `The seller’s ${name}`,
    steps: [
      amount === null
        ? `${isEntered(report) ? `No ${name} was entered` : `The listing gives no ${name}`}.`
        : `${dollars(amount)}, as ${isEntered(report) ? 'entered by hand' : 'the listing gives it'}. It is no part of our estimate.`,
    ],
    source: lotSource(report),
    basis: factBasis(report),
    links: lotLinks(report),
  };
}

function ourValue(report: ReportModel): WhereAnswer {
  const value = report.estimate.vehicle_value;
  if (!value) return NOT_HELD;
  const said = report.estimate.assumptions.find((text) => text.includes(dollars(value.likely)));
  return {
    title: 'Our value of the car',
    steps: [
      `${dollars(value.likely)} before the damage, between ${dollars(value.low)} and ${dollars(value.high)}.`,
      ...(said ? [said] : []),
    ],
    source: tableSource(report, 'value', value.source),
    basis: BASIS_WORDS.judgement,
    links: [TO_ASSUMPTIONS, TO_SOURCES],
  };
}

function totalLoss(report: ReportModel): WhereAnswer {
  const verdict = report.total_loss;
  if (!verdict) return NOT_HELD;
  return {
    title: 'Total loss',
    steps: [...(verdict.statement.includes(verdict.rule) ? [] : [verdict.rule]), verdict.statement],
    source:
      listedSource(report, 'Total-loss rules') ?? `Public lists of state rules, ${shortDay(verdict.dated)}`,
    basis: 'Public lists, which disagree; practice of insurers is our judgment',
    links: [TO_SOURCES],
  };
}

function mileage(report: ReportModel): WhereAnswer {
  const { odometer } = report.lot;
  const read = odometer?.value == null ? null : `${odometer.value} ${odometer.unit ?? '(unit not told)'}`;
  return {
    title: 'Mileage',
    steps: [
      read === null
        ? `As ${isEntered(report) ? 'entered by hand' : 'the listing gives it'}.`
        : `${isEntered(report) ? 'Entered by hand as' : 'The listing reads'} ${read}${odometer?.brand ? `, ${odometer.brand}` : ''}.`,
    ],
    source: lotSource(report),
    basis: factBasis(report),
    links: lotLinks(report),
  };
}

function switchEffect(report: ReportModel, name: string): WhereAnswer {
  const effect = report.estimate.scenario?.effects.find((one) => one.switch === name);
  if (!effect) return NOT_HELD;
  return {
    title: effect.text,
    steps: [
      `The likely total with this choice less the likely total without it: ${effect.change < 0 ? '−' : '+'}${dollarsAndCents(Math.abs(effect.change))}.`,
    ],
    source: tables(report),
    basis: BASIS_WORDS.user,
    links: [TO_TOTALS],
  };
}

/** What the words of a place rest on, where the number in them is no figure of its own. */
const PLACES: Record<string, (report: ReportModel) => WhereAnswer> = {
  reason: total,
  assumption: (report) => ({
    title: 'An assumption of the estimate',
    steps: ['It is one of the assumptions every figure of this estimate was reckoned with.'],
    source: tables(report),
    basis: BASIS_WORDS.judgement,
    links: [TO_ASSUMPTIONS],
  }),
  seller: (report) => sellers(report, 'repair_cost'),
  loss: totalLoss,
  examined: (report) => ({
    title: 'What was examined',
    steps: [report.examined.statement],
    source: listedSource(report, 'Damage') ?? report.detection.engine.id,
    basis: 'Counted',
    links: [{ to: 'place', id: 'photos-title', text: 'Photos' }],
  }),
};

function numberOf(line: EstimateLine, number: string): OemNumber | undefined {
  return [...line.oem_numbers, ...(line.ruled_out ?? []), ...(line.other_pieces ?? [])].find(
    (one) => one.number === number,
  );
}

/**
 * Where a figure of the report comes from. Keys: `total`, `repair-to-value`, `parts-count`, `block:seen`,
 * `unlikely:seen`, `row:parts`, `seller:repair_cost`, `our-value`, `total-loss`, `mileage`, `switch:tax`,
 * `cost:<line>` and the other figures of a line, `oem:<number>|<line>`, `said:<place>|<number>` for a number in a
 * sentence. A key the report holds nothing of says so.
 */
export function provenanceOf(report: ReportModel, key: string): WhereAnswer {
  const [kind, rest] = cut(key, ':');
  const { lines, excluded = [] } = report.estimate;
  const lineOf = (id: string) => [...lines, ...excluded].find((line) => line.id === id);
  if (Object.hasOwn(LINE_ANSWERS, kind)) {
    const line = lineOf(rest);
    return line ? LINE_ANSWERS[kind as LineFigure](line, report) : NOT_HELD;
  }
  switch (kind) {
    case 'total':
      return total(report);
    case 'repair-to-value':
      return repairToValue(report);
    case 'parts-count':
      return partsCount(report);
    case 'block':
    case 'unlikely':
      if (!Object.hasOwn(BLOCK_WORDS, rest)) return NOT_HELD;
      return kind === 'block' ? block(report, rest as Block) : unlikely(report, rest as Block);
    case 'row':
      return totalsRow(report, rest);
    case 'seller':
      return rest === 'repair_cost' || rest === 'retail_value' ? sellers(report, rest) : NOT_HELD;
    case 'our-value':
      return ourValue(report);
    case 'total-loss':
      return totalLoss(report);
    case 'mileage':
      return mileage(report);
    case 'switch':
      return switchEffect(report, rest);
    case 'oem': {
      const [number, id] = cut(rest, '|');
      const line = lineOf(id);
      const found = line && numberOf(line, number);
      return line && found ? numberAnswer(line, found) : NOT_HELD;
    }
    case 'said': {
      const [place, words] = cut(rest, '|');
      const own = figureOfWords(report, words);
      if (own) return provenanceOf(report, own);
      return (Object.hasOwn(PLACES, place) ? PLACES[place]?.(report) : undefined) ?? NOT_HELD;
    }
    default:
      return NOT_HELD;
  }
}

/** Before and after the first `mark`. */
function cut(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
