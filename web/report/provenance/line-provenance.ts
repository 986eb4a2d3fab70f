import { dollarsAndCents } from '../../../contract/report-view/figures.ts';
import { numberToldWords } from '../../../contract/report-view/number-side.ts';
import { numberSource, sourceDate } from '../../../contract/report-view/source-date.ts';
import { statedBySellers } from '../../../contract/report-view/stated-by-sellers.ts';
import { supersessionChain } from '../../../contract/report-view/supersession.ts';
import { switchedWords } from '../../../contract/report-view/words/choices.ts';
import { whyOf } from '../../../contract/report-view/words/line-reason.ts';
import { BASES, fitText } from '../../../contract/report-view/words/line-words.ts';
import { narrowedWords } from '../../../contract/report-view/words/option-questions.ts';
import {
  paintWords,
  partPriceWords,
  rateWords,
  subletWords,
} from '../../../contract/report-view/words/price-origin.ts';
import type { EstimateLine, OemNumber } from '../../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { dollars, exactHours, hours, percent, shortDay } from '../../ui/money.ts';
import {
  BASIS_WORDS,
  listedSource,
  NOT_HELD,
  ratesWords,
  tableSource,
  type WhereAnswer,
  type WhereLink,
} from './provenance-answer.ts';

type Answerer = (line: EstimateLine, report: ReportModel) => WhereAnswer;

const LINKS_SHOWN = 4;
const fullStop = (text: string): string => `${text.replace(/\.$/, '')}.`;
const pieces = (count: number): string => (count === 1 ? '' : ` × ${count}`);
const unique = (words: readonly (string | null | undefined)[]): string =>
  [...new Set(words.filter(Boolean))].join('; ');
export const lineLink = ({ id, name }: Pick<EstimateLine, 'id' | 'name'>): WhereLink => ({
  to: 'line',
  id,
  text: `Line: ${name}`,
});

const photoLinks = (line: EstimateLine): WhereLink[] =>
  [...new Set(line.evidence.map(({ photo }) => photo))]
    .slice(0, LINKS_SHOWN)
    .map((number) => ({ to: 'photo', number, text: `Photo ${number}` }));
const TO_ASSUMPTIONS: WhereLink = { to: 'place', id: 'assumptions-title', text: 'Assumptions' };
const TO_SOURCES: WhereLink = { to: 'place', id: 'sources-title', text: 'Sources' };

/** What the user's own change replaced. */
const before = (
  { estimated }: EstimateLine,
  words: (was: NonNullable<EstimateLine['estimated']>) => string,
) => (estimated ? [`This line was changed by hand. ${words(estimated)}`] : []);
function switched(line: EstimateLine): string[] {
  const said = switchedWords(line);
  return said === null ? [] : [said];
}

const partStep = ({ part_price: price, quantity }: EstimateLine): string[] =>
  price
    ? [
        `Part: ${dollarsAndCents(price.likely)}${quantity === 1 ? '' : ` × ${quantity} = ${dollarsAndCents(price.likely * quantity)}`}`,
      ]
    : [];
const labourStep = ({ labour }: EstimateLine, report: ReportModel): string[] =>
  labour
    ? [
        `Labor, ${labour.type}: ${exactHours(labour.hours.likely)} × ${dollarsAndCents(labour.rate)}/h = ${dollarsAndCents(labour.hours.likely * labour.rate)}, ${ratesWords(report)}`,
      ]
    : [];
const refinishStep = ({ refinish }: EstimateLine): string[] =>
  refinish
    ? [
        `Refinish: ${exactHours(refinish.hours)} × (${dollarsAndCents(refinish.rate)}/h of labor + ${dollarsAndCents(refinish.materials_rate)}/h of materials) = ${dollarsAndCents(refinish.hours * (refinish.rate + refinish.materials_rate))}`,
      ]
    : [];
const subletStep = ({ sublet }: EstimateLine): string[] =>
  sublet ? [`Sublet or fixed amount: ${dollarsAndCents(sublet.likely)}`] : [];
/** Hours as they are multiplied: `0.35 h`. */
const extentWords = ({ extent }: NonNullable<EstimateLine['labour']>): string =>
  extent === undefined
    ? ''
    : `, for damage to ${Math.max(1, Math.round(extent * 100))}% of the part as the photos show it`;
