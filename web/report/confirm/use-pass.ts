import { useRef, useState } from 'react';
import {
  groupEdits,
  groupSays,
  piecesOf,
  type TheRest,
} from '../../../contract/report-view/confirm-group.ts';
import {
  answerEdits,
  type ConfirmAnswer,
  type ConfirmQuestion,
  type ConfirmStep,
  confirmSteps,
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
  /** The parts it settles. */
  readonly parts: readonly ConfirmQuestion[];
  /** What was asked; null: said of its own accord. */
  readonly step: ConfirmStep | null;
  readonly state: 'sending' | 'saved' | 'failed';
};

/** Keys of parts put off; kept by who opens the pass, so that it goes on where it stood. */
export type PutOff = {
  readonly keys: ReadonlySet<string>;
  readonly set: (keys: ReadonlySet<string>) => void;
};

/**
 * A pass over the parts of a report: the step that is up, what was said, and what is still to ask. What is said is sent in
 * its order, one request at a time; the next question does not wait for it. A question that is up stays up until it is answered,
 * lest another one take its place under the finger; one not up yet that an answer settled is not asked any more.
 */
export function usePass(report: ReportModel, edit: LineEditing['edit'], putOff: PutOff) {
  const [said, setSaid] = useState<readonly Said[]>([]);
  const lastId = useRef(0);
  const toAsk = (entries: readonly Said[], skipped: ReadonlySet<string>): ConfirmStep[] => {
    const done = entries.flatMap(({ parts, state }) => (state === 'failed' ? [] : keysOf(parts)));
    return confirmSteps(report, new Set([...done, ...skipped]));
  };
  const [step, setStep] = useState<ConfirmStep | null>(() => {
    const first = toAsk([], putOff.keys)[0];
    return first ?? toAsk([], new Set())[0] ?? null;
  });

  const send = async ({ id, edits }: Said): Promise<void> => {
    const state = (await edit([...edits])) ? ('saved' as const) : ('failed' as const);
    setSaid((all) => all.map((entry) => (entry.id === id ? { ...entry, state } : entry)));
  };
  const say = (of: Pick<Said, 'name' | 'says' | 'edits' | 'parts' | 'step'>): readonly Said[] => {
    lastId.current += 1;
    const entry: Said = { ...of, id: lastId.current, state: 'sending' };
    const again = new Set(keysOf(of.parts));
    const all = [...said.filter(({ parts }) => !parts.some(({ key }) => again.has(key))), entry];
    setSaid(all);
    void send(entry);
    return all;
  };

  const put = (skipped: ReadonlySet<string>, entries: readonly Said[]): void => {
    putOff.set(skipped);
    setStep(toAsk(entries, skipped)[0] ?? null);
  };

  return {
    said,
    step,
    /** Still to ask, the step that is up and those put off included. */
    left: toAsk(said, new Set()).length,
    /** What is still to ask, by name. */
    open: toAsk(said, new Set()).flatMap(({ parts }) => parts.map(({ name }) => name)),
    answer(answer: ConfirmAnswer): void {
      if (step === null) return;
      const [question] = step.parts;
      const edits = answerEdits(question, answer);
      const all = say({ name: step.name, says: ANSWERS[answer].says, edits, parts: [question], step });
      setStep(toAsk(all, putOff.keys)[0] ?? null);
    },
    /** `ticked`: ids of the damaged pieces of the group that is up. */
    answerGroup(ticked: ReadonlySet<string>, rest: TheRest): void {
      if (step === null) return;
      const edits = groupEdits(step.parts, ticked, rest);
      const isSeen = (part: ConfirmQuestion): boolean =>
        rest === 'whole' || piecesOf([part]).some(({ id }) => ticked.has(id));
      const [seen, unseen] = [step.parts.filter(isSeen), step.parts.filter((part) => !isSeen(part))];
      const says = groupSays(step.parts, ticked, rest);
      const all = edits.length === 0 ? said : say({ name: step.name, says, edits, parts: seen, step });
      put(new Set([...putOff.keys, ...keysOf(unseen)]), all);
    },
    skip(): void {
      if (step !== null) put(new Set([...putOff.keys, ...keysOf(step.parts)]), said);
    },
    /** Takes the last answer back and asks it again. */
    undo(): void {
      const last = said.at(-1);
      if (last === undefined) return;
      setSaid(said.slice(0, -1));
      if (last.step) setStep(last.step);
      if (last.state !== 'failed') void edit(takeBackEdits(last.edits));
    },
    /** Says that a part is damaged which nothing asked about, and where it was seen. */
    add(name: string, part: PartEdit): void {
      const asked = step?.parts.find(({ place }) => isSamePart(place, part.place));
      const says = ANSWERS.damaged.says;
      if (!step || !asked) {
        say({ name, says, edits: [part], parts: [], step: null });
        return;
      }
      const [first, ...more] = step.parts.filter((one) => one !== asked);
      const all = say({ name, says, edits: [part], parts: [asked], step: first ? null : step });
      setStep(first ? { ...step, parts: [first, ...more] } : (toAsk(all, putOff.keys)[0] ?? null));
    },
    /** Sends what was not saved once more, in its order. */
    retry(): void {
      const failed = said.filter(({ state }) => state === 'failed');
      setSaid(said.map((entry) => (entry.state === 'failed' ? { ...entry, state: 'sending' } : entry)));
      for (const entry of failed) void send(entry);
    },
    finish: (): void => setStep(null),
    /** Asks what is left, what was put off too. */
    goOn(): void {
      putOff.set(new Set());
      setStep(toAsk(said, new Set())[0] ?? null);
    },
  };
}
export type Pass = ReturnType<typeof usePass>;

const keysOf = (parts: readonly ConfirmQuestion[]): string[] => parts.map(({ key }) => key);

type Place = PartEdit['place'];
const isSamePart = (a: Place, b: Place): boolean =>
  a.category === b.category && a.position === b.position && a.name === b.name;
