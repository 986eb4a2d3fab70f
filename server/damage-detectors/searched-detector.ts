import type { Detection } from '../../contract/schemas/damage.ts';
import { atMostMs } from '../concurrency/pause.ts';
import { unlessAborted } from '../concurrency/unless-aborted.ts';
import { declaredDetector } from './declared/declared.ts';
import type { BeginInput, BegunDetection, DamageDetector, PhotoDetector } from './detector.ts';

/** It is looked for a model no more often than this, ms. */
const AGAIN_MS = 60_000;
/** A report whose photos are all there waits no longer than this for the search it began with, ms (judgement). */
const SEARCH_MS = 5_000;

/** Whether photos stayed unexamined because nobody was there to look at them. */
const modelIsGone = ({ warnings }: Detection): boolean =>
  warnings.some(
    (note) =>
      typeof note !== 'string' &&
      note.code === 'not_examined' &&
      (note.why === 'unreachable' || note.why === 'gone'),
  );

/**
 * The detector of a model that comes and goes by itself. While there is none, the declared damage answers, and a report that would
 * use one looks for it again: beside its other work, at most once a minute. `first` is what the last search found; `search`
 * never throws.
 */
export function searchedDetector(
  first: PhotoDetector | null,
  search: () => Promise<PhotoDetector | null>,
  {
    now = () => performance.now(),
    searchMs = SEARCH_MS,
  }: { now?: (() => number) | undefined; searchMs?: number | undefined } = {},
): DamageDetector {
  let found = first;
  let lookedAt = now();
  let searching: Promise<void> | null = null;

  /** The search under way; null: there is a model, or there was none a moment ago. */
  function searchAgain(): Promise<void> | null {
    if (searching !== null || found !== null || now() - lookedAt < AGAIN_MS) return searching;
    lookedAt = now();
    searching = search().then((detector) => {
      found = detector;
      searching = null;
    });
    return searching;
  }

  function beginWith(detector: PhotoDetector, input: BeginInput, expected: number): BegunDetection {
    const { add, detect } = detector.begin(input, expected);
    return {
      add,
      async detect(photos, declared) {
        const detection = await detect(photos, declared);
        // The next report looks for another one.
        if (found === detector && modelIsGone(detection)) found = null;
        return detection;
      },
    };
  }

  function begin(input: BeginInput, expected: number): BegunDetection | null {
    const coming = searchAgain();
    if (coming === null) return found && beginWith(found, input, expected);
    const late: { begun: BegunDetection | null } = { begun: null };
    const started = coming.then(() => {
      late.begun = found && beginWith(found, input, expected);
    });
    return {
      add: (photo) => void started.then(() => late.begun?.add(photo)),
      async detect(photos, declared) {
        await unlessAborted(atMostMs(started, searchMs), input.signal);
        return (
          (await late.begun?.detect(photos, declared)) ??
          (await declaredDetector.detect({ ...input, photos, declared }))
        );
      },
    };
  }

  return {
    id: 'searched',
    get name() {
      return (found ?? declaredDetector).name;
    },
    get examines_photos() {
      return found !== null;
    },
    get goes_on() {
      return found?.goes_on ?? false;
    },
    get weighed_by() {
      return found?.weighed_by ?? null;
    },
    lookAgain: () => void searchAgain(),
    begin,
    async detect({ photos, declared, ...given }) {
      const begun = begin(given, photos.length);
      return (
        (await begun?.detect(photos, declared)) ??
        (await declaredDetector.detect({ ...given, photos, declared }))
      );
    },
  };
}
