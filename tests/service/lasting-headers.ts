/** Headers without those by which one answer differs from the next, whoever asks: when, which, how long it took, how many calls are left. */
export function lastingHeaders<Headers extends Record<string, unknown>>(headers: Headers) {
  const {
    date: _date,
    ratelimit: _left,
    'x-request-id': _id,
    traceparent: _trace,
    'server-timing': _took,
    ...lasting
  } = headers;
  return lasting;
}
