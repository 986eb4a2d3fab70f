import type { EstimateSettings } from '../../../contract/estimate-settings.ts';
import type { Finding } from '../../../contract/schemas/damage.ts';
import { type Estimate, type EstimateLine, SECTIONS } from '../../../contract/schemas/estimate.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import { AIRBAG_PARTS } from '../../damage-detectors/declared/condition.ts';
import { placeOf, priorPart } from '../../damage-detectors/declared/declared-prior.ts';
import { withExpected } from '../pricing/line-money.ts';
import { calledChance } from '../pricing/required-by.ts';

type AirbagsAnswer = NonNullable<EstimateSettings['airbags']>;

const isRestraint = ({ section }: EstimateLine): boolean => section === 'restraints';
/** The prior's part that a line or finding is of: its category, or its own name where it stands in for one. */
const placesOfBags = [...AIRBAG_PARTS].map((id) => ({ ...placeOf(id), name: priorPart(id).name }));
const isBagPart = (category: string | null, name: string | null): boolean =>
  placesOfBags.some((place) =>
    place.exact ? name === null && place.category === category : place.name === name,
  );
/** Air bags that go off break what they come out of. */
const hangsOnAirbags = (line: EstimateLine): boolean =>
  isRestraint(line) ||
  (line.operation === 'replace' && isBagPart(line.category, line.stand_in ? line.name : null));

/** The findings without what only the listing says of the air bags: its user says otherwise. */
export const findingsBesideAirbags = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ basis, category, name }) => {
    const hangs = categoryById(category)?.section === 'restraints' || isBagPart(category, name ?? null);
    return basis !== 'declared' || !hangs;
  });

/**
 * What an estimate keeps so that its user may say otherwise of the air bags: the lines that hang on them as every other answer
 * would have them, and the operations that only these bring. `otherwise` makes the lines for an answer; declared and answered
 * air bags weigh alike, since both are made in the same way.
 */
export function airbagAnswers(
  told: AirbagsAnswer,
  made: Pick<Estimate, 'lines'>,
  otherwise: (answer: AirbagsAnswer) => readonly EstimateLine[],
): NonNullable<Estimate['airbags']> {
  const others = (['deployed', 'intact', 'unknown'] as const).filter((answer) => answer !== told);
  const own = new Map(made.lines.map(({ id, probability }) => [id, probability]));
  const linesOf = (answer: AirbagsAnswer): EstimateLine[] => {
    const all = otherwise(answer);
    const hanging = all.filter(hangsOnAirbags);
    const ids = new Set(hanging.map(({ id }) => id));
    const brought = all.filter(({ id, called_by }) => !own.has(id) && called_by?.some((by) => ids.has(by)));
    return [...hanging, ...brought].map((line) => {
      // Fewer restraints must not come out likelier because the value of the car then speaks for other parts.
      const most = answer === 'intact' ? (own.get(line.id) ?? 1) : 1;
      return {
        ...withExpected({ ...line, probability: Math.min(line.probability, most) }),
        why: line.why.replace(/^Listed: airbags (\w+)/, 'Airbags $1, as the user says'),
      };
    });
  };
  return {
    told,
    lines: Object.fromEntries(others.map((answer) => [answer, linesOf(answer)])),
    replaces: made.lines.filter(hangsOnAirbags).map(({ id }) => id),
  };
}

/** What is kept for other answers, its lines changed alike for each. */
export function mapAirbagLines(
  airbags: Estimate['airbags'],
  change: (lines: readonly EstimateLine[]) => EstimateLine[],
): Pick<Estimate, 'airbags'> {
  if (!airbags) return {};
  const lines = Object.entries(airbags.lines).map(([answer, all]) => [answer, change(all)]);
  return { airbags: { ...airbags, lines: Object.fromEntries(lines) } };
}

const place = (line: EstimateLine): number =>
  line.id === 'rest' ? SECTIONS.length : SECTIONS.indexOf(line.section);

/** The estimate's lines with those of another answer in place of its own, and the operations these bring by them. */
export function withAirbags(
  estimate: Estimate,
  answer: AirbagsAnswer,
  mark: (line: EstimateLine) => EstimateLine,
): EstimateLine[] {
  const { lines, airbags } = estimate;
  const others = airbags?.lines[answer];
  if (!others) return lines;
  const replaced = new Set(airbags?.replaces ?? lines.filter(isRestraint).map(({ id }) => id));
  const stay = lines.filter(({ id }) => !replaced.has(id));
  const was = new Map(lines.map(({ id, probability }) => [id, probability]));
  const is = new Map([...stay, ...others].map(({ id, probability }) => [id, probability]));
  const follow = (line: EstimateLine): EstimateLine => {
    const probability = calledChance(line, was, is);
    return probability === null ? line : mark(withExpected({ ...line, probability }));
  };
  return [...stay.map(follow), ...others.map(mark)].sort((a, b) => place(a) - place(b));
}
