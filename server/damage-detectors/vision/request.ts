import { z } from 'zod';
import type { AnswerEntries } from '../../../contract/schemas/damage.ts';
import { pause } from '../../concurrency/pause.ts';
import { storableJson } from '../../storable-text.ts';
import type { Budget } from './budget.ts';
import { type AnswerCache, type Paid, paidSchema, questionKey } from './cache.ts';
import {
  type FailureKind,
  type VisionAnswer,
  type VisionClient,
  VisionFailure,
  type VisionQuestion,
  type VisionUsage,
} from './client.ts';

export type RequestTools = {
  readonly client: VisionClient;
  readonly budget: Budget;
  /** Answers already paid for. */
  readonly cache: AnswerCache;
  /** The report the answers are for; null: none. */
  readonly report: string | null;
  /** The report's own wish to stop: its reason is thrown. */
  readonly signal: AbortSignal;
  /** The end of the time for photos: what is not answered by then has failed, what is answered counts. */
  readonly deadline: AbortSignal;
  /** Before the one new try of a failing server, ms. */
  readonly retry_ms: number;
};

const NOTHING: VisionUsage = { tokens_in: 0, tokens_out: 0 };
/** Some servers count no tokens; that costs nobody's cap its meaning. */
const counted = (usage: VisionUsage): boolean => usage.tokens_in > 0;
/** Failures after which the model may have done its work all the same. */
const WORKED_ON: ReadonlySet<FailureKind> = new Set(['timeout', 'unreadable']);
/** Characters of English and JSON per token, on the low side (judgement). */
const CHARACTERS_PER_TOKEN = 3;
/** Of a broken answer, what is sent back to be mended. */
const MENDED_CHARACTERS = 24_000;

const textTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

/** The most a question can cost, in tokens. */
export function mostOf(question: VisionQuestion, client: Pick<VisionClient, 'profile'>): VisionUsage {
  const schema = textTokens(JSON.stringify(question.schema));
  const pictures = question.images.reduce(
    (sum, image) => sum + client.profile.imageTokens(image.width, image.height) + textTokens(image.label) + 8,
    0,
  );
  return {
    tokens_in: textTokens(question.instructions) + textTokens(question.text) + schema + pictures,
    tokens_out: question.max_output_tokens,
  };
}

const outOfTime = (cause: unknown) => new VisionFailure('timeout', 'the time for photos is over', { cause });

async function requestBooked(tools: RequestTools, question: VisionQuestion): Promise<VisionAnswer> {
  tools.signal.throwIfAborted();
  if (tools.deadline.aborted) throw outOfTime(null);
  const most = mostOf(question, tools.client);
  const booking = await tools.budget.reserve(most);
  // A request that was cut off may have been worked on, so it counts as asked; one that was turned away does not.
  let used: VisionUsage = { tokens_in: most.tokens_in, tokens_out: 0 };
  try {
    const answer = await tools.client.ask(question, AbortSignal.any([tools.signal, tools.deadline]));
    used = counted(answer.usage) ? answer.usage : { ...used, tokens_out: textTokens(answer.text) };
    return { ...answer, usage: used };
  } catch (error) {
    tools.signal.throwIfAborted();
    if (tools.deadline.aborted) throw outOfTime(error);
    if (error instanceof VisionFailure && error.usage) used = error.usage;
    else if (error instanceof VisionFailure && !WORKED_ON.has(error.kind)) used = NOTHING;
    throw error;
  } finally {
    await booking.settle(used);
  }
}

/** One new try where the server failed or was busy: the next moment is often better. */
async function requestTwice(tools: RequestTools, question: VisionQuestion): Promise<VisionAnswer> {
  try {
    return await requestBooked(tools, question);
  } catch (error) {
    if (!(error instanceof VisionFailure && error.again)) throw error;
    await pause(tools.retry_ms, tools.signal);
    if (tools.deadline.aborted) throw outOfTime(error);
    return await requestBooked(tools, question);
  }
}

function parsed<T>(text: string, schema: z.ZodType<T>): { value: T } | { fault: string; cut: boolean } {
  let json: unknown;
  try {
    json = storableJson(JSON.parse(bare(text)) as unknown);
  } catch {
    return { fault: 'it is not complete JSON', cut: true };
  }
  const read = schema.safeParse(json);
  if (read.success) return { value: read.data };
  const fault = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  return { fault, cut: false };
}

/** Some servers wrap their JSON in a fence or in words. */
const bare = (text: string): string => {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  return start >= 0 && end > start ? text.slice(start, end + 1) : text;
};

const together = (a: VisionUsage, b: VisionUsage): VisionUsage => ({
  tokens_in: a.tokens_in + b.tokens_in,
  tokens_out: a.tokens_out + b.tokens_out,
});

/** What an answer says, and what it cost, its mending included. `cut`: it broke off, and what came after is lost. */
export type Answered<T> = { readonly value: T; readonly usage: VisionUsage; readonly cut: boolean };

/**
 * A question's answer, read by `schema`. A broken one (cut, no JSON, wrong shape) is sent back once to be mended, without
 * the pictures. Throws VisionFailure.
 */
export async function requestAnswer<T>(
  tools: RequestTools,
  question: VisionQuestion,
  schema: z.ZodType<T>,
): Promise<Answered<T>> {
  const answer = await requestTwice(tools, question);
  const first = parsed(answer.text, schema);
  if ('value' in first) return { value: first.value, usage: answer.usage, cut: false };
  if (answer.text.trim() === '') throw new VisionFailure('unreadable', 'the answer is empty');
  const mended = await requestBooked(tools, {
    pass: 'mend',
    instructions:
      'You repair JSON. Answer with the JSON below in the given schema, nothing added. Leave out an entry that is cut off.',
    images: [],
    text: `The answer can't be used: ${first.fault.slice(0, 500)}\n\n${answer.text.slice(0, MENDED_CHARACTERS)}`,
    schema: question.schema,
    max_output_tokens: question.max_output_tokens,
  });
  const second = parsed(mended.text, schema);
  if ('value' in second)
    return { value: second.value, usage: together(answer.usage, mended.usage), cut: first.cut };
  throw new VisionFailure('unreadable', 'the answer could not be read, not even mended');
}

/** Counts a kept answer as this report's own where it paid for it before its worker went down. */
export function countPaid({ budget, report }: RequestTools, paid: Paid): void {
  if (report !== null && paid.report === report) budget.count(paid);
}

/** As requestAnswer, but an answer that was paid for already is taken again, where nothing of it was lost. */
export async function requestOnce<T extends { entries: AnswerEntries }>(
  tools: RequestTools,
  question: VisionQuestion,
  schema: z.ZodType<T>,
): Promise<T> {
  const key = questionKey(tools.client, question);
  const kept = await tools.cache.get(key, z.object({ paid: paidSchema, value: schema }));
  if (kept) {
    countPaid(tools, kept.paid);
    return kept.value;
  }
  const { value, usage, cut } = await requestAnswer(tools, question, schema);
  if (cut) {
    const { given, unusable } = value.entries;
    return { ...value, entries: { given: given + 1, unusable: unusable + 1 } };
  }
  if (value.entries.unusable === 0)
    await tools.cache.put(key, { paid: { report: tools.report, ...usage }, value });
  return value;
}
