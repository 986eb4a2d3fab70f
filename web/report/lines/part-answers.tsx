import { clsx } from 'clsx';
import { isAirbag } from '../../../contract/evidence.ts';
import { answerWords } from '../../../contract/report-view/grounds/evidence-rows.ts';
import { AIRBAGS_ASKED } from '../../../contract/report-view/grounds/narrowing-rows.ts';
import {
  answersOfLine,
  type StandingAnswer,
  takenBack,
} from '../../../contract/report-view/grounds/part-answers.ts';
import type { LineEdit } from '../../../contract/schemas/edit-report.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { Button } from '../../ui/button.tsx';
import { useLineEditingContext } from '../editing/line-editing.tsx';
import { goToSetting } from '../settings/go-to-setting.ts';

type Answer = { words: string; edits: LineEdit[] };

/** What can be said of a line's part by someone who looked; nothing of operations and of lines of one's own. */
export function answersFor(line: EstimateLine): Answer[] {
  const { category, block, side, position } = line;
  if (category === null || block === 'standard' || block === 'user') return [];
  const place = { category, name: line.stand_in ? line.name : null, side, position };
  const say = (answer: (LineEdit & { kind: 'part' })['answer'], of = side): LineEdit => ({
    kind: 'part',
    place: { ...place, side: of },
    answer,
  });
  const both: Answer = { words: 'Both sides', edits: [say('damaged', 'left'), say('damaged', 'right')] };
  if (line.other_side) return [both];
  const whole: Answer = { words: 'No damage', edits: [say('whole')] };
  if (!line.side_open) return [{ words: 'Damaged', edits: [say('damaged')] }, whole];
  return [
    { words: 'Damaged', edits: [say('damaged')] },
    { words: 'Left', edits: [say('left')] },
    { words: 'Right', edits: [say('right')] },
    both,
    whole,
  ];
}

/**
 * Says what was seen of the line's part, shows what was said, and takes it back; all lines that hang on it move with it. Of one
 * airbag nothing is asked before it is told whether any deployed.
 */
export function PartAnswers({ line }: { line: EstimateLine }) {
  const editing = useLineEditingContext();
  const answers = answersFor(line);
  if (editing === null || answers.length === 0) return null;
  const standing = answersOfLine(line, editing.evidence);
  if (editing.airbagsOpen && isAirbag(line.category) && standing.length === 0)
    return (
      <p className="flex flex-wrap items-center gap-x-2">
        {AIRBAGS_ASKED}
        <Button look="text" aria-label={`Set first: ${AIRBAGS_ASKED}`} onClick={() => goToSetting('airbags')}>
          Set first
        </Button>
      </p>
    );
  const back = standing.map(takenBack);
  return (
    <fieldset data-answers className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="mb-1 font-medium">What did you see?</legend>
      {answers.map(({ words, edits }) => {
        const stands = edits.every((edit) => standing.some((said) => isSame(edit, said)));
        return (
          <Button
            key={words}
            look="quiet"
            disabled={editing.busy}
            aria-pressed={stands}
            className={clsx(stands && 'border-signal! font-semibold')}
            aria-label={`${words}: ${line.name}`}
            // What was said before is replaced, a second press takes it back.
            onClick={() => void editing.edit(stands ? back : [...back, ...edits])}
          >
            {words}
          </Button>
        );
      })}
      {standing.length > 0 ? (
        <>
          <span className="text-muted">
            You said: {standing.map(({ answer }) => answerWords(answer)).join(', ')}
          </span>
          <Button
            look="text"
            disabled={editing.busy}
            aria-label={`Reset: ${line.name}`}
            onClick={() => void editing.edit(back)}
          >
            Reset
          </Button>
        </>
      ) : null}
    </fieldset>
  );
}

const isSame = (edit: LineEdit, { place, answer }: StandingAnswer): boolean =>
  edit.kind === 'part' && edit.answer === answer && edit.place.side === place.side;
