import { randomBytes } from 'node:crypto';
import { LineFull, takeTurns } from '../../concurrency/take-turns.ts';
import type { WorkCaller } from '../../concurrency/work-caller.ts';
import { AppError } from '../../errors.ts';

type Parameters = { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number };

/**
 * Argon2id (the library's default algorithm) parameters; memory in KiB. `full`: OWASP's minimum, 19 MiB, two passes, one lane.
 * `test`: the least the algorithm takes, for services under test, which hash hundreds of passwords.
 */
const COSTS = {
  full: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  test: { memoryCost: 8, timeCost: 1, parallelism: 1 },
} as const satisfies Record<string, Parameters>;
let parameters: Parameters = COSTS.full;
/** Loaded with the first password: a process that signs nobody in does without its binary. */
const argon2 = () => import('@node-rs/argon2');
/**
 * Two hashes at once, fifty waiting, 25 of one address, then 503: a flood of sign-ins can't take the machine, and one from one
 * address leaves room for others (judgement).
 */
const inTurn = takeTurns({ size: 2, mostWaiting: 50, mostWaitingOfOne: 25 });

async function gate<T>(caller: WorkCaller, work: () => Promise<T>): Promise<T> {
  try {
    return await inTurn(caller, work);
  } catch (error) {
    if (!(error instanceof LineFull)) throw error;
    throw new AppError(
      'unavailable',
      'Too many people are signing in right now. Please try again in a few seconds.',
      { details: { retry_after: 2 }, cause: error },
    );
  }
}

/** Composed and decomposed forms of the same letters are the same password; nothing is trimmed or cut. */
const normalise = (password: string): string => password.normalize('NFKC');

/** Hashes in the caller's turn. Throws unavailable where too many wait. */
export const hashPassword = (password: string, caller: WorkCaller): Promise<string> =>
  gate(caller, async () => (await argon2()).hash(normalise(password), parameters));

/** A hash of nothing anybody knows: verified for unknown accounts so that both cases take the same time. */
let dummy: Promise<string> | null = null;
const dummyHash = (): Promise<string> => {
  dummy ??= argon2().then(({ hash }) => hash(randomBytes(32), parameters));
  return dummy;
};

/** Sets the cost of this process's hashes. Hashes made at another cost keep matching and are renewed at the next sign-in. */
export function setHashCost(cost: keyof typeof COSTS): void {
  parameters = COSTS[cost];
  dummy = null;
}

/**
 * True when `password` matches `stored`; an unknown account (null) costs the same time and is false. In the caller's turn; throws
 * unavailable where too many wait.
 */
export async function passwordMatches(
  password: string,
  stored: string | null,
  caller: WorkCaller,
): Promise<boolean> {
  const comparison = stored ?? (await dummyHash());
  const matches = await gate(caller, async () => (await argon2()).verify(comparison, normalise(password)));
  return matches && stored !== null;
}

/** The stored hash was made with weaker parameters than today's. */
export const needsRehash = (stored: string): boolean =>
  !stored.startsWith(
    `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`,
  );
