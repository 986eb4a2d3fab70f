import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FairLine, type FairLineOptions, fairLine, type Lined } from './fair-line.ts';

const CALLERS = ['a', 'b', 'c', 'd'];
const OPTIONS: FairLineOptions = { size: 2, mostWaiting: 10, mostWaitingOfOne: 4, longMs: 1_000 };

type Work = Lined & { readonly id: number };
type Step =
  | { do: 'join'; caller: string; long: boolean; heavy: boolean }
  | { do: 'end'; which: number; costMs: number }
  | { do: 'leave'; which: number }
  | { do: 'wait'; ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('join' as const),
      caller: fc.constantFrom(...CALLERS),
      long: fc.boolean(),
      heavy: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      which: fc.nat(),
      costMs: fc.constantFrom(100, 2_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), which: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1_000, 700_000) }),
  },
);
const steps = fc.array(step, { minLength: 1, maxLength: 120 });
const sizes = fc.integer({ min: 1, max: 4 });

/** A line whose clock goes as it is told, with what an onlooker sees of it. */
function watched(options: Partial<FairLineOptions> = {}) {
  let now = 0;
  const line: FairLine<Work> = fairLine({ ...OPTIONS, ...options }, () => now);
  const seen = {
    waiting: [] as Work[],
    running: [] as Work[],
    refused: [] as Work[],
    /** Callers that got a place, in order; `others`: those with work waiting and no place as it was given. */
    turns: [] as { caller: string; others: string[] }[],
  };
  const remove = (from: Work[], work: Work): void => void from.splice(from.indexOf(work), 1);
  let id = 0;
  const serve = (): void => {
    for (let work = line.next(); work; work = line.next()) {
      remove(seen.waiting, work);
      const placed = new Set([...seen.running, work].map(({ caller }) => caller));
      const others = new Set(
        seen.waiting.map(({ caller }) => caller).filter((caller) => !placed.has(caller)),
      );
      seen.turns.push({ caller: work.caller, others: [...others] });
      seen.running.push(work);
    }
    for (let work = line.overflow(); work; work = line.overflow()) {
      remove(seen.waiting, work);
      seen.refused.push(work);
    }
  };
  return {
    seen,
    line,
    tick: (ms: number): void => {
      now += ms;
      serve();
    },
    join(caller: string, kind: { long?: boolean; heavy?: boolean } = {}): Work {
      id += 1;
      const work = { id, caller, ...kind };
      seen.waiting.push(work);
      line.join(work);
      serve();
      return work;
    },
    end(work: Work, costMs = 0): void {
      remove(seen.running, work);
      line.end(work, costMs);
      serve();
    },
    leave(work: Work): boolean {
      const left = line.leave(work);
      if (left) remove(seen.waiting, work);
      serve();
      return left;
    },
  };
}
type Watched = ReturnType<typeof watched>;

function take(on: Watched, one: Step): void {
  const pick = (from: Work[], which: number): Work | undefined => from[which % Math.max(1, from.length)];
  if (one.do === 'join') on.join(one.caller, { long: one.long, heavy: one.heavy });
  else if (one.do === 'wait') on.tick(one.ms);
  else {
    const work = pick(one.do === 'end' ? on.seen.running : on.seen.waiting, one.which);
    if (work && one.do === 'end') on.end(work, one.costMs);
    if (work && one.do === 'leave') on.leave(work);
  }
}

test('no caller gets a second turn before each other waiting one without a place', () => {
  fc.assert(
    fc.property(
      sizes,
      fc.array(
        step.filter((one) => one.do !== 'wait'),
        { maxLength: 120 },
      ),
      (size, all) => {
        const on = watched({ size, longMs: Number.POSITIVE_INFINITY });
        // Work of no kind that is passed over.
        for (const one of all) take(on, one.do === 'join' ? { ...one, long: false, heavy: false } : one);
        for (const [at, turn] of on.seen.turns.entries()) {
          const before = on.seen.turns.slice(0, at).findLastIndex(({ caller }) => caller === turn.caller);
          if (before < 0) continue;
          const between = on.seen.turns.slice(before + 1, at).map(({ caller }) => caller);
          // Waiting without a place at both of this caller's turns and at all between: overtaken.
          const overtaken = turn.others.filter(
            (other) =>
              !between.includes(other) &&
              on.seen.turns.slice(before, at).every(({ others }) => others.includes(other)),
          );
          expect(overtaken).toEqual([]);
        }
      },
    ),
  );
});

