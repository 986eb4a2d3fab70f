import { dollarsAndCents } from '../../../contract/report-view/figures.ts';
import { totalLossWords } from '../../../contract/report-view/head/total-loss.ts';
import { areaGroups } from '../../../contract/report-view/line-order.ts';
import {
  isPossible,
  likelyWords,
  possibleGroups,
  restraintCost,
} from '../../../contract/report-view/outcome-rows.ts';
import { factOf } from '../../../contract/report-view/words/assumptions.ts';
import { effectWords } from '../../../contract/report-view/words/choices.ts';
import { whyOf } from '../../../contract/report-view/words/line-reason.ts';
import { blockTitle, EARLIER_BLOCKS } from '../../../contract/report-view/words/line-words.ts';
import { valueWords } from '../../../contract/report-view/words/price-origin.ts';
import { differenceWords } from '../../../contract/report-view/words/seller.ts';
import { counted, plain } from '../../../contract/report-view/words/sentence.ts';
import {
  type Estimate,
  type EstimateLine,
  isCountedPart,
  type OemNumber,
  UNLOCATED_LINE,
} from '../../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { dollars, exactHours, percent, shortDay } from '../../ui/money.ts';
import { groundsAnswer } from './grounds-provenance.ts';
import { LINE_ANSWERS, type LineFigure, lineLink, numberAnswer, statedAnswer } from './line-provenance.ts';
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

type Block = keyof Estimate['blocks'];
type Row = Estimate['totals'][number];

const LINKS_SHOWN = 5;
const TO_TOTALS: WhereLink = { to: 'place', id: 'totals-title', text: 'Totals' };
const TO_ASSUMPTIONS: WhereLink = { to: 'place', id: 'assumptions-title', text: 'Assumptions' };
const TO_SOURCES: WhereLink = { to: 'place', id: 'sources-title', text: 'Sources' };
const COUNTED = 'Mostly our judgment, with public anchors: each line says which';

const byExpected = (lines: readonly EstimateLine[]): EstimateLine[] =>
  lines.toSorted((a, b) => b.expected_cost - a.expected_cost);
const dearest = (lines: readonly EstimateLine[]): WhereLink[] =>
  byExpected(lines).slice(0, LINKS_SHOWN).map(lineLink);
const tables = (report: ReportModel): string =>
  listedSource(report, 'tables') ??
  `Tables ${report.estimate.versions.tables}, ${shortDay(report.estimate.versions.dated)}`;
const changed = ({ edit }: ReportModel): string[] => {
  if (!edit || edit.changes === 0) return [];
  const was = edit.estimated_total ? `; estimated were ${dollars(edit.estimated_total.likely)}` : '';
  return [`${edit.changes} ${edit.changes === 1 ? 'change' : 'changes'} by hand are in it${was}.`];
};

/** What the likely figure is: a median, or in reports of schema_version 1 the sum of all lines by their chance. */
function likelySteps({ estimate }: ReportModel): string[] {
  const { total, outcome, lines, subtotal, tax } = estimate;
  return outcome
    ? [
        `${dollarsAndCents(total.likely)} is the middle of the simulated final costs.`,
        likelyWords(estimate),
        `No sum of lines: as written they come to ${dollarsAndCents(outcome.as_written)}, and the forecast counts each by its chance.`,
      ]
    : [
        `Sum of ${lines.length} items × probability: ${dollarsAndCents(subtotal)} + tax ${dollarsAndCents(tax)} = ${dollarsAndCents(total.likely)}`,
      ];
}

