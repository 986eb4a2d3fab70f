import { questionText } from '../../../contract/report-view/words/option-questions.ts';
import type { LineFigures, Recalculation, ReportEdits } from '../../../contract/schemas/edit-report.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import { buildEstimate, overridesOf } from '../../estimate/build-estimate.ts';
import type { EstimateInputs } from '../../estimate/calculation/estimate-inputs.ts';

type Left = Recalculation['not_carried'][number];

const NO_LINE = 'the new estimate has no such line';
const dollars = (amount: number): string =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** A line's figures in words. */
const FIGURES: { [F in keyof LineFigures]-?: (value: NonNullable<LineFigures[F]>) => string } = {
  name: (name) => `the name “${name}”`,
  operation: (operation) => `operation ${operation.replaceAll('_', ' ')}`,
  side: (side) => `side ${side}`,
  part_type: (type) => `part type ${type}`,
  quantity: (count) => `quantity ${count}`,
  part_price: (price) => `a price of ${dollars(price)}`,
  labour_type: (type) => `${type} labor`,
  labour_hours: (count) => `${count} labor hours`,
  hours_from: () => 'taken from your own estimate',
  refinish_hours: (count) => `${count} refinish hours`,
  sublet: (amount) => `a fixed amount of ${dollars(amount)}`,
  probability: (chance) => `a chance of ${Math.round(chance * 100)}%`,
  own_reason: (words) => `the reason “${words}”`,
};
const inWords = (set: LineFigures): string =>
  Object.entries(set)
    .map(([name, value]) => (FIGURES[name as keyof LineFigures] as (value: unknown) => string)(value))
    .join(', ');

/**
 * A report's edits as far as the new estimate has a place for each, and what is left: a line, a number, a question or a switch
 * it no longer has. Lines the user added and what they said of parts always carry over.
 */
export function carryEdits(
  edits: ReportEdits,
  inputs: EstimateInputs,
  before: ReportModel,
): { edits: ReportEdits; left: Left[] } {
  const { lines, excluded = [], questions = [] } = buildEstimate(inputs, overridesOf(edits));
  const now = new Map<string, EstimateLine>([...lines, ...excluded].map((line) => [line.id, line]));
  const was = new Map(
    [...before.estimate.lines, ...(before.estimate.excluded ?? [])].map((line) => [line.id, line]),
  );
  /** A piece that a line whose side was open is now, where it has been told since. */
  const isToldPiece = (line: EstimateLine, piece: EstimateLine): boolean =>
    line.side === 'unknown' &&
    (piece.side === 'left' || piece.side === 'right') &&
    piece.category === line.category &&
    piece.position === line.position;
  const isThere = (id: string): boolean => {
    const line = was.get(id);
    return now.has(id) || (line !== undefined && [...now.values()].some((piece) => isToldPiece(line, piece)));
  };
  const named = (id: string): string => was.get(id)?.name ?? 'A line of the report before';
  const left: Left[] = [];
  /** Keeps an entry that has its place, and tells of one that has not. */
  const kept = (has: boolean, line_id: string | null, what: string): boolean => {
    if (!has) left.push({ line_id, what });
    return has;
  };
  const entries = <V>(of: Readonly<Record<string, V>> | undefined, keep: (id: string, value: V) => boolean) =>
    Object.fromEntries(Object.entries(of ?? {}).filter(([id, value]) => keep(id, value)));

  const { history: _, order, scenario = {}, part_answers = [] } = edits;
  const { airbags, ...settings } = scenario;
  const carried: ReportEdits = {
    added: edits.added,
    changed: entries(edits.changed, (id, set) =>
      kept(isThere(id), id, `${named(id)}: you set ${inWords(set)}; ${NO_LINE}.`),
    ),
    excluded: edits.excluded.filter((id) =>
      kept(isThere(id), id, `${named(id)}: you took it out; ${NO_LINE}.`),
    ),
    ...(edits.excluded_reasons
      ? { excluded_reasons: entries(edits.excluded_reasons, (id) => isThere(id)) }
      : {}),
    order: order?.filter((id) => now.has(id)) ?? null,
    answers: entries(edits.answers, (id, answer) => {
      const question = questions.find((entry) => entry.id === id);
      const offered = answer === null || question?.answers.some((entry) => entry.id === answer) === true;
      const earlier = before.estimate.questions?.find((entry) => entry.id === id);
      const text = earlier ? questionText(earlier) : 'A question of the report before.';
      return kept(
        question !== undefined && offered,
        null,
        `${text} You answered this; the new estimate does not ask it in this way.`,
      );
    }),
    numbers: entries(edits.numbers, (id, number) => {
      const line = now.get(id);
      const has = [...(line?.oem_numbers ?? []), ...(line?.ruled_out ?? [])].some(
        (entry) => entry.number === number,
      );
      return kept(
        has,
        id,
        `${named(id)}: you chose the number ${number}; ${line ? 'the new estimate has it no longer' : NO_LINE}.`,
      );
    }),
    scenario:
      airbags !== undefined &&
      kept(
        inputs.airbags_told !== null,
        null,
        `You set the airbags to ${airbags}; the new estimate goes by what the listing says of them.`,
      )
        ? { ...settings, airbags }
        : settings,
    part_answers: part_answers.filter(({ category }) =>
      kept(
        categoryById(category) !== undefined,
        null,
        `You said of a part what you saw; there is no such part any more.`,
      ),
    ),
  };
  return { edits: carried, left };
}