test('a caller with a place gets no second while another without any could take it', () => {
  fc.assert(
    fc.property(sizes, steps, (size, all) => {
      const on = watched({ size, longMs: Number.POSITIVE_INFINITY });
      for (const one of all) {
        const given = on.seen.turns.length;
        const held = new Set(on.seen.running.map(({ caller }) => caller));
        take(on, one.do === 'join' ? { ...one, long: false, heavy: false } : one);
        const [turn] = on.seen.turns.slice(given);
        if (turn && held.has(turn.caller) && one.do === 'join') expect(turn.others).toEqual([]);
      }
    }),
  );
});

test('places and waiting work stay within their bounds', () => {
  fc.assert(
    fc.property(sizes, steps, (size, all) => {
      const on = watched({ size });
      for (const one of all) {
        take(on, one);
        const { running, waiting } = on.seen;
        expect(running.length).toBeLessThanOrEqual(size);
        expect(waiting.length).toBeLessThanOrEqual(OPTIONS.mostWaiting);
        for (const caller of CALLERS) {
          const own = ({ caller: of }: Work): boolean => of === caller;
          expect(waiting.filter(own).length).toBeLessThanOrEqual(OPTIONS.mostWaitingOfOne);
          expect(running.filter((work) => own(work) && work.long).length).toBeLessThanOrEqual(1);
        }
        expect(running.filter(({ heavy }) => heavy).length).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('work that is neither refused nor taken back runs once those before it end', () => {
  fc.assert(
    fc.property(sizes, steps, (size, all) => {
      const on = watched({ size });
      for (const one of all) take(on, one);
      for (let left = on.seen.running[0]; left; left = on.seen.running[0]) on.end(left);
      expect(on.seen.waiting).toEqual([]);
    }),
  );
});

test('a place is never left free while work waits that may have it', () => {
  fc.assert(
    fc.property(sizes, steps, (size, all) => {
      const on = watched({ size, longMs: Number.POSITIVE_INFINITY });
      for (const one of all) {
        take(on, one.do === 'join' ? { ...one, long: false, heavy: false } : one);
        if (on.seen.waiting.length > 0) expect(on.seen.running).toHaveLength(size);
      }
    }),
  );
});

test('work that was taken back has no turn', () => {
  const on = watched({ size: 1 });
  const first = on.join('a');
  const second = on.join('b');
  expect([on.leave(second), on.leave(second), on.leave(first)]).toEqual([true, false, false]);
  on.end(first);
  expect(on.seen.turns.map(({ caller }) => caller)).toEqual(['a']);
});

test('a full line takes another caller’s first and refuses the newest of the fullest', () => {
  const on = watched({ size: 1, mostWaiting: 3, mostWaitingOfOne: 3 });
  const work = [1, 2, 3, 4].map(() => on.join('a'));
  on.join('b');
  expect(on.seen.refused).toEqual([work[3]]);
});

test('a line full of as many callers refuses who comes last', () => {
  const on = watched({ size: 1, mostWaiting: 2 });
  for (const caller of ['a', 'b', 'c']) on.join(caller);
  const last = on.join('d');
  expect(on.seen.refused).toEqual([last]);
});

test('callers whose work cost much share one place for ten minutes', () => {
  const on = watched({ size: 3, longMs: 1_000 });
  const both = ['a', 'b'].map((caller) => on.join(caller));
  for (const work of both) on.end(work, 2_000);
  for (const caller of ['a', 'b', 'c']) on.join(caller);
  expect(on.seen.running.map(({ caller }) => caller)).toEqual(['a', 'c']);
  on.tick(601_000);
  expect(on.seen.running.map(({ caller }) => caller)).toEqual(['a', 'c', 'b']);
});
