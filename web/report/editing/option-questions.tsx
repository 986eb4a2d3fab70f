import { Fragment, type ReactNode, useId } from 'react';
import type { OptionQuestion } from '../../../contract/option-question.ts';
import { answerText, questionText, toldWords } from '../../../contract/report-view/words/option-questions.ts';
import type { Estimate, EstimateLine } from '../../../contract/schemas/estimate.ts';
import { useLineEditingContext } from './line-editing.tsx';
import { useWanted } from './use-wanted.ts';

type Answer = OptionQuestion['answers'][number];
const UNKNOWN = '';
const SHOWN = 3;

/** What would tell the catalogue's numbers apart; where the report is only to read, what was answered. */
export function OptionQuestions({ estimate }: { estimate: Estimate }) {
  const editing = useLineEditingContext();
  const all = estimate.questions ?? [];
  const questions = editing === null ? all.filter(({ answered }) => answered?.answer) : all;
  if (questions.length === 0) return null;
  const open = questions.filter(({ answered }) => answered === null).length;
  return (
    <section aria-labelledby="questions-title" className="min-w-0">
      <h2 id="questions-title" className="border-b-2 border-ink pb-2 text-xl font-semibold">
        Which OEM numbers fit
      </h2>
      <p className="mt-2 max-w-prose text-sm text-muted">
        {editing === null
          ? 'What was answered about the car’s options.'
          : 'The catalog lists several numbers for one part. Each answer leaves those that fit and updates prices.'}
        {editing !== null && open === 0 ? ' Everything is answered.' : ''}
      </p>
      <ul className="mt-2 divide-y divide-rule">
        {questions.map((question) => (
          <li key={question.id} className="py-4">
            {editing === null ? (
              <Answered question={question} />
            ) : (
              <Question question={question} lines={estimate.lines} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const Answered = ({ question }: { question: OptionQuestion }) => (
  <p className="text-sm">
    <span className="font-medium">{questionText(question)}</span>{' '}
    {answerText(question, question.answered?.answer)}{' '}
    <span className="text-muted">({toldWords(question.answered ?? {})})</span>
  </p>
);

function Question({ question, lines }: { question: OptionQuestion; lines: readonly EstimateLine[] }) {
  const editing = useLineEditingContext();
  const name = useId();
  const { id, answers, answered, known, said } = question;
  const [chosen, want] = useWanted<string | null>(answered ? (answered.answer ?? UNKNOWN) : null);
  const answer = (value: string): void => {
    if (editing === null) return;
    const of = value === UNKNOWN ? null : value;
    // Back to what the VIN says is no answer of one's own.
    const edit =
      known?.answer === of
        ? ({ kind: 'unanswer', question: id } as const)
        : ({ kind: 'answer', question: id, answer: of } as const);
    want(value, editing.edit([edit]));
  };
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">{questionText(question)}</legend>
      {known ? (
        <p className="mt-0.5 text-sm text-muted">
          {toldWords(known)}
          {answered?.by === 'vin' ? ': answered by itself.' : ', which you overruled.'}
        </p>
      ) : null}
      <div className="mt-2 grid grid-cols-1 gap-y-1">
        {answers.map((one) => (
          <Choice
            key={one.id}
            name={name}
            checked={chosen === one.id}
            onChoose={() => answer(one.id)}
            text={answerText(question, one.id)}
          >
            <Leaves answer={one} lines={lines} />
          </Choice>
        ))}
        <Choice name={name} checked={chosen === UNKNOWN} onChoose={() => answer(UNKNOWN)} text="Don’t know">
          <span className="block text-sm text-muted">Keep all, verify by VIN</span>
        </Choice>
      </div>
      {said.length > 0 ? (
        <p className="mt-2 text-sm text-muted">
          The source says:{' '}
          {said
            .slice(0, 2)
            .map((words) => `“${words.replaceAll(/[“”]/g, '’')}”`)
            .join(', ')}
        </p>
      ) : null}
    </fieldset>
  );
}

type ChoiceProps = {
  name: string;
  checked: boolean;
  text: string;
  onChoose: () => void;
  children: ReactNode;
};

const Choice = ({ name, checked, text, onChoose, children }: ChoiceProps) => (
  <label className="flex cursor-pointer items-start gap-2.5 rounded-md px-2 py-1.5 hover:bg-sunken has-checked:bg-sunken">
    <input
      type="radio"
      name={name}
      checked={checked}
      onChange={onChoose}
      className="mt-1 size-4 shrink-0 accent-(--signal)"
    />
    <span className="min-w-0">
      <span className="block">{text}</span>
      {children}
    </span>
  </label>
);

/** The numbers an answer leaves, by line; both sides of one part are said once. */
function Leaves({ answer, lines }: { answer: Answer; lines: readonly EstimateLine[] }) {
  const names = new Map(lines.map((line) => [line.id, line.name]));
  const left = new Map(
    Object.entries(answer.leaves).flatMap(([id, numbers]) => {
      const name = names.get(id);
      return name === undefined ? [] : [[`${name} ${numbers.toSorted().join()}`, { name, numbers }] as const];
    }),
  );
  if (left.size === 0) return <span className="block text-sm text-muted">Rules out no number</span>;
  return [...left.values()].map(({ name, numbers }) => (
    <span key={`${name}${numbers[0]}`} className="figures block text-sm wrap-anywhere text-muted">
      {name}:{' '}
      {numbers.slice(0, SHOWN).map((number, at) => (
        <Fragment key={number}>
          {at > 0 ? ', ' : ''}
          <span className="whitespace-nowrap">{number}</span>
        </Fragment>
      ))}
      {numbers.length > SHOWN ? ` and ${numbers.length - SHOWN} more` : ''}
    </span>
  ));
}
