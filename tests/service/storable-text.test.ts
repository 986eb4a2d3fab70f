import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { unstorableAt } from '../../server/storable-text.ts';
import { SAMPLE_ACCOUNT, startService, type TestService } from './service.ts';

/** Text no database keeps, in every string any route takes: refused by name, or read past; never a fault of ours. */
let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
  token = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
});
afterAll(() => service.close());

type Schema = {
  type?: string;
  enum?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
};
type Operation = {
  parameters?: { name: string; in: string; schema?: Schema }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};

/** The places of all strings a schema allows, each as its steps; `*` is any item of a list. */
function stringsIn(schema: Schema, document: Document, depth = 0): string[][] {
  if (depth > 6) return [];
  if (schema.$ref !== undefined) {
    const target = document.components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''];
    return target ? stringsIn(target, document, depth + 1) : [];
  }
  const below = (inner: Schema, step: string) =>
    stringsIn(inner, document, depth + 1).map((steps) => [step, ...steps]);
  return [
    ...(schema.type === 'string' ? [[]] : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((entry) =>
      stringsIn(entry, document, depth + 1),
    ),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => below(inner, name)),
    ...(schema.items ? below(schema.items, '*') : []),
  ];
}

/** A path with a good value for each of its parameters. */
const filled = (url: string, parameters: NonNullable<Operation['parameters']>): string =>
  url.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const { schema } = parameters.find((one) => one.in === 'path' && one.name === name) ?? {};
    return schema?.enum?.[0] ?? (schema?.type === 'integer' ? '1' : crypto.randomUUID());
  });

/** A value with `text` at the end of `steps`. */
const holding = (steps: readonly string[], text: string): unknown => {
  const [step, ...rest] = steps;
  if (step === undefined) return text;
  return step === '*' ? [holding(rest, text)] : { [step]: holding(rest, text) };
};

const unstorable = fc
  .tuple(
    fc.string({ maxLength: 5 }),
    fc.constantFrom('\ud800', '\udbff', '\udc00', '\u0000'),
    fc.string({ maxLength: 5 }),
  )
  .map((parts) => parts.join(''))
  .filter((text) => !text.isWellFormed() || text.includes('\u0000'));

const document = async (): Promise<Document> =>
  JSON.parse((await service.app.inject('/api/openapi.json')).body) as Document;
const call = (method: string, url: string, payload?: unknown) =>
  service.app.inject({
    method: method.toUpperCase() as 'GET',
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(payload === undefined ? {} : { payload: payload as object }),
  });

describe('text that can’t be stored', () => {
  test('is refused in every field of every body, which is named', async () => {
    const { paths, ...rest } = await document();
    let fields = 0;
    for (const [url, operations] of Object.entries(paths))
      for (const [method, { requestBody, parameters = [] }] of Object.entries(operations)) {
        const schema = requestBody?.content?.['application/json']?.schema;
        if (!schema) continue;
        for (const steps of stringsIn(schema, { paths, ...rest })) {
          // A page is read and a password hashed, neither stored: the next tests.
          if (steps[0] === 'page' || steps[0]?.endsWith('password')) continue;
          fields += 1;
          await fc.assert(
            fc.asyncProperty(unstorable, async (text) => {
              const answer = await call(method, filled(url, parameters), holding(steps, text));
              expect([answer.statusCode, answer.json()], `${method} ${url} ${steps.join('.')}`).toMatchObject(
                [400, { code: 'validation_error', details: { field: steps.join('.').replaceAll('*', '0') } }],
              );
            }),
            { numRuns: 4 },
          );
        }
      }
    expect(fields).toBeGreaterThan(40);
  });

  test('in a password is what was typed, or refused in the password’s own words', async () => {
    const account = { email: 'typed@example.test', first_name: 'A', last_name: 'B' };
    const register = (password: string) => call('post', '/api/v1/auth/register', { ...account, password });
    const half = await register('abcdefgh\ud800');
    expect([half.statusCode, half.json().message]).toEqual([400, 'Password must be valid text.']);
    expect((await register('velvet\u0000river')).statusCode).toBe(201);
  });

  test('in a query or a path is no fault of ours', async () => {
    const { paths } = await document();
    for (const [url, operations] of Object.entries(paths))
      for (const [method, { parameters = [] }] of Object.entries(operations)) {
        for (const { name, in: place } of parameters) {
          // A half of a pair can't be written in an address; what comes closest is its three bytes.
          for (const text of ['%00', 'a%00b', '%ED%A0%80', '%F0%9F']) {
            const filled = url.replaceAll(/\{(\w+)\}/g, (_, one: string) =>
              place === 'path' && one === name ? text : crypto.randomUUID(),
            );
            const answer = await call(method, place === 'query' ? `${filled}?${name}=${text}` : filled);
            expect(answer.statusCode, `${method} ${filled} ${name}`).toBeLessThan(500);
          }
        }
      }
  });

  test('in a form is refused', async () => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/v1/auth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'username=a%00%40example.com&password=long-enough-1',
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'validation_error' }]);
  });

  test('in a user’s own page is repaired: the lot is read and kept', async () => {
    const page = JSON.stringify({
      ln: 51234567,
      lcy: 2019,
      mkn: 'TOYOTA',
      lm: 'CAMRY',
      ld: '2019 TOYOTA CAMRY \ud800\u0000',
      scn: `Seller \udfff ${'😀'.repeat(400)}`,
    });
    const answer = await call('POST', '/api/v1/auction/scrape', {
      auction_link: 'https://www.copart.com/lot/51234567',
      page,
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { make: 'Toyota', year: 2019 }]);
    expect(unstorableAt(answer.json())).toBeNull();
  });
});
