import { clsx } from 'clsx';
import type { ConfirmAnswer, ConfirmQuestion } from '../../../contract/report-view/confirm-questions.ts';
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
  question: ConfirmQuestion;
  pass: Pass;
  onAnswer: (answer: ConfirmAnswer) => void;
  onSkip: () => void;
  onUndo: () => void;
  onAdd: () => void;
};

/** The part asked about, what the estimate has for it, and the answers. */
export function QuestionPanel({ report, question, pass, onAnswer, onSkip, onUndo, onAdd }: Props) {
  const { line, marked, side_open } = question;
  return (
    <>
      <div className="flex gap-3">
        <div className="w-14 shrink-0 lg:hidden">
          <LitDiagram id="asked-small" report={report} panels={question.panels} />
        </div>
        <div className="min-w-0">
          <p className="figures text-sm text-muted">
            {pass.said.length} answered · {pass.left} left
          </p>
          <h2 className="text-xl font-semibold wrap-anywhere">
            {question.name}: {marked ? 'is this right?' : 'damaged?'}
          </h2>
          <p className="figures text-sm text-muted">
            {line === null
              ? 'Nothing says where the car is damaged: look all around it'
              : `${OPERATIONS[line.operation]} ${dollars(line.cost.likely)} · ${percent(line.probability)} likely`}
            {side_open ? ' · side to confirm' : ''}
          </p>
          {marked && line !== null ? <p className="text-sm text-muted">{whyOf(line)}</p> : null}
        </div>
      </div>
      <NotSaved pass={pass} />
      <div className="grid grid-cols-6 gap-2">
        {answersTo(side_open).map((answer) => (
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
      <div className="flex flex-wrap items-center gap-2">
        <Button look="quiet" onClick={onSkip}>
          Can’t see <Key hint="S" />
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

type AnswerProps = { name: string; hint: string; wide: boolean; first: boolean; onClick: () => void };

const AnswerButton = ({ name, hint, wide, first, onClick }: AnswerProps) => (
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