function total(report: ReportModel): WhereAnswer {
  const { estimate } = report;
  const { low, high } = estimate.total;
  return {
    title: 'Repair cost',
    steps: [
      ...likelySteps(report),
      `Low ${dollars(low)} and high ${dollars(high)} are meant to be the 10th and the 90th percentile: what it would be with fewer or more of the lines, cheaper or dearer parts, fewer or more hours.`,
      ...(estimate.scenario?.effects ?? []).map((effect) => `Chosen: ${effectWords(effect, estimate)}.`),
      ...changed(report),
    ],
    source: tables(report),
    basis: report.edit?.changes ? `${COUNTED}; some changed by hand` : COUNTED,
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
      report.estimate.outcome
        ? 'Parts on the written lines that take a part.'
        : 'Parts on the lines that take a part and were seen damaged, or are at least 50% likely.',
      ...(same ? [counted.map(({ name }) => name).join(', ') || 'No line is.'] : []),
    ],
    source: listedSource(report, 'damage') ?? report.estimate.versions.prior,
    basis: report.examined.photos_examined > 0 ? 'The photos and the declared damage' : 'Our judgment',
    links: same ? dearest(counted) : [],
  };
}

const isWritten = (line: EstimateLine): boolean => !isPossible(line);
/** Over how many lines something is added up. */
const countOf = (lines: readonly EstimateLine[]): string =>
  lines.length === 1 ? '1 line' : `${lines.length} lines`;
const fullCost = ({ name, cost }: EstimateLine): string => `${name}: ${dollarsAndCents(cost.likely)}`;
const expectedOf = (lines: readonly EstimateLine[]): number =>
  lines.reduce((sum, { expected_cost }) => sum + expected_cost, 0);

type Outcome = NonNullable<Estimate['outcome']>;
type OutcomeRow = 'as_written' | 'possible' | 'slight' | 'fall_away' | 'unlocated' | 'average';

/** The steps of each row from what is written to the average outcome, and the lines they speak of. */
const OUTCOME_ROWS: {
  [R in OutcomeRow]: (
    estimate: Estimate,
    outcome: Outcome,
  ) => Pick<WhereAnswer, 'title' | 'steps'> & { lines: EstimateLine[] };
} = {
  as_written: (estimate, { as_written }) => {
    const lines = estimate.lines.filter(isWritten);
    return {
      title: 'Estimate total',
      steps: [
        `${countOf(lines)} at full hours and full price: ${dollarsAndCents(estimate.subtotal)} + tax ${dollarsAndCents(estimate.tax)} = ${dollarsAndCents(as_written)}`,
        'What an estimator would write now: every part at least as likely damaged as not, and the work it requires.',
      ],
      lines,
    };
  },
  possible: ({ lines }, { possible, slight, slight_count }) => {
    const some = lines.filter((line) => !isWritten(line));
    const before = expectedOf(some);
    const under = slight_count > 0 ? ` + ${dollarsAndCents(slight)} for ${slight_count} under 5%` : '';
    return {
      title: 'Possible items',
      steps: [
        `${countOf(some)}, each cost × its chance: ${dollarsAndCents(before)} + tax ${dollarsAndCents(Math.max(0, possible - slight - before))}${under} = ${dollarsAndCents(possible)}`,
        'They count in the likely figure and its range only, never in what is written.',
      ],
      lines: some,
    };
  },
  slight: (_, { slight, slight_count }) => ({
    title: 'Items under 5%',
    steps: [
      `${slight_count} items less likely than 5%, each cost × its chance, with tax: ${dollarsAndCents(slight)}. They are counted, not listed.`,
    ],
    lines: [],
  }),
  fall_away: ({ lines }, { fall_away }) => {
    const some = lines.filter((line) => isWritten(line) && line.probability * (line.counts ?? 1) < 1);
    const before = some.reduce((sum, { cost, expected_cost }) => sum + cost.likely - expected_cost, 0);
    return {
      title: 'Lines that may fall away',
      steps: [
        `${countOf(some)} written that may not be needed, or that the forecast’s level holds already; cost less what it adds by its chance, with tax: ${dollarsAndCents(-fall_away)}, of which ${dollarsAndCents(before)} before tax.`,
      ],
      lines: some,
    };
  },
  unlocated: (_, { unlocated }) => ({
    title: 'Allowance for unlocated damage',
    steps: [
      `${dollarsAndCents(unlocated)}: what such repairs cost on average beyond the lines listed here, because the listing does not tell where the damage is.`,
    ],
    lines: [],
  }),
  average: (_, outcome) => ({
    title: 'Average outcome',
    steps: [
      `${dollarsAndCents(outcome.as_written)} as written + ${dollarsAndCents(outcome.possible)} possible − ${dollarsAndCents(-outcome.fall_away)} that may fall away${outcome.unlocated > 0 ? ` + ${dollarsAndCents(outcome.unlocated)} for unlocated damage` : ''} = ${dollarsAndCents(outcome.average)}`,
    ],
    lines: [],
  }),
};