const bases = (line: EstimateLine): string =>
  line.estimated || line.block === 'user'
    ? BASIS_WORDS.user
    : unique([
        line.part_price && `Part price: ${BASIS_WORDS[line.part_price.basis].toLowerCase()}`,
        line.labour && `hours: ${BASIS_WORDS[line.labour.basis].toLowerCase()}${extentWords(line.labour)}`,
        line.refinish && `refinish: ${BASIS_WORDS[line.refinish.basis].toLowerCase()}`,
        line.sublet && `amount: ${BASIS_WORDS[line.sublet.basis].toLowerCase()}`,
      ]) || 'Our judgment';

const hoursSource = (report: ReportModel): string =>
  unique([
    tableSource(report, 'part-costs', 'Our table of hours and price bands'),
    tableSource(report, 'rates', 'our table of hourly rates'),
  ]);

const priceSource = (line: EstimateLine, report: ReportModel): string | null => {
  const price = line.part_price;
  if (!price) return null;
  return price.basis === 'judgement' || price.basis === 'anchored'
    ? tableSource(report, 'part-costs', partPriceWords(price))
    : [partPriceWords(price), price.basis === 'catalogue' && sourceDate(price.dated, shortDay)]
        .filter(Boolean)
        .join(', ');
};

/** How a line's cost enters the totals. */
function countedHow({
  standing,
  probability,
  counts = 1,
  cost: { likely },
  expected_cost,
}: EstimateLine): string {
  if (counts === 0) return 'Written in full. The forecast’s level holds such work already.';
  const share = `${percent(probability)}${counts < 1 ? ` × ${percent(counts)}` : ''} of ${dollarsAndCents(likely)} = ${dollarsAndCents(expected_cost)} before tax`;
  if (standing === 'possible') return `Not written: in the forecast it counts by its chance, ${share}.`;
  if (standing === undefined) return `In the total it counts by its probability: ${share}.`;
  return probability * counts < 1
    ? `Written in full. In the forecast it counts by its probability: ${share}.`
    : 'Written in full.';
}

/** low–likely–high of a line. */
const cost: Answerer = (line, report) => {
  const steps = [...partStep(line), ...labourStep(line, report), ...refinishStep(line), ...subletStep(line)];
  const { low, likely, high } = line.cost;
  return {
    title: `Cost of ${line.name}`,
    steps: [
      ...steps,
      `If the line is needed: ${dollarsAndCents(likely)}, with low ${dollars(low)} and high ${dollars(high)}${steps.length > 1 && !line.standing ? '; hours are shown rounded' : ''}.`,
      countedHow(line),
      ...before(line, (was) => `Estimated were ${dollarsAndCents(was.cost.likely)}.`),
      ...switched(line),
    ],
    source: unique([
      priceSource(line, report),
      line.labour || line.refinish ? hoursSource(report) : null,
      line.sublet && subletWords(line.sublet),
    ]),
    basis: bases(line),
    links: [...photoLinks(line), TO_ASSUMPTIONS],
  };
};

/** Some lines bring another only on cars that have what it works on. */
function sharesOf({ called_shares: shares = {} }: EstimateLine): string[] {
  const told = [...new Set(Object.values(shares))].map(percent).join(' or ');
  return told === ''
    ? []
    : [`Lines that bring it only on cars that have the sensor count by the share of those: ${told}.`];
}

const chance: Answerer = (line, report) => {
  const by = (line.called_by ?? []).flatMap((id) => report.estimate.lines.find((one) => one.id === id) ?? []);
  const fromPhotos = line.basis === 'photos' || line.basis === 'both';
  return {
    title: `Chance of ${line.name}`,
    steps: [
      `${percent(line.probability)}: how likely this line is needed.`,
      fullStop(whyOf(line)),
      ...(by.length > 0
        ? [
            line.called_jointly
              ? `As likely as the likeliest of the lines that bring it (${by.length}).`
              : `Any of the lines that bring it is enough (${by.length}).`,
            ...sharesOf(line),
            ...(line.called_unless?.length
              ? ['Less the chance of painted neighbors, which need no color blended into them.']
              : []),
          ]
        : []),
      ...before(line, (was) => `Estimated was ${percent(was.probability)}.`),
    ],
    source:
      line.block === 'user'
        ? 'Added by hand'
        : (listedSource(report, 'damage') ?? `Version ${report.estimate.versions.prior}`),
    basis: line.estimated
      ? BASIS_WORDS.user
      : fromPhotos
        ? `The photos (${BASES[line.basis]})`
        : `Our judgment: ${BASES[line.basis]}`,
    links: [...photoLinks(line), ...by.slice(0, LINKS_SHOWN).map(lineLink), TO_SOURCES],
  };
};

