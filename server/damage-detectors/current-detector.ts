import type { DamageDetector } from './detector.ts';

/** A detector that another one can take the place of: reports under way end with the one they began with. */
export type CurrentDetector = {
  readonly detector: DamageDetector;
  replace(next: DamageDetector): void;
};

/** Whatever is asked of it is asked of the newest. */
export function currentDetector(first: DamageDetector): CurrentDetector {
  let current = first;
  return {
    detector: {
      get id() {
        return current.id;
      },
      get name() {
        return current.name;
      },
      get examines_photos() {
        return current.examines_photos;
      },
      get goes_on() {
        return current.goes_on ?? false;
      },
      get weighed_by() {
        return current.weighed_by ?? null;
      },
      detect: (input) => current.detect(input),
      begin: (input, expected) => current.begin?.(input, expected) ?? null,
      lookAgain: () => current.lookAgain?.(),
    },
    replace(next) {
      current = next;
    },
  };
}
