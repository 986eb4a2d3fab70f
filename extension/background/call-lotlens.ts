import { z } from 'zod';
import { pairExtension } from '../../contract/api/access-key-calls.ts';
import { type AddressInput, type ApiCall, addressOf, type InputOf } from '../../contract/api/api-call.ts';
import { errorBodySchema } from '../../contract/schemas/errors.ts';
import { WORDS } from '../words.ts';

/** A refusal of LotLens, or that it could not be reached (`code` null); its message is for people. */
export class LotLensFault extends Error {
  readonly code: string | null;
  /** `details.reason` of the refusal. */
  readonly reason: string | null;
  constructor(code: string | null, message: string, reason: string | null = null) {
    super(message);
    this.name = 'LotLensFault';
    this.code = code;
    this.reason = reason;
  }
}

type JsonCall = ApiCall & { answer: z.ZodType };
type Body<Call extends ApiCall> = Call extends { body: infer Body extends z.ZodType }
  ? { json: z.input<Body> }
  : Record<never, never>;
type Input<Call extends ApiCall> = AddressInput<Call> & Body<Call> & { headers?: Record<string, string> };

/** Reading a lot may take a minute. */
const CALL_MS = 90_000;

/**
 * Whether LotLens says that this key has ended. To an extension without a live key it answers no call but this one, which the
 * browser cannot tell from a LotLens that is away.
 */
const isEnded = (address: string, key: string): Promise<boolean> =>
  callLotLens({ address, key: null }, pairExtension, { json: { access_key: key } }).then(
    () => false,
    (error: unknown) => error instanceof LotLensFault && error.code === 'invalid_token',
  );

/** Calls a LotLens with a key, without cookies; its answer is checked by the contract. Throws LotLensFault. */
export async function callLotLens<Call extends JsonCall>(
  { address, key }: { address: string; key: string | null },
  call: Call,
  ...[input]: InputOf<Input<Call>>
): Promise<z.output<Call['answer']>> {
  const { json, headers = {} }: { json?: unknown; headers?: Record<string, string> } = input ?? {};
  const path = addressOf(call, ...([input] as InputOf<AddressInput<Call>>));
  const response = await fetch(`${address}${path}`, {
    method: call.method,
    headers: {
      accept: 'application/json',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(CALL_MS),
  }).catch(async () => {
    if (key !== null && (await isEnded(address, key)))
      throw new LotLensFault('invalid_token', WORDS.connectAgain);
    throw new LotLensFault(null, WORDS.unreachable(address));
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const refusal = errorBodySchema.safeParse(body).data;
    const reason = z.string().safeParse(refusal?.details.reason).data ?? null;
    throw new LotLensFault(refusal?.code ?? null, refusal?.message ?? WORDS.unexpected, reason);
  }
  const answer = call.answer.safeParse(body);
  if (!answer.success) throw new LotLensFault(null, WORDS.unexpected);
  return answer.data as z.output<Call['answer']>;
}