/** What a possible line adds to the forecast, by its chance. */
const adds: Answerer = (line, report) => ({
  ...cost(line, report),
  title: `What ${line.name} adds`,
  steps: [countedHow(line), fullStop(whyOf(line))],
});

const labour: Answerer = (line, report) => {
  const work = line.labour;
  if (!work) return NOT_HELD;
  const { low, high } = work.hours;
  return {
    title: `Labor of ${line.name}`,
    steps: [
      ...labourStep(line, report),
      `Between ${hours(low)} and ${hours(high)}.`,
      ...before(
        line,
        (was) => `Estimated were ${was.labour_hours === null ? 'no hours' : hours(was.labour_hours)}.`,
      ),
      ...switched(line),
    ],
    source: work.from_estimate
      ? unique([
          `A kept estimate of ${shortDay(work.from_estimate)}`,
          tableSource(report, 'rates', 'our table of hourly rates'),
        ])
      : hoursSource(report),
    basis: unique([
      `Hours: ${BASIS_WORDS[work.basis].toLowerCase()}${extentWords(work)}`,
      `rate: ${work.rate_basis === 'user' ? 'as entered' : ratesWords(report).replace(/^at /, '')}`,
    ]),
    links: [...photoLinks(line), TO_ASSUMPTIONS],
  };
};

const refinish: Answerer = (line, report) => {
  const paint = line.refinish;
  if (!paint) return NOT_HELD;
  return {
    title: `Refinish of ${line.name}`,
    steps: [
      ...refinishStep(line),
      `Of the hours ${exactHours(paint.clear_coat_hours)} are clear coat; ${exactHours(paint.overlap_hours)} were taken off for overlap with painted neighbors.`,
      ...(report.estimate.paint ? [fullStop(paintWords(report.estimate.paint))] : []),
      `Rates ${ratesWords(report)}.`,
      ...before(
        line,
        (was) => `Estimated were ${was.refinish_hours === null ? 'no hours' : hours(was.refinish_hours)}.`,
      ),
      ...switched(line),
    ],
    source: hoursSource(report),
    basis: BASIS_WORDS[paint.basis],
    links: [TO_ASSUMPTIONS, TO_SOURCES],
  };
};

/** Hours of labour and refinish together, as the row of the line shows them. */
const allHours: Answerer = (line, report) => {
  const [work, paint] = [line.labour, line.refinish];
  if (!work || !paint) return work ? labour(line, report) : refinish(line, report);
  return {
    ...labour(line, report),
    title: `Hours of ${line.name}`,
    steps: [
      `${exactHours(work.hours.likely)} of ${work.type} labor + ${exactHours(paint.hours)} of refinish = ${exactHours(work.hours.likely + paint.hours)}`,
      ...labourStep(line, report),
      ...refinishStep(line),
      ...switched(line),
    ],
    basis: bases({ ...line, part_price: null, sublet: null }),
  };
};

const part: Answerer = (line, report) => {
  const price = line.part_price;
  if (!price) return NOT_HELD;
  const { low, likely, high, converted } = price;
  return {
    title: `Part price of ${line.name}`,
    steps: [
      `${dollarsAndCents(likely)} for one${pieces(line.quantity)}, with low ${dollars(low)} and high ${dollars(high)}.`,
      ...(converted
        ? [
            `${converted.amount} ${converted.currency} × ${converted.rate} (${[`rate of ${shortDay(converted.rate_date)}`, rateWords(converted)].filter(Boolean).join(', ')}).`,
          ]
        : []),
      fullStop(partPriceWords(price)),
      ...before(
        line,
        (was) => `Estimated was ${was.part_price === null ? 'no part' : dollarsAndCents(was.part_price)}.`,
      ),
      ...switched(line),
    ],
    source: priceSource(line, report) ?? partPriceWords(price),
    basis: BASIS_WORDS[price.basis],
    links: [TO_ASSUMPTIONS, TO_SOURCES],
  };
};

