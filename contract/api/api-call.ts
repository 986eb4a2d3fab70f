import type { z } from 'zod';
import type { ErrorCode } from '../refusals/error-status.ts';
import type { AccessScope } from './access-key-answers.ts';

/** Every call of the API stands under it, but for the probes. */
export const API_PREFIX = '/api/v1';

/** `bearer`: refused without a live session's token; `optional`: without a session it is a visitor's, and one that has ended is refused. */
export type ApiAuth = 'none' | 'optional' | 'bearer';

/** What a caller needs of a call to send it. `path` stands under `API_PREFIX`, its parameters as `:report_id`. */
export type ApiAddress = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  /** `path` stands at the root of our origin instead. */
  at_root?: true;
  auth: ApiAuth;
  /** Our pages send it without a bearer (docs/product.md); a session shows by its cookie at most. */
  plain?: true;
};

/** A row of contract/api.ts. */
export type ApiCall = ApiAddress & {
  /** `operationId` of the OpenAPI file. */
  operation: string;
  tag: keyof typeof API_TAGS;
  summary: string;
  description?: string;
  /** An access key of one of these scopes may make the call, too; `any`: every live key. */
  key?: readonly AccessScope[] | 'any';
  /** Browser extensions are answered (CORS): those that were paired, or any, to be paired. */
  extensions?: 'paired' | 'any';
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The body is a form, or one of any type that nobody reads; every other body is JSON. */
  form?: true | 'unread';
  /** Largest body in bytes, where it is not the usual 64 KiB. */
  body_limit?: number;
  /** JSON of this shape; the media types of a file; null: no body. */
  answer: z.ZodType | readonly string[] | null;
  /** Status of a success, 200 unless told. */
  status?: 101 | 201 | 302;
  /** The answer holds a secret: never compressed (BREACH) and kept nowhere. */
  secret?: true;
  /** Its failures also carry `success: false`. */
  says_success?: true;
  /** What it may be refused with beyond the codes that its input, its session or our own trouble explain. */
  errors: readonly Refusal[];
};

/** A code under its usual status, or under another one. */
export type Refusal = ErrorCode | { code: ErrorCode; status: number };

export const API_TAGS = {
  auth: 'Sign-up, sign-in, passwords',
  users: 'The signed-in user',
  keys: 'Access keys of an account, for programs and the browser extension',
  webhooks: 'Messages to a program when a report has ended or has a new version',
  push: 'Notifications on a device when a report has ended',
  auction: 'Lots, and reports of them',
  reports: 'A report of the signed-in user',
  shared: 'Reports their owners share by a link',
  mails: 'Mails we send',
  sample: 'The sample report that everybody may see',
  live: 'Live updates over a WebSocket',
  photos: 'Photos we serve',
  suppliers: 'The counted way out to a supplier',
  quota: 'More reports: bought, or asked for',
  partners: 'The partner network: stock, quotes, sales and what is owed for them',
  operator: 'Running this installation, for its operators',
  site: 'This installation',
  health: 'Probes for whoever runs the service',
} as const;

/** The names of a path's parameters: `photo_id` and `file` of `/photos/:photo_id/:file`. */
type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Query = Readonly<Record<string, string | number | null | undefined>>;
/** What fills a call's address; parameters are asked for exactly where its path has some. */
export type AddressInput<Call extends ApiAddress> = ([ParamName<Call['path']>] extends [never]
  ? { params?: never }
  : { params: Readonly<Record<ParamName<Call['path']>, string>> }) & { query?: Query };
/** The input of a call as its last parameter: left out where it asks for nothing. */
export type InputOf<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];

/** A call's path on our origin, filled in; what the query lacks is left out. */
export function addressOf<Call extends ApiAddress>(
  { path, at_root }: Call,
  ...[input]: InputOf<AddressInput<Call>>
): string {
  const { params, query = {} }: { params?: Readonly<Record<string, string>>; query?: Query } = input ?? {};
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined) search.set(name, String(value));
  return `${at_root ? '' : API_PREFIX}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

/** `siteInfo` of contract/api.ts, without its schemas: the first page a visitor sees must not wait for their library. */
export const SITE_INFO = { method: 'GET', path: '/site_info', auth: 'none' } as const satisfies ApiAddress;
