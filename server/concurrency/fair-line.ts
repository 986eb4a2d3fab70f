import type { WorkCaller } from './work-caller.ts';

export type FairLineOptions = {
  /** Places: work that runs at once. */
  size: number;
  /** Work that may wait, of all callers and of one. */
  mostWaiting: number;
  mostWaitingOfOne: number;
  /** Work that cost more makes its caller a slow one for ten minutes, ms. Without it no caller is slow. */
  longMs?: number;
};

/** Work in a line, as its owner knows it. */
export type Lined = {
  readonly caller: WorkCaller;
  /** May take seconds: one at a time of such work of one caller. */
  readonly long?: boolean;
  /** Takes seconds as a rule, or can be put off: one at a time of such work of all callers. */
  readonly heavy?: boolean;
};

/**
 * A line for places that callers share. Next goes the caller with the fewest places, and among equals the one that has waited
 * longest since its last turn, or since it began to wait. So a caller with a place gets no second one while another without
 * any waits, and a caller's first work waits for at most one turn of each other caller.
 *
 * Long work of one caller runs one at a time. So does heavy work, together with all work of slow callers: whoever made others
 * wait before holds one place at most, with all who did. Work that may not start yet is passed over and keeps its turn.
 */
export type FairLine<W extends Lined> = {
  /** Lines up. Call `next` until it is null, then `overflow` until it is null. */
  join(work: W): void;
  /** The work whose turn it is, which takes a place until `end`; null: no place, or no work that may start. */
  next(): W | null;
  /**
   * Takes out work beyond what may wait, to be refused: the newest of the caller with too much, or of the one with the most
   * where the line is too long. A caller with little gets in while another fills the line. Null: the line fits.
   */
  overflow(): W | null;
  /** Gives the place back; `costMs`: what the work cost, as its owner measures it. */
  end(work: W, costMs?: number): void;
  /** Takes back work that still waits; false: it does not. */
  leave(work: W): boolean;
  /** Takes out all that waits. */
  clear(): W[];
};

type Place<W> = {
  /** `at`: when it lined up. Here and in `since` a number that only grows, not a time. */
  waiting: { work: W; at: number }[];
  /** When the caller last had a turn, or began to wait. */
  since: number;
  /** A slow caller until then, ms. */
  slowUntil: number;
};

/** How long a caller stays a slow one, ms (judgement). */
const SLOW_FOR_MS = 600_000;

/** `now`: ms of a clock that never jumps. */
export function fairLine<W extends Lined>(
  { size, mostWaiting, mostWaitingOfOne, longMs = Number.POSITIVE_INFINITY }: FairLineOptions,
  now: () => number = () => performance.now(),
): FairLine<W> {
  const places = new Map<WorkCaller, Place<W>>();
  const running = new Map<W, Place<W>>();
  let count = 0;

  const isSlow = ({ slowUntil }: Place<W>): boolean => slowUntil > now();
  const isHeavy = (work: W, place: Place<W>): boolean => work.heavy === true || isSlow(place);
  const held = (of: Place<W>): W[] => [...running].flatMap(([work, place]) => (place === of ? [work] : []));
  const mayStart = (work: W, place: Place<W>): boolean => {
    if (work.long === true && held(place).some(({ long }) => long === true)) return false;
    return !isHeavy(work, place) || ![...running].some(([other, of]) => isHeavy(other, of));
  };
  const forget = (caller: WorkCaller, place: Place<W>): void => {
    if (place.waiting.length === 0 && held(place).length === 0 && !isSlow(place)) places.delete(caller);
  };

  return {
    join(work) {
      const place = places.get(work.caller) ?? { waiting: [], since: 0, slowUntil: 0 };
      places.set(work.caller, place);
      count += 1;
      if (place.waiting.length === 0) place.since = count;
      place.waiting.push({ work, at: count });
    },
    next() {
      if (running.size >= size) return null;
      const [first] = [...places.values()]
        .flatMap((place) => {
          const work = place.waiting.find((waiting) => mayStart(waiting.work, place))?.work;
          return work === undefined ? [] : [{ work, place, held: held(place).length }];
        })
        .sort((a, b) => a.held - b.held || a.place.since - b.place.since);
      if (first === undefined) return null;
      const { work, place } = first;
      place.waiting = place.waiting.filter((waiting) => waiting.work !== work);
      count += 1;
      place.since = count;
      running.set(work, place);
      return work;
    },
    overflow() {
      const [most] = [...places.values()].sort(
        (a, b) =>
          b.waiting.length - a.waiting.length || (b.waiting.at(-1)?.at ?? 0) - (a.waiting.at(-1)?.at ?? 0),
      );
      const total = [...places.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
      if (most === undefined || (most.waiting.length <= mostWaitingOfOne && total <= mostWaiting))
        return null;
      const refused = most.waiting.pop()?.work ?? null;
      if (refused !== null) forget(refused.caller, most);
      return refused;
    },
    end(work, costMs = 0) {
      const own = running.get(work);
      if (own === undefined) return;
      running.delete(work);
      if (costMs > longMs) own.slowUntil = now() + SLOW_FOR_MS;
      for (const [caller, place] of places) forget(caller, place);
    },
    leave(work) {
      const place = places.get(work.caller);
      const left = place?.waiting.filter((waiting) => waiting.work !== work) ?? [];
      if (place === undefined || left.length === place.waiting.length) return false;
      place.waiting = left;
      forget(work.caller, place);
      return true;
    },
    clear: () => [...places.values()].flatMap(({ waiting }) => waiting.splice(0).map(({ work }) => work)),
  };
}
