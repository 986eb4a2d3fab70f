import type { z } from 'zod';
import type { LocalServer } from '../../../contract/schemas/damage.ts';
import { RetryLater } from '../../errors.ts';
import { FetchError } from '../../web-fetch/fetch-errors.ts';
import type { GuardedFetch } from '../../web-fetch/guarded-fetch.ts';

/** Where model servers are asked: those of this machine, or the one that is configured. */
export type ModelOrigins = Readonly<Partial<Record<LocalServer, string>>>;

/** A model that sees pictures, of a server of one's own. */
export type LocalModel = {
  readonly server: LocalServer;
  /** What its server wants to be asked for. */
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  /** Billions of parameters; null: not told. */
  readonly billions: number | null;
  /** Of its server, or of its file where that is told; what was learned of it holds for this one. */
  readonly version: string | null;
  /** Tokens it was started to hold; null: not told, or told with each request. */
  readonly context: number | null;
  /** It thinks aloud before it answers unless told not to. */
  readonly thinks: boolean;
  /** Its server may cut a question that is too long without a word; what it counts then tells. */
  readonly cuts?: boolean;
};

/** What a server that was found tells of its models. */
export type FoundModels = {
  readonly server: LocalServer;
  readonly version: string | null;
  readonly models: readonly LocalModel[];
  /** Models of it that see no pictures, and such as run elsewhere: these are never asked. */
  readonly blind: number;
  readonly elsewhere: number;
  /** Why it could not be asked for all it has: it loads, wants a key, or answers otherwise than documented. */
  readonly fault: 'loading' | 'key' | 'slow' | 'unreadable' | null;
};

export type ServerAnswer = {
  readonly status: number;
  /** The answer by this schema; null where it is not of it. */
  read<T>(schema: z.ZodType<T>): T | null;
};

/** Asks one server; null where nobody answers there. A body makes it a POST, which may take `ms`. */
export type AskServer = (path: string, body?: unknown, ms?: number) => Promise<ServerAnswer | null>;

/** No answer within the time it was given. */
export class SlowServer extends Error {
  override readonly name = 'SlowServer';
}

/**
 * Nobody there is told at once on one's own machine, so only a server that is there and hangs takes this long; a picture is
 * asked about with a POST, which a model answers that may have to be loaded first. ms (judgement)
 */
const ANSWER_MS = 5_000;
const PICTURE_MS = 20_000;

/** How the server at this address is asked, through the guard. Throws SlowServer, or the signal's reason. */
export function askServer(
  guarded: Pick<GuardedFetch, 'fetch'>,
  origin: string,
  signal: AbortSignal | undefined,
): AskServer {
  return async (path, body, ms = PICTURE_MS) => {
    const clock = AbortSignal.timeout(body === undefined ? ANSWER_MS : ms);
    try {
      const answer = await guarded.fetch({
        url: `${origin}${path}`,
        kind: 'local_model',
        probe: body === undefined,
        // Who is busy is told of; whoever starts LotLens does not wait for it.
        mayTryAgain: async () => false,
        signal: signal ? AbortSignal.any([signal, clock]) : clock,
        ...(body !== undefined && {
          method: 'POST' as const,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      const json = parsed(answer.body);
      return { status: answer.status, read: (schema) => schema.safeParse(json).data ?? null };
    } catch (error) {
      signal?.throwIfAborted();
      if (clock.aborted || error instanceof RetryLater)
        throw new SlowServer(`${origin} does not answer`, { cause: error });
      // Nothing listens, or what does speaks no such protocol.
      if (error instanceof FetchError) return null;
      throw error;
    }
  };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Billions of parameters as names and servers write them: `8.8B`, `qwen3-vl:4b-instruct`, `gemma4:e4b`, `26b-a4b`. */
export function billionsIn(text: string | undefined): number | null {
  const figure = /(?:^|[^a-z0-9.])e?(\d+(?:\.\d+)?)\s*b(?![a-z0-9])/i.exec(text ?? '')?.[1];
  return figure === undefined ? null : Number(figure);
}