const sublet: Answerer = (line, report) => {
  if (!line.sublet) return NOT_HELD;
  const { low, likely, high, basis } = line.sublet;
  return {
    title: `Sublet of ${line.name}`,
    steps: [
      `${dollarsAndCents(likely)}, with low ${dollars(low)} and high ${dollars(high)}.`,
      ...before(
        line,
        (was) => `Estimated was ${was.sublet === null ? 'none' : dollarsAndCents(was.sublet)}.`,
      ),
    ],
    source: tableSource(report, 'part-costs', subletWords(line.sublet)),
    basis: BASIS_WORDS[basis],
    links: [TO_ASSUMPTIONS],
  };
};

const quantity: Answerer = (line, report) => ({
  ...chance(line, report),
  title: `Qty of ${line.name}`,
  steps: [`${line.quantity} pieces on this line.`, fullStop(whyOf(line))],
});

const severity: Answerer = (line, report) => ({
  ...chance(line, report),
  title: `Severity of ${line.name}`,
  steps: ['1 cosmetic, 2 minor, 3 major, 4 destroyed.', fullStop(whyOf(line))],
});

const estimated: Answerer = (line, report) => ({
  ...cost(line, report),
  title: `Estimated cost of ${line.name}, before the change`,
  steps: line.estimated
    ? [
        `${dollarsAndCents(line.estimated.cost.likely)} if needed, with low ${dollars(line.estimated.cost.low)} and high ${dollars(line.estimated.cost.high)}, at a chance of ${percent(line.estimated.probability)}.`,
      ]
    : NOT_HELD.steps,
});

/** What can be asked of a line. */
export const LINE_ANSWERS = {
  cost,
  chance,
  adds,
  labour,
  refinish,
  hours: allHours,
  part,
  sublet,
  quantity,
  severity,
  estimated,
} satisfies Record<string, Answerer>;
export type LineFigure = keyof typeof LINE_ANSWERS;

/** Where a part number comes from and how sure it fits. */
export function numberAnswer(line: EstimateLine, number: OemNumber): WhereAnswer {
  const chain = supersessionChain(number);
  return {
    title: `OEM number ${number.number}`,
    steps: [
      `${number.name}: ${fitText(number)}${numberToldWords(number) === '' ? '' : `, ${numberToldWords(number)}`}.`,
      ...(number.price === null
        ? []
        : [`The source prices it ${number.price} ${number.currency ?? '(currency not told)'}.`]),
      ...(chain === null ? [] : [`Replaced, old to new: ${chain}.`]),
      number.format_ok
        ? 'It has the shape this make’s numbers have.'
        : 'It does not have the shape this make’s numbers have: check it.',
      ...(line.narrowed ?? []).map((entry) => fullStop(narrowedWords(entry))),
      ...(number.also ?? []).map(fullStop),
    ],
    source: unique([
      numberSource(number, shortDay),
      number.price_from &&
        `price from ${number.price_from.source}, ${sourceDate(number.price_from.dated, shortDay)}`,
    ]),
    basis: BASIS_WORDS.catalogue,
    links: [
      ...(number.url ? [{ to: 'site' as const, url: number.url, text: 'The part in its catalog' }] : []),
      lineLink(line),
      TO_SOURCES,
    ],
  };
}

/** Whose claim a number is that sellers state, and how they were counted; null where the line has none such. */
export function statedAnswer(line: EstimateLine, number: string, report: ReportModel): WhereAnswer | null {
  const said = statedBySellers(line).find((one) => one.number === number);
  if (!said) return null;
  return {
    title: `${number}, stated by sellers`,
    steps: [
      fullStop(`${said.claim.charAt(0).toUpperCase()}${said.claim.slice(1)}`),
      'Each seller counts once, and those who copied one another as one. It is shown where three or more agree, six in ten of all, and nobody else comes near.',
      ...(said.asked === '' ? [] : [fullStop(`${said.asked.charAt(0).toUpperCase()}${said.asked.slice(1)}`)]),
    ],
    source: listedSource(report, 'stated_numbers') ?? 'eBay sellers',
    basis: 'The claim of sellers, not checked',
    links: [lineLink(line), TO_SOURCES],
  };
}
