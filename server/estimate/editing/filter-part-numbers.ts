import type { OptionQuestion } from '../../../contract/option-question.ts';
import type { ReportEdits } from '../../../contract/schemas/edit-report.ts';
import type { Estimate, EstimateLine, OemNumber } from '../../../contract/schemas/estimate.ts';
import { dollarsFromCents as dollars } from '../../../contract/schemas/money.ts';
import { type CurrencyRates, cataloguePrice } from '../pricing/catalogue-price.ts';
import { fullMoney, recosted } from '../pricing/line-money.ts';
import type { PricedCar } from '../pricing/part-price.ts';
import { tablePrice } from '../pricing/table-price.ts';
import { mapAirbagLines } from './airbag-variants.ts';
import { inProportion, resettled } from './recalculate-estimate.ts';

type Narrowed = NonNullable<EstimateLine['narrowed']>[number];

const BY_USER = 'Answered by the user';

/** The questions with the user's answers over what the VIN says. An answer that no longer exists is none. */
function answered(questions: readonly OptionQuestion[], answers: ReportEdits['answers']): OptionQuestion[] {
  return questions.map((question) => {
    const said = answers?.[question.id];
    const chosen = question.answers.find(({ id }) => id === said);
    if (said === undefined || (said !== null && !chosen)) return { ...question, answered: question.known };
    return { ...question, answered: { answer: said, by: 'user', because: BY_USER } };
  });
}

/** Every number of the line, whatever was ruled out. */
const allNumbers = (line: EstimateLine): OemNumber[] => [...line.oem_numbers, ...(line.ruled_out ?? [])];

/** The numbers that stay, and what narrowed them: never to none, and never more than there were. */
function kept(
  line: EstimateLine,
  questions: readonly OptionQuestion[],
  chosen: string | undefined,
): { numbers: OemNumber[]; narrowed: Narrowed[] } {
  const all = allNumbers(line);
  const one = all.filter(({ number }) => number === chosen);
  if (one.length > 0)
    return { numbers: one, narrowed: [{ by: 'user', because: 'Chosen by the user', chosen: true }] };
  let numbers = all;
  const narrowed: Narrowed[] = [];
  for (const { answers, answered: said, text } of questions) {
    const answer = answers.find(({ id }) => id === said?.answer);
    const leaves = answer?.leaves[line.id];
    if (!said || !answer || !leaves) continue;
    const left = numbers.filter(({ number }) => leaves.includes(number));
    if (left.length === 0 || left.length === numbers.length) continue;
    numbers = left;
    narrowed.push({ by: said.by, because: `${text} ${answer.text} (${said.because})` });
  }
  return { numbers, narrowed };
}

/** A number that no live one stands beside depends on no option any more; one that has company again does. */
function fitAmong(numbers: readonly OemNumber[], line: EstimateLine): OemNumber[] {
  const live = numbers.filter(({ superseded_by }) => superseded_by === null);
  const widened = line.ruled_out !== undefined && live.length > 1;
  return numbers.map((number) => {
    if (live.length <= 1 && number.fit === 'needs_option') return { ...number, fit: 'model_year' };
    return widened && number.fit === 'model_year' ? { ...number, fit: 'needs_option' } : number;
  });
}

/** The rates at which this estimate took in foreign prices: the only ones kept. */
function currenciesIn(lines: readonly EstimateLine[]): CurrencyRates {
  return Object.fromEntries(
    lines.flatMap(({ part_price: price }) =>
      price?.converted
        ? [
            [
              price.converted.currency.toUpperCase(),
              {
                usd: price.converted.rate,
                date: price.converted.rate_date,
                ...(price.converted.rate_source ? { source: price.converted.rate_source } : {}),
              },
            ],
          ]
        : [],
    ),
  );
}

function priced(line: EstimateLine, currencies: CurrencyRates, car: PricedCar): EstimateLine {
  if (!line.part_price) return line;
  const part = cataloguePrice(line.oem_numbers, currencies);
  if (part)
    return {
      ...line,
      part_type: 'oem',
      part_price: {
        low: dollars(part.low),
        likely: dollars(part.likely),
        high: dollars(part.high),
        basis: part.basis,
        source: part.source,
        dated: part.dated,
        converted: part.converted,
      },
    };
  // No number of the line itself ever gave it: it is the price of its other side.
  if (cataloguePrice(allNumbers(line), currencies) === null) return line;
  // The price was that of numbers which are ruled out.
  const other = line.part_price.basis === 'catalogue' ? tablePrice(line, car) : null;
  return other ? { ...line, ...other } : line;
}

/**
 * The estimate's lines with their numbers narrowed by what the VIN and the user say, and priced by those that stay, where the
 * catalogue gives a price; so are the lines that other air bags would bring. Lines nobody narrowed stay as they are to the
 * cent. Money before tax; totals are not made anew.
 */
function narrowNumbers(
  estimate: Estimate,
  edits: Pick<ReportEdits, 'answers' | 'numbers'>,
  car: PricedCar,
): Pick<Estimate, 'lines' | 'questions' | 'airbags'> {
  const { lines, airbags } = estimate;
  if (!estimate.questions && !edits.numbers) return { lines };
  const questions = answered(estimate.questions ?? [], edits.answers);
  const currencies = currenciesIn(lines);
  const narrow = (line: EstimateLine): EstimateLine => {
    const { numbers, narrowed } = kept(line, questions, edits.numbers?.[line.id]);
    const { ruled_out: _, narrowed: said, ...rest } = line;
    if (narrowed.length === 0 && !said) return line;
    const same =
      numbers.length === line.oem_numbers.length && numbers.every((it) => line.oem_numbers.includes(it));
    const out = allNumbers(line).filter((number) => !numbers.includes(number));
    const next = {
      ...rest,
      oem_numbers: same ? line.oem_numbers : fitAmong(numbers, line),
      ...(out.length > 0 ? { ruled_out: out } : {}),
      ...(narrowed.length > 0 ? { narrowed } : {}),
    };
    const { refinish, materials } = fullMoney(line);
    return same ? next : recosted(priced(next, currencies, car), refinish + materials);
  };
  return {
    lines: lines.map(narrow),
    ...(estimate.questions ? { questions } : {}),
    ...mapAirbagLines(airbags, (all) => all.map(narrow)),
  };
}

/**
 * The estimate with its numbers narrowed, its sums made anew and its range in the same proportions. Where nobody narrows
 * anything: the same estimate.
 */
export function narrowedEstimate(
  estimate: Estimate,
  edits: Pick<ReportEdits, 'answers' | 'numbers'>,
  car: PricedCar,
  retailValue: number | null,
): Estimate {
  const { lines, ...said } = narrowNumbers(estimate, edits, car);
  const asked = { ...estimate, ...said };
  if (lines.every((line, at) => line === estimate.lines[at])) return asked;
  return resettled(asked, lines, retailValue, inProportion(estimate));
}
