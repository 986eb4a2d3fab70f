import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import * as api from '../../../contract/api.ts';
import { API_PREFIX } from '../../../contract/api-call.ts';
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
      ({ method, path: url, operation }) =>
        `${method} ${API_PREFIX}${url.replaceAll(/:(\w+)/g, '{$1}')} ${operation}`,
    );
    const served = operations
      .filter(([route]) => route.includes(` ${API_PREFIX}/`))
      .map(([route, { operationId }]) => `${route} ${operationId}`);
    expect(served.sort()).toEqual(rows.sort());
  });

  test('names each operation once', () => {
    const names = operations.map(([, { operationId }]) => operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  test('tells of every call what it is refused with', () => {
    const silent = operations.filter(
      ([route, { responses }]) => route.includes(` ${API_PREFIX}/`) && responses[503] === undefined,
    );
    expect(silent).toEqual([]);
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
    const errors = problems.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
    expect(stdout).toContain('"errors": 0');
  }, 60_000);
});
