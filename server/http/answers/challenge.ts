/**
 * `WWW-Authenticate` of a 401 (RFC 9110 section 11.6.1, RFC 6750 section 3): a bearer token is asked for; what is wrong
 * with it is named only where one was presented. `sentence` stands in quotes as it is: plain ASCII without quotes.
 */
export function bearerChallenge(authorization: string | undefined, sentence: string): string {
  const presented = /^bearer\s/i.test(authorization ?? '');
  const reason = presented ? `, error="invalid_token", error_description="${sentence}"` : '';
  return `Bearer realm="LotLens"${reason}`;
}