function outcomeRow(report: ReportModel, key: string): WhereAnswer {
  const { outcome } = report.estimate;
  if (!outcome || !Object.hasOwn(OUTCOME_ROWS, key)) return NOT_HELD;
  const { title, steps, lines } = OUTCOME_ROWS[key as OutcomeRow](report.estimate, outcome);
  return {
    title,
    steps,
    source: tables(report),
    basis: report.edit?.changes ? `${COUNTED}; some changed by hand` : COUNTED,
    links: [TO_TOTALS, ...dearest(lines), TO_ASSUMPTIONS],
  };
}

/** The possible items that one thing would settle. */
function settledGroup(report: ReportModel, by: string): WhereAnswer {
  const group = possibleGroups(report.estimate.lines).find((one) => one.by === by);
  if (!group) return NOT_HELD;
  const { title, lines, expected } = group;
  return {
    title: `Possible items: ${title}`,
    steps: [
      `${countOf(lines)}, each cost × its chance, before tax: ${dollarsAndCents(expected)}.`,
      ...byExpected(lines).slice(0, 3).map(byChance),
    ],
    source: tables(report),
    basis: COUNTED,
    links: [...dearest(lines), TO_TOTALS],
  };
}

/** At what share of our bands the car's catalogue runs. */
function bandShare(report: ReportModel): WhereAnswer {
  const share = report.estimate.catalogue_share;
  if (!share) return NOT_HELD;
  return {
    title: 'What this car’s catalog asks against our price bands',
    steps: [
      `${counted(share.lines, 'line has', 'lines have')} a catalog price and a price band of ours; the catalog asks ${percent(share.share)} of them.`,
      'Parts without a catalog price keep their band, unless they are priced in proportion.',
    ],
    source: `${listedSource(report, 'numbers') ?? 'The parts catalogs named on the lines'}; ${tableSource(report, 'part-costs', 'our table of price bands')}`,
    basis: 'Catalog, against our judgment',
    links: [TO_SOURCES],
  };
}

function block(report: ReportModel, of: Block): WhereAnswer {
  const { estimate } = report;
  const lines = estimate.lines.filter((line) => line.block === of && isWritten(line));
  const amount = estimate.blocks[of] ?? 0;
  const share =
    estimate.subtotal > 0 ? `, ${percent(amount / estimate.subtotal)} of the cost before tax` : '';
  const written = estimate.outcome !== undefined;
  return {
    title: blockTitle(of, written),
    steps: [
      `${countOf(lines)}, ${written ? 'at full cost' : 'each cost × its chance'}, added up: ${dollarsAndCents(amount)}${share}.`,
      ...byExpected(lines)
        .slice(0, 3)
        .map(written ? fullCost : byChance),
    ],
    source: tables(report),
    basis: of === 'user' ? BASIS_WORDS.user : COUNTED,
    links: [...dearest(lines), TO_TOTALS],
  };
}

/** What is written for an area of the car. */
function area(report: ReportModel, of: string): WhereAnswer {
  const group = areaGroups(report.estimate.lines).find((one) => one.area === of);
  if (!group) return NOT_HELD;
  const { subtotal } = report.estimate;
  const share = subtotal > 0 ? `, ${percent(group.sum / subtotal)} of what is written before tax` : '';
  return {
    title: group.title,
    steps: [
      `${countOf(group.lines)}, at full cost, added up: ${dollarsAndCents(group.sum)}${share}.`,
      ...byExpected(group.lines).slice(0, LINKS_SHOWN).map(fullCost),
    ],
    source: tables(report),
    basis: COUNTED,
    links: [...dearest(group.lines), TO_TOTALS],
  };
}

