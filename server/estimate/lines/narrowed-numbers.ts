import type { Narrowed } from '../../../contract/facts/number-facts.ts';
import type { OptionQuestion } from '../../../contract/option-question.ts';
import type { ReportEdits } from '../../../contract/schemas/edit-report.ts';
import type { OemNumber } from '../../../contract/schemas/estimate.ts';

export type NarrowedNumbers = {
  readonly numbers: OemNumber[];
  readonly ruled_out: OemNumber[];
  readonly narrowed: Narrowed[];
};
/** What is left of a line's numbers, by its id. */
export type Narrow = (lineId: string, numbers: OemNumber[]) => NarrowedNumbers;

/** The questions with the user's answers over what the VIN says. An answer that no longer exists is none. */
export function answeredQuestions(
  questions: readonly OptionQuestion[],
  answers: ReportEdits['answers'],
): OptionQuestion[] {
  return questions.map((question) => {
    const said = answers?.[question.id];
    const chosen = question.answers.find(({ id }) => id === said);
    if (said === undefined || (said !== null && !chosen)) return { ...question, answered: question.known };
    return { ...question, answered: { answer: said, by: 'user', told: { code: 'user' } } };
  });
}

/** A number that no live one stands beside depends on no option any more. */
function fitAmong(numbers: readonly OemNumber[]): OemNumber[] {
  const live = numbers.filter(({ superseded_by }) => superseded_by === null);
  return numbers.map((number) =>
    live.length <= 1 && number.fit === 'needs_option' ? { ...number, fit: 'model_year' } : number,
  );
}

/**
 * What answers and the user's own choice leave of a line's numbers: never none, and never more than there were. `chosen` is
 * the number the user chose, by line.
 */
export function narrowing(questions: readonly OptionQuestion[], chosen: ReportEdits['numbers']): Narrow {
  return (lineId, all) => {
    const one = all.filter(({ number }) => number === chosen?.[lineId]);
    if (one.length > 0)
      return {
        numbers: fitAmong(one),
        ruled_out: all.filter((number) => !one.includes(number)),
        narrowed: [{ by: 'user', chosen: true }],
      };
    let numbers = all;
    const narrowed: Narrowed[] = [];
    for (const { answers, answered: said, asked } of questions) {
      const answer = answers.find(({ id }) => id === said?.answer);
      const leaves = answer?.leaves[lineId];
      if (!said || !answer || !leaves) continue;
      const left = numbers.filter(({ number }) => leaves.includes(number));
      if (left.length === 0 || left.length === numbers.length) continue;
      numbers = left;
      const { by, told } = said;
      narrowed.push({ by, ...(asked && told ? { answered: { asked, answer: answer.id, told } } : {}) });
    }
    const ruled_out = all.filter((number) => !numbers.includes(number));
    return { numbers: narrowed.length > 0 ? fitAmong(numbers) : numbers, ruled_out, narrowed };
  };
}
