/** What was said, where it is one of `values`. */
export const oneOf = <Value>(values: readonly Value[], said: unknown): Value | undefined =>
  values.find((value) => value === said);
