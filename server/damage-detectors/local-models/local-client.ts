import { takeTurns } from '../../concurrency/take-turns.ts';
import { unlessAborted } from '../../concurrency/unless-aborted.ts';
import { SERVICE, type WorkCaller } from '../../concurrency/work-caller.ts';
import { RetryLater } from '../../errors.ts';
import { LOCAL_MODEL_ORIGINS } from '../../web-fetch/address/allowed-hosts.ts';
import { FetchError, FetchTimeout } from '../../web-fetch/fetch-errors.ts';
import type { FetchAnswer, GuardedFetch } from '../../web-fetch/guarded-fetch.ts';
import type { BoxFormat } from '../examination/boxes.ts';
import { isInHouse } from '../third-party.ts';
import {
  type VisionAnswer,
  type VisionClient,
  VisionFailure,
  type VisionQuestion,
} from '../vision/client.ts';
import { mostOf } from '../vision/request.ts';
import { formatOf, probeQuestion } from './box-probe.ts';
import { askServer, type LocalModel, SlowServer } from './model-server.ts';
import { type LocalProfile, localProfile, wantedContext } from './profiles.ts';
import { type LocalAnswer, PROTOCOLS, type Rung, refusalOf } from './protocols.ts';
import { type Speed, timed, timeLimitMs } from './time-limit.ts';

/** A context is asked for in steps of this many tokens, since Ollama loads the model anew for another one. */
const CONTEXT_STEP = 4_096;

/** A server that counts less than this share of what we count has not read all of it: our counts of text and tiles are no third too high. */
const LEAST_READ = 0.6;

/** Whether the server, as far as its count tells, left out a part of what it was asked. */
function wasCut(question: VisionQuestion, profile: LocalProfile, context: number, counted: number): boolean {
  const known = profile.counts_alike ? question : { ...question, images: [] };
  const least = LEAST_READ * mostOf(known, { profile }).tokens_in;
  return counted > 0 && (counted < least || counted >= context);
}

/** The server does not know the form the answer was to have. */
class FormUnknown extends Error {
  override readonly name = 'FormUnknown';
}

/**
 * A client of a model that was found at a server of one's own. What is learned of the model, from first contact on, holds for all its
 * callers while the process lives: how it tells places, which form of answer its server knows, how long it takes. One request
 * at a time where the server would only queue them; a request's clock starts with its turn.
 */
