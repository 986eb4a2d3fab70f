import { clsx } from 'clsx';
import {
  allTicked,
  type GroupPiece,
  piecesOf,
  type TheRest,
} from '../../../contract/report-view/confirm-group.ts';
import type {
  ConfirmAnswer,
  ConfirmQuestion,
  ConfirmStep,
} from '../../../contract/report-view/confirm-questions.ts';
import { whyOf } from '../../../contract/report-view/words/line-reason.ts';
import { OPERATIONS } from '../../../contract/report-view/words/line-words.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { Button } from '../../ui/button.tsx';
import { dollars, percent } from '../../ui/money.ts';
import { LitDiagram } from '../photos/panel-diagram.tsx';
import { ANSWERS, answersTo } from './answer-keys.ts';
import type { Pass } from './use-pass.ts';

type Props = {
  report: ReportModel;
  step: ConfirmStep;
  pass: Pass;
  /** Ids of the pieces of a group that are ticked as damaged. */
  ticked: ReadonlySet<string>;
  onTick: (id: string) => void;
  onAnswer: (answer: ConfirmAnswer) => void;
  onGroup: (ticked: ReadonlySet<string>, rest: TheRest) => void;
  onSkip: () => void;
  onUndo: () => void;
  onAdd: () => void;
};

/** The part asked about, or several that one look shows, what the estimate has for them, and the answers. */
export function QuestionPanel(props: Props) {
  const { report, step, pass, ticked, onSkip, onUndo, onAdd } = props;
  const isGroup = step.parts.length > 1;
  return (
    <>
      <div className="flex gap-3">
        <div className="w-14 shrink-0 lg:hidden">
          <LitDiagram id="asked-small" report={report} panels={step.panels} />
        </div>
        <div className="min-w-0">
          <p className="figures text-sm text-muted">
            {pass.said.length} answered · {pass.left} left
          </p>
          <h2 className="text-xl font-semibold wrap-anywhere">
            {step.name}: {step.asks}
          </h2>
          {isGroup ? null : <PartFacts part={step.parts[0]} />}
        </div>
      </div>
      <NotSaved pass={pass} />
      {isGroup ? <GroupAnswers {...props} /> : <PartAnswers {...props} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button look="quiet" onClick={onSkip}>
          {ticked.size > 0 ? 'Can’t see the rest' : 'Can’t see'} <Key hint="S" />
        </Button>
        <Button look="quiet" disabled={pass.said.length === 0} onClick={onUndo}>
          Undo <Key hint="U" />
        </Button>
        <Button look="quiet" onClick={onAdd}>
          Add damage <Key hint="A" />
        </Button>
        <Button look="text" className="ml-auto" onClick={pass.finish}>
          Finish
        </Button>
      </div>
    </>
  );
}

/** What the estimate has for a part, and how likely. */
const estimated = ({ line }: ConfirmQuestion): string =>
  line === null
    ? ''
    : `${OPERATIONS[line.operation]} ${dollars(line.cost.likely)} · ${percent(line.probability)} likely`;

function PartFacts({ part }: { part: ConfirmQuestion }) {
  const { line, marked, side_open } = part;
  return (
    <>
      <p className="figures text-sm text-muted">
        {line === null ? 'Nothing says where the car is damaged: look all around it' : estimated(part)}
        {side_open ? ' · side to confirm' : ''}
      </p>
      {marked && line !== null ? <p className="text-sm text-muted">{whyOf(line)}</p> : null}
    </>
  );
}

const PartAnswers = ({ step, onAnswer }: Props) => (
  <div className="grid grid-cols-6 gap-2">
    {answersTo(step.parts[0].side_open).map((answer) => (
      <AnswerButton
        key={answer}
        name={ANSWERS[answer].words}
        hint={ANSWERS[answer].key}
        wide={answer === 'damaged' || answer === 'whole'}
        // On a phone the answers to every question stay where the thumb is.
        first={answer === 'left' || answer === 'right' || answer === 'both'}
        onClick={() => onAnswer(answer)}
      />
    ))}
  </div>
);

/** What is known of all, or of the others, and each piece to tick. */
function GroupAnswers({ step, ticked, onTick, onGroup }: Props) {
  const pieces = piecesOf(step.parts);
  return (
    <>
      <div className="grid grid-cols-6 gap-2">
        <AnswerButton
          name="All of them"
          hint={ANSWERS.damaged.key}
          wide
          onClick={() => onGroup(allTicked(step.parts), 'whole')}
        />
        <AnswerButton
          name={ticked.size > 0 ? 'The rest undamaged' : 'No damage'}
          hint={ANSWERS.whole.key}
          wide
          onClick={() => onGroup(ticked, 'whole')}
        />
      </div>
      <ul className="grid divide-y divide-rule border-y border-rule">
        {step.parts.map((part) => (
          <li key={part.key} className="flex min-h-12 items-center gap-2 py-1">
            <p className="min-w-0 grow leading-tight wrap-anywhere">
              {part.name}
              <span className="figures block text-xs text-muted">{estimated(part)}</span>
            </p>
            {pieces.map((piece, at) =>
              piece.part === part ? (
                <PieceToggle
                  key={piece.id}
                  piece={piece}
                  hint={pieceKey(at)}
                  pressed={ticked.has(piece.id)}
                  onPress={() => onTick(piece.id)}
                />
              ) : null,
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The key that ticks the piece at a place of the list; null: none is left. */
export const pieceKey = (at: number): string | null => (at < 9 ? String(at + 1) : null);

type PieceProps = { piece: GroupPiece; hint: string | null; pressed: boolean; onPress: () => void };
const PIECE_WORDS = { left: 'Left', right: 'Right' } as const;

const PieceToggle = ({ piece, hint, pressed, onPress }: PieceProps) => (
  <button
    type="button"
    aria-pressed={pressed}
    aria-keyshortcuts={hint ?? undefined}
    onClick={onPress}
    className={clsx(
      'flex min-h-11 min-w-18 shrink-0 items-center justify-center gap-1 rounded-md border px-2 text-sm',
      pressed ? 'border-ink bg-ink font-semibold text-paper' : 'border-rule-strong',
    )}
  >
    <span aria-hidden="true">{pressed ? '✓' : ''}</span>
    <span className="sr-only">{piece.part.name}: </span>
    {piece.side === null ? 'Damaged' : PIECE_WORDS[piece.side]}
    {hint === null || pressed ? null : <Key hint={hint} />}
  </button>
);

/** What was not saved, said until it is. */
export function NotSaved({ pass }: { pass: Pass }) {
  const failed = pass.said.filter(({ state }) => state === 'failed');
  if (failed.length === 0) return null;
  return (
    <div role="alert" className="rounded-md bg-fail-soft px-3 py-2 text-sm text-fail">
      <p>Not saved: {failed.map(({ name, says }) => `${name}, ${says}`).join('; ')}.</p>
      <Button look="danger" className="mt-1" onClick={pass.retry}>
        Send again
      </Button>
    </div>
  );
}

/** A key that does the same, where there are keys. */
const Key = ({ hint }: { hint: string }) => (
  <span aria-hidden="true" className="font-sans text-xs text-muted pointer-coarse:hidden">
    {hint}
  </span>
);

type AnswerProps = { name: string; hint: string; wide: boolean; first?: boolean; onClick: () => void };

const AnswerButton = ({ name, hint, wide, first = false, onClick }: AnswerProps) => (
  <Button
    look="quiet"
    aria-keyshortcuts={hint}
    className={clsx(
      'min-h-12 px-2!',
      wide ? 'col-span-3 border-2! font-semibold' : 'col-span-2',
      first && 'max-lg:order-first',
    )}
    onClick={onClick}
  >
    {name} <Key hint={hint} />
  </Button>
);
