import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { z } from 'zod';
import { API_PREFIX, type ApiAddress } from '../../../contract/api/api-call.ts';
import * as api from '../../../contract/api.ts';
import { NAMED } from '../../../server/http/openapi.ts';
import { EXAMPLES } from '../../../server/http/openapi-examples.ts';
import { startService, type TestService } from '../service.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');

type Operation = { operationId?: string; security?: object[]; responses: Record<string, unknown> };
type OpenApi = { paths: Record<string, Record<string, Operation>> };

let service: TestService;
let text: string;
let operations: [route: string, operation: Operation][];
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
  text = (await service.app.inject('/api/openapi.json')).body;
  const { paths } = JSON.parse(text) as OpenApi;
  operations = Object.entries(paths).flatMap(([url, verbs]) =>
    Object.entries(verbs).map(([verb, operation]): [string, Operation] => [
      `${verb.toUpperCase()} ${url}`,
      operation,
    ]),
  );
});
afterAll(() => service.close());

describe('the OpenAPI file', () => {
  test('has exactly the calls of the table, each under its operation', () => {
    const rows = Object.values(api).map(
      ({ method, path: url, operation, at_root }: ApiAddress & { operation: string }) =>
        `${method} ${at_root ? '' : API_PREFIX}${url.replaceAll(/:(\w+)/g, '{$1}')} ${operation}`,
    );
    const served = operations.map(([route, { operationId }]) => `${route} ${operationId}`);
    expect(served.sort()).toEqual(rows.sort());
  });

  test('names each operation once', () => {
    const names = operations.map(([, { operationId }]) => operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  test('tells of every call what it is refused with', () => {
    const silent = operations.filter(([, { responses }]) => responses[503] === undefined);
    expect(silent).toEqual([]);
  });

  test('shows every body and JSON answer by a named schema with an example; a whole report is its own', () => {
    const { components, paths } = JSON.parse(text) as {
      components: { schemas: Record<string, { examples?: unknown[] }> };
      paths: Record<string, Record<string, { requestBody?: Content; responses: Record<string, Content> }>>;
    };
    type Content = { content?: Record<string, { schema: Schema }> };
    type Schema = { $ref?: string; items?: Schema; anyOf?: Schema[] };
    const nameOf = (schema: Schema): string | undefined =>
      (schema.$ref ?? schema.items?.$ref ?? schema.anyOf?.find(({ $ref }) => $ref)?.$ref)?.split('/').at(-1);
    const shown = Object.values(paths)
      .flatMap((verbs) => Object.values(verbs))
      .flatMap(({ requestBody, responses }) => [requestBody ?? {}, ...Object.values(responses)])
      .flatMap(({ content = {} }) =>
        Object.entries(content)
          .filter(([type]) => /\/(json|x-www-form)/.test(type))
          .map(([, { schema }]) => schema),
      );
    expect(shown.length).toBeGreaterThan(100);
    const unnamed = shown.filter((schema) => nameOf(schema) === undefined);
    expect(unnamed).toEqual([]);
    const bare = new Set(shown.map(nameOf).filter((name) => !components.schemas[name ?? '']?.examples));
    expect([...bare].sort()).toEqual([
      'AddedNumbers',
      'ApprovedReport',
      'EditedReport',
      'RecalculatedReport',
      'Report',
      'SharedReport',
    ]);
  });

  test.each(Object.entries(EXAMPLES))('the example of %s is one', (name, example) => {
    const answer: z.ZodType = NAMED[name as keyof typeof EXAMPLES];
    expect(answer.safeParse(example).error).toBeUndefined();
  });

  test('passes Redocly’s recommended rules', async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'openapi.json');
    await fs.writeFile(file, text);
    const cli = path.join(ROOT, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [cli, 'lint', file, '--config', path.join(ROOT, 'redocly.yaml'), '--format', 'json'],
      {
        cwd: ROOT,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    ).catch((error: { stdout: string; stderr: string }) => ({ stdout: error.stdout || error.stderr }));
    const { problems } = JSON.parse(stdout) as {
      problems: { ruleId: string; severity: string; message: string; location: { pointer?: string }[] }[];
    };
    const found = problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`);
    const at = (url: string): string => `#/paths/${url.replaceAll('/', '~1')}/get/responses`;
    const open = ['sample_report', 'sample_report/pdf', 'site_info'].map((url) => `${API_PREFIX}/${url}`);
    // What is true cannot be mended: three succeed by 302, one by 101, and these take nothing that could be wrong.
    const honest = [
      ...['suppliers/out/{id}', 'partners/out/{offer_id}', 'mails/unsubscribe', 'ws'].map(
        (url) => `operation-2xx-response ${at(`${API_PREFIX}/${url}`)}`,
      ),
      ...[...open, '/health/live', '/health/ready'].map((url) => `operation-4xx-response ${at(url)}`),
    ];
    expect(found.sort()).toEqual(honest.sort());
  });
});