export function createLocalClient(
  model: LocalModel,
  guarded: Pick<GuardedFetch, 'fetch'>,
  options: { origin?: string | undefined; box_format?: BoxFormat | undefined } = {},
): VisionClient {
  const protocol = PROTOCOLS[model.server];
  const origin = options.origin ?? LOCAL_MODEL_ORIGINS[model.server];
  const url = `${origin}${protocol.path}`;
  const in_house = isInHouse(url);
  const expected = localProfile(model, options.box_format ?? null);
  // Each is of a report being made: WORKER_CONCURRENCY bounds how many wait.
  const turns = takeTurns({
    size: expected.requests_at_once,
    mostWaiting: Number.POSITIVE_INFINITY,
    mostWaitingOfOne: Number.POSITIVE_INFINITY,
  });
  let rung = 0;
  let speed: Speed | null = null;
  let met: Promise<BoxFormat> | null = null;

  async function post(
    body: unknown,
    ms: number,
    caller: WorkCaller,
    signal: AbortSignal,
  ): Promise<FetchAnswer> {
    const clock = AbortSignal.timeout(ms);
    try {
      return await guarded.fetch({
        url,
        kind: 'local_model',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        caller,
        signal: AbortSignal.any([signal, clock]),
      });
    } catch (error) {
      signal.throwIfAborted();
      if (clock.aborted || error instanceof FetchTimeout)
        throw new VisionFailure('timeout', 'no answer in time', { cause: error });
      if (error instanceof RetryLater)
        throw new VisionFailure('busy', 'the model asks to wait', { cause: error });
      if (error instanceof FetchError)
        throw new VisionFailure('unreachable', error.message, { cause: error });
      throw error;
    }
  }

  async function send(
    question: VisionQuestion,
    form: Rung,
    profile: LocalProfile,
    caller: WorkCaller,
    signal: AbortSignal,
  ): Promise<LocalAnswer> {
    const most = mostOf(question, { profile });
    const needed = Math.ceil((most.tokens_in + most.tokens_out) / CONTEXT_STEP) * CONTEXT_STEP;
    const context = Math.max(profile.context, needed);
    const from = performance.now();
    const { status, body } = await post(
      protocol.body(model, question, { rung: form, context }),
      timeLimitMs(speed, most),
      caller,
      signal,
    );
    const json = jsonOf(body);
    if (status !== 200) {
      const refusal = refusalOf(status, json);
      if (refusal) throw refusal;
      throw new FormUnknown(`the model answered ${status}`);
    }
    const answer = protocol.read(json);
    if (!answer) throw new VisionFailure('unreadable', 'the answer is not of the server’s form');
    if (model.cuts && wasCut(question, profile, context, answer.usage.tokens_in))
      throw new VisionFailure('cut', 'the server cut the question', { usage: answer.usage, split: true });
    speed = timed(speed, answer, performance.now() - from);
    return answer;
  }

  /** In the strictest form the server knows; what it refused once is not tried again. */
  async function askInForm(
    question: VisionQuestion,
    profile: LocalProfile,
    caller: WorkCaller,
    signal: AbortSignal,
  ): Promise<VisionAnswer> {
    const before = rung;
    for (;;) {
      signal.throwIfAborted();
      const tried = rung;
      try {
        const { timing: _, ...answer } = await send(
          question,
          protocol.rungs[tried] ?? 'plain',
          profile,
          caller,
          signal,
        );
        return answer;
      } catch (error) {
        if (!(error instanceof FormUnknown)) throw error;
        if (tried + 1 >= protocol.rungs.length) {
          // It is not the form it refuses.
          rung = before;
          throw new VisionFailure('rejected', error.message, { cause: error });
        }
        rung = Math.max(rung, tried + 1);
      }
    }
  }

  /** Before each report, for who has the server may have taken the model out; what is wrong with it the question tells. */
  async function prepare(): Promise<void> {
    if (protocol.prepare === undefined) return;
    const asking = protocol.prepare(askServer(guarded, origin, undefined), model, wantedContext(model));
    await asking.catch((error: unknown) => {
      if (!(error instanceof SlowServer)) throw error;
    });
  }

  /** First contact: loads the model, times it, and sees how it tells places. Nobody's own wish to stop ends it for others. */
  async function meet(): Promise<BoxFormat> {
    if (options.box_format !== undefined || expected.box_format === 'none') return expected.box_format;
    const question = await probeQuestion(expected.box_format);
    const { text } = await turns(SERVICE, () =>
      askInForm(question, expected, SERVICE, new AbortController().signal),
    );
    return formatOf(text, expected.box_format);
  }

  function clientFor(caller: WorkCaller, profile: LocalProfile): VisionClient {
    return {
      // What is kept of its answers holds for this build of the model alone.
      provider: [model.server, model.version].filter(Boolean).join(' '),
      model: model.name,
      served_by: model.server,
      in_house,
      profile,
      ask: (question, signal) =>
        unlessAborted(
          turns(caller, () => askInForm(question, profile, caller, signal)),
          signal,
        ),
      async open(signal) {
        await unlessAborted(turns(caller, prepare), signal);
        met ??= meet().catch((error: unknown) => {
          met = null;
          throw error;
        });
        return clientFor(caller, localProfile(model, await unlessAborted(met, signal)));
      },
      forCaller: (other) => clientFor(other, profile),
    };
  }
  return clientFor(SERVICE, expected);
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
