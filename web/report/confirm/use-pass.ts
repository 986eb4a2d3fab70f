import { useRef, useState } from 'react';
import {
  answerEdits,
  type ConfirmAnswer,
  type ConfirmQuestion,
  confirmQuestions,
  takeBackEdits,
} from '../../../contract/report-view/confirm-questions.ts';
import type { PartEdit } from '../../../contract/report-view/grounds/part-answers.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import type { LineEditing } from '../editing/line-editing.tsx';
import { ANSWERS } from './answer-keys.ts';

/** Something said in the pass, and whether the service has it. */
export type Said = {
  readonly id: number;
  /** What it is of, and what was said. */
  readonly name: string;
  readonly says: string;
  readonly edits: readonly PartEdit[];
  /** Null: said of its own accord, of any part. */
  readonly question: ConfirmQuestion | null;
  readonly state: 'sending' | 'saved' | 'failed';
};

/** Keys of questions put off; kept by who opens the pass, so that it goes on where it stood. */
export type PutOff = {
  readonly keys: ReadonlySet<string>;
  readonly set: (keys: ReadonlySet<string>) => void;
};

/**
 * A pass over the parts of a report: the question that is up, what was said, and what is still to ask. What is said is sent in
 * its order, one request at a time; the next question does not wait for it. A question that is up stays up until it is answered,
 * lest another one take its place under the finger; one not up yet that an answer settled is not asked any more.
 */
export function usePass(report: ReportModel, edit: LineEditing['edit'], putOff: PutOff) {
  const [said, setSaid] = useState<readonly Said[]>([]);
  const lastId = useRef(0);
  const toAsk = (entries: readonly Said[], skipped: ReadonlySet<string>): ConfirmQuestion[] => {
    const done = new Set(
      entries.flatMap(({ question, state }) => (question && state !== 'failed' ? [question.key] : [])),
    );
    return confirmQuestions(report).filter(({ key }) => !done.has(key) && !skipped.has(key));
  };
  const [question, setQuestion] = useState<ConfirmQuestion | null>(() => {
    const first = toAsk([], putOff.keys)[0];
    return first ?? toAsk([], new Set())[0] ?? null;
  });

  const send = async ({ id, edits }: Said): Promise<void> => {
    const state = (await edit([...edits])) ? ('saved' as const) : ('failed' as const);
    setSaid((all) => all.map((entry) => (entry.id === id ? { ...entry, state } : entry)));
  };
  const say = (of: Pick<Said, 'name' | 'says' | 'edits' | 'question'>): readonly Said[] => {
    lastId.current += 1;
    const entry: Said = { ...of, id: lastId.current, state: 'sending' };
    const others = said.filter((one) => one.question === null || one.question.key !== of.question?.key);
    const all = [...others, entry];
    setSaid(all);
    void send(entry);
    return all;
  };

  return {
    said,
    question,
    /** Still to ask, the question that is up and those put off included. */
    left: toAsk(said, new Set()).length,
    /** What is still to ask, by name. */
    open: toAsk(said, new Set()).map(({ name }) => name),
    answer(answer: ConfirmAnswer): void {
      if (question === null) return;
      const edits = answerEdits(question, answer);
      const all = say({ name: question.name, says: ANSWERS[answer].says, edits, question });
      setQuestion(toAsk(all, putOff.keys)[0] ?? null);
    },
    skip(): void {
      if (question === null) return;
      const skipped = new Set([...putOff.keys, question.key]);
      putOff.set(skipped);
      setQuestion(toAsk(said, skipped)[0] ?? null);
    },
    /** Takes the last answer back and asks it again. */
    undo(): void {
      const last = said.at(-1);
      if (last === undefined) return;
      setSaid(said.slice(0, -1));
      if (last.question) setQuestion(last.question);
      if (last.state !== 'failed') void edit(takeBackEdits(last.edits));
    },
    /** Says that a part is damaged which nothing asked about, and where it was seen. */
    add(name: string, part: PartEdit): void {
      const of = answersQuestion(part, question) ? question : null;
      const all = say({ name, says: ANSWERS.damaged.says, edits: [part], question: of });
      if (of !== null) setQuestion(toAsk(all, putOff.keys)[0] ?? null);
    },
    /** Sends what was not saved once more, in its order. */
    retry(): void {
      const failed = said.filter(({ state }) => state === 'failed');
      setSaid(said.map((entry) => (entry.state === 'failed' ? { ...entry, state: 'sending' } : entry)));
      for (const entry of failed) void send(entry);
    },
    finish: (): void => setQuestion(null),
    /** Asks what is left, what was put off too. */
    goOn(): void {
      putOff.set(new Set());
      setQuestion(toAsk(said, new Set())[0] ?? null);
    },
  };
}
export type Pass = ReturnType<typeof usePass>;

const answersQuestion = ({ place }: PartEdit, question: ConfirmQuestion | null): boolean =>
  question !== null &&
  place.category === question.place.category &&
  place.position === question.place.position &&
  place.name === question.place.name;
