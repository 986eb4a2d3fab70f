import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RouteHandlerMethod,
} from 'fastify';
import { z } from 'zod';
import type { ApiCall, Refusal } from '../../contract/api/api-call.ts';
import { ERROR_STATUS, type ErrorCode } from '../../contract/refusals/error-status.ts';
import { errorBodySchema } from '../../contract/schemas/errors.ts';
import { reportModelSchema } from '../../contract/schemas/report.ts';
import type { KeyHolder } from '../accounts/access-keys.ts';
import type { Bearer } from '../accounts/session/access-token.ts';
import { type AuthenticationTools, requireAccount } from './authenticate.ts';
import { countedAs, limitCall } from './limits/limit.ts';

type Parsed<Call, Field extends string> =
  Call extends Record<Field, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;
type Request<Call extends ApiCall> = FastifyRequest<{
  Params: Parsed<Call, 'params'>;
  Querystring: Parsed<Call, 'query'>;
  Body: Parsed<Call, 'body'>;
}>;
type Answer<Call extends ApiCall> = Call['answer'] extends z.ZodType ? z.input<Call['answer']> : never;
type NeedsAccount<Call extends ApiCall> = Call['auth'] extends 'bearer' ? true : false;
/** Who makes a call that needs an account: a session, or an access key where the call takes them. */
type Account<Call extends ApiCall> =
  NeedsAccount<Call> extends true ? (Call extends { key: unknown } ? Bearer | KeyHolder : Bearer) : null;
type Handler<Call extends ApiCall> = (
  request: Request<Call>,
  reply: FastifyReply,
  account: Account<Call>,
) => Promise<Answer<Call> | FastifyReply>;

/**
 * Registers a call of contract/api.ts under the prefix of `app`. Input is checked by its schemas first; a `bearer` call then ends in
 * 401 without an account, or in 429 past the limit of a program's key, and its handler gets the account.
 */
export function registerCall<const Call extends ApiCall>(
  app: FastifyInstance,
  tools: NeedsAccount<Call> extends true ? AuthenticationTools : object,
  call: Call,
  handler: Handler<Call>,
): void {
  const answer: (
    request: Request<Call>,
    reply: FastifyReply,
    account: Bearer | KeyHolder | null,
  ) => Promise<unknown> = handler as (
    request: Request<Call>,
    reply: FastifyReply,
    account: Bearer | KeyHolder | null,
  ) => Promise<unknown>;
  app.route({
    method: call.method,
    url: call.path,
    schema: schemaOf(call),
    config: {
      takesForm: call.form ?? false,
      holdsSecret: call.secret === true,
      saysSuccess: call.says_success === true,
      ...(call.key === undefined ? {} : { key: call.key }),
      ...(call.extensions === undefined ? {} : { extensions: call.extensions }),
    },
    ...(call.body_limit === undefined ? {} : { bodyLimit: call.body_limit }),
    handler: (async (request: Request<Call>, reply: FastifyReply) =>
      answer(
        request,
        reply,
        call.auth === 'bearer'
          ? await accountOf(tools as AuthenticationTools, request as FastifyRequest, reply)
          : null,
      )) as RouteHandlerMethod,
  });
}

async function accountOf(
  tools: AuthenticationTools,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Bearer | KeyHolder> {
  const account = await requireAccount(tools, request);
  if ('keyId' in account && account.kind === 'program')
    await limitCall(tools.pool, reply, 'program', countedAs(request, account));
  return account;
}

/** Failures of the auction calls also say that they are none. */
export const failureSchema = errorBodySchema.extend({ success: z.literal(false).optional() });

const SECURITY = { none: [], optional: [{}, { bearer: [] }], bearer: [{ bearer: [] }] };

/** Every way to authorize a call; a scope beside `access_key` is one that a key must have. */
function securityOf({ auth, key }: ApiCall): Record<string, string[]>[] {
  if (key === undefined) return SECURITY[auth];
  const ways = key === 'any' ? [{ access_key: [] }] : key.map((scope) => ({ access_key: [scope] }));
  return [...SECURITY[auth], ...ways];
}

/** A call as Fastify checks it and as the OpenAPI file describes it. */
export const schemaOf = (call: ApiCall): FastifySchema => ({
  operationId: call.operation,
  tags: [call.tag],
  summary: call.summary,
  ...(call.description === undefined ? {} : { description: call.description }),
  security: securityOf(call),
  ...(call.form === true ? { consumes: ['application/x-www-form-urlencoded'] } : {}),
  ...(call.params ? { params: call.params } : {}),
  ...(call.query ? { querystring: call.query } : {}),
  ...(call.body ? { body: call.body } : {}),
  response: { [call.status ?? 200]: answerOf(call), ...describedRefusals(call) },
});

function answerOf({ answer }: ApiCall): unknown {
  if (answer === null) return z.null();
  if (answer instanceof z.ZodType) return answer;
  const files = answer.map((type) => [
    type,
    // A report as a file is the report itself, sent as text.
    { schema: type === 'application/json' ? reportModelSchema : z.file() },
  ]);
  return { description: 'A file', content: Object.fromEntries(files) };
}

/** Every refusal of a call: the codes it may carry, by status. */
export function refusalsOf(call: ApiCall): Map<number, ErrorCode[]> {
  const sendsBody = call.method !== 'GET';
  const codes = new Set<Refusal>([
    ...(sendsBody || call.params || call.query ? (['validation_error'] as const) : []),
    // Where a session is optional, a token or key that is shown must still be a good one.
    ...(call.auth === 'none' ? [] : (['invalid_token', 'insufficient_scope'] as const)),
    // Of a program, every call counts.
    ...(call.key === undefined ? [] : (['rate_limited'] as const)),
    ...(sendsBody ? (['forbidden', 'body_too_large', 'unsupported_media_type'] as const) : []),
    ...call.errors,
    'internal_error',
    'unavailable',
  ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const refusal of codes) {
    const { code, status } =
      typeof refusal === 'string' ? { code: refusal, status: ERROR_STATUS[refusal] } : refusal;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

const describedRefusals = (call: ApiCall): Record<number, unknown> =>
  Object.fromEntries(
    [...refusalsOf(call)].map(([status, codes]) => [
      status,
      {
        description: `\`code\`: ${codes.join(', ')}`,
        content: { 'application/json': { schema: failureSchema } },
      },
    ]),
  );
