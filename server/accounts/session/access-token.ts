import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';

const ALGORITHM = 'HS256';
const ISSUER = 'lotlens';
const AUDIENCE = 'lotlens-api';
export const ACCESS_TOKEN_SECONDS = 600;
/** So far the clocks of two processes may be apart: what one has issued just now, another takes at once. */
const CLOCKS_SECONDS = 60;

const claimsSchema = z.object({ sub: z.uuid(), sid: z.uuid() });

export type Bearer = { userId: string; sessionId: string };

/** A signed access token, good for ten minutes. */
export async function issueAccessToken(secret: Uint8Array, bearer: Bearer, now: Date): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  return await new SignJWT({ sid: bearer.sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'at+jwt' })
    .setSubject(bearer.userId)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds)
    .setNotBefore(seconds - CLOCKS_SECONDS)
    .setExpirationTime(seconds + ACCESS_TOKEN_SECONDS)
    .sign(secret);
}

/** Who the token speaks for, or null for anything forged, foreign or expired. */
export async function readAccessToken(secret: Uint8Array, token: string, now: Date): Promise<Bearer | null> {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: 'at+jwt',
      currentDate: now,
      requiredClaims: ['exp', 'nbf', 'sub'],
    });
    const claims = claimsSchema.safeParse(payload);
    return claims.success ? { userId: claims.data.sub, sessionId: claims.data.sid } : null;
  } catch {
    return null;
  }
}