const byChance = ({ name, probability, counts = 1, cost, expected_cost }: EstimateLine): string =>
  `${name}: ${percent(probability)}${counts < 1 ? ` × ${percent(counts)}` : ''} of ${dollarsAndCents(cost.likely)} = ${dollarsAndCents(expected_cost)}`;

/** The lines of a block that are folded away. */
function unlikely(report: ReportModel, of: Block): WhereAnswer {
  const lines = report.estimate.lines.filter(
    ({ block: own, probability }) => own === of && probability < 0.25,
  );
  const sum = lines.reduce((all, { expected_cost }) => all + expected_cost, 0);
  return {
    ...block(report, of),
    title: `${blockTitle(of, false)}: less likely lines`,
    steps: [
      `${lines.length} lines, each under 25% likely; cost × chance, added up: ${dollarsAndCents(sum)}.`,
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
  return lines.filter(isWritten).filter((line) => {
    if (types) return line.labour !== null && types.includes(line.labour.type);
    if (key === 'parts') return line.part_price !== null;
    if (key === 'paint_materials') return line.refinish !== null;
    if (key === 'refinish_labour') return line.refinish !== null || line.labour?.type === 'refinish';
    if (key === 'misc') return line.id === UNLOCATED_LINE;
    return key === 'sublet' && line.sublet !== null && line.id !== UNLOCATED_LINE;
  });
}

function taxRow(report: ReportModel, row: Row): WhereAnswer {
  const { estimate } = report;
  const said = factOf('tax', estimate);
  const own = estimate.scenario?.set.tax;
  return {
    title: row.label,
    steps: [
      row.basis === null || row.rate === null
        ? `${dollarsAndCents(row.likely)}.`
        : `${row.rate}% of ${dollarsAndCents(row.basis)} = ${dollarsAndCents(row.likely)}`,
      ...(said && !own ? [plain(said)] : []),
      ...(estimate.scenario?.effects ?? [])
        .filter((effect) => effect.switch === 'tax')
        .map((effect) => `Chosen: ${effectWords(effect, estimate)}.`),
    ],
    source: own
      ? 'Chosen for this report'
      : (listedSource(report, 'sales_tax') ?? 'The report does not hold which table of tax rates this was'),
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
  const how = estimate.outcome ? 'at full hours and price' : 'each by its probability';
  const product =
    row.unit === 'hours' && row.basis !== null
      ? row.rate === null
        ? [`${exactHours(row.basis)} at several rates = ${dollarsAndCents(row.likely)}`]
        : [
            `${exactHours(row.basis)} × ${dollarsAndCents(row.rate)}/h = ${dollarsAndCents(row.likely)}${estimate.outcome ? '' : ' (hours are shown rounded)'}, ${ratesWords(report)}`,
          ]
      : [];
  return {
    title: row.label,
    steps: [
      ...product,
      `${countOf(lines)}, ${how}${product.length > 0 ? '' : `, added up: ${dollarsAndCents(row.likely)}`}.`,
      ...(row.key === 'misc' ? lines.map((line) => `${whyOf(line)}.`) : []),
    ],
    source: row.unit === 'hours' ? tableSource(report, 'rates', 'Our table of hourly rates') : tables(report),
    basis: lines.some(({ estimated }) => estimated) ? `${COUNTED}; some changed by hand` : COUNTED,
    links: [...dearest(lines), TO_ASSUMPTIONS],
  };
}

function sellers(report: ReportModel, what: 'repair_cost' | 'retail_value'): WhereAnswer {
  const amount = report.seller[what];
  const name = what === 'repair_cost' ? 'repair cost' : 'retail value';
  const difference = what === 'repair_cost' ? differenceWords(report) : '';
  return {
    title: `The seller’s ${name}`,
    steps: [
      amount === null
        ? `${isEntered(report) ? `No ${name} was entered` : `The listing gives no ${name}`}.`
        : `${dollars(amount)}, as ${isEntered(report) ? 'entered by hand' : 'the listing gives it'}. It is no part of our estimate.`,
      ...(difference === '' ? [] : [difference]),
    ],
    source: lotSource(report),
    basis: factBasis(report),
    links: lotLinks(report),
  };
}

function ourValue(report: ReportModel): WhereAnswer {
  const value = report.estimate.vehicle_value;
  if (!value) return NOT_HELD;
  const said = factOf('value', report.estimate);
  return {
    title: 'Our value of the car',
    steps: [
      `${dollars(value.likely)} before the damage, between ${dollars(value.low)} and ${dollars(value.high)}.`,
      ...(said ? [plain(said)] : []),
    ],
    source: tableSource(report, 'value', valueWords(value)),
    basis: BASIS_WORDS.judgement,
    links: [TO_ASSUMPTIONS, TO_SOURCES],
  };
}

function totalLoss(report: ReportModel): WhereAnswer {
  const verdict = report.total_loss;
  if (!verdict) return NOT_HELD;
  return {
    title: 'Total loss',
    steps: totalLossWords(verdict).map(plain),
    source: listedSource(report, 'total_loss') ?? `Laws of states and provinces, ${shortDay(verdict.dated)}`,
    basis: 'Law of the state or province; practice of insurers and usual salvage are our judgment',
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
    title: effectWords(effect, report.estimate),
    steps: [
      `The likely total with this choice less the likely total without it: ${effect.change < 0 ? '−' : '+'}${dollarsAndCents(Math.abs(effect.change))}.`,
    ],
    source: tables(report),
    basis: BASIS_WORDS.user,
    links: [TO_TOTALS],
  };
}

/** What a number in a stored sentence of the assumptions rests on. */
const assumption = (report: ReportModel): WhereAnswer => ({
  title: 'An assumption of the estimate',
  steps: ['It is one of the assumptions every figure of this estimate was calculated with.'],
  source: tables(report),
  basis: BASIS_WORDS.judgement,
  links: [TO_ASSUMPTIONS],
});

/** What is written of restraint parts and their work. */
function restraints(report: ReportModel): WhereAnswer {
  const lines = report.estimate.lines.filter((line) => isWritten(line) && line.section === 'restraints');
  return {
    title: 'Restraint parts and their work',
    steps: [
      `${countOf(lines)}, at full cost, added up before tax: ${dollarsAndCents(restraintCost(lines))}.`,
      ...byExpected(lines).slice(0, 3).map(fullCost),
    ],
    source: tables(report),
    basis: COUNTED,
    links: [...dearest(lines), TO_TOTALS],
  };
}

function numberOf(line: EstimateLine, number: string): OemNumber | undefined {
  return [...line.oem_numbers, ...(line.ruled_out ?? []), ...(line.other_pieces ?? [])].find(
    (one) => one.number === number,
  );
}

/**
 * Where a figure of the report comes from. Keys: `total`, `repair-to-value`, `parts-count`, `area:hood`, `block:seen`,
 * `unlikely:seen`, `outcome:as_written` and its other rows, `settled:teardown`, `catalogue-share`, `row:parts`, `seller:repair_cost`, `our-value`, `total-loss`, `mileage`, `switch:tax`,
 * `restraints`, `assumption`, `evidence:<id>`, `end:low|<line>`, `narrows:<key>`, `risk:water`,
 * `cost:<line>` and the other figures of a line, `oem:<number>|<line>`, `stated:<number>|<line>`. A key the report holds nothing of says so.
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
      if (!Object.hasOwn(EARLIER_BLOCKS, rest)) return NOT_HELD;
      return kind === 'block' ? block(report, rest as Block) : unlikely(report, rest as Block);
    case 'area':
      return area(report, rest);
    case 'outcome':
      return outcomeRow(report, rest);
    case 'settled':
      return settledGroup(report, rest);
    case 'catalogue-share':
      return bandShare(report);
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
    case 'stated': {
      const [number, id] = cut(rest, '|');
      const line = lineOf(id);
      return (line && statedAnswer(line, number, report)) ?? NOT_HELD;
    }
    case 'assumption':
      return assumption(report);
    case 'restraints':
      return restraints(report);
    default:
      return groundsAnswer(report, kind, rest) ?? NOT_HELD;
  }
}

/** Before and after the first `mark`. */
function cut(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
