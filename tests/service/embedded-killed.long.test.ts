import fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pause } from '../../server/concurrency/pause.ts';
import { startEmbeddedPostgres } from '../../server/db/embedded-postgres.ts';
import { verifyLedger } from '../../server/db/quota/ledger-check.ts';
import { SAMPLE_ACCOUNT, until } from './service.ts';
import { type Started, startedService } from './started-service.ts';
import { temporaryFolder } from './temporary-folder.ts';

const KILLS = 4;

/** A service of all roles on its own PostgreSQL, up. */
async function embeddedService(): Promise<{ service: Started; dataDir: string; origin: string }> {
  const dataDir = await temporaryFolder();
  await fs.chmod(dataDir, 0o755);
  const service = startedService('server', dataDir, {
    ROLE: 'all',
    SAMPLE_PASSWORD: SAMPLE_ACCOUNT.password,
  });
  await service.says(/LotLens is running at \S+/);
  const [, origin = ''] = /LotLens is running at (\S+)/.exec(service.output()) ?? [];
  return { service, dataDir, origin };
}

async function killPostgres(dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'postgres', 'postmaster.pid');
  process.kill(Number((await fs.readFile(file, 'utf8')).split('\n')[0]), 'SIGKILL');
}

describe.runIf(process.platform === 'linux')('an embedded PostgreSQL that is killed with -9', () => {
  test('is back by itself each time it is killed, and the report under way is made', async () => {
    const { service, dataDir, origin } = await embeddedService();
    const signedIn = await fetch(`${origin}/api/v1/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({ username: SAMPLE_ACCOUNT.email, password: SAMPLE_ACCOUNT.password }),
    });
    const { access_token: token } = (await signedIn.json()) as { access_token: string };
    /** What a call was answered with 200; null: it is to come again. */
    const call = async <T>(where: string, json?: unknown): Promise<T | null> => {
      const answer = await fetch(`${origin}/api/v1/${where}`, {
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
      });
      const text = await answer.text();
      if (answer.status === 200) return JSON.parse(text) as T;
      expect([answer.status, Number(answer.headers.get('retry-after')) > 0], text).toEqual([503, true]);
      return null;
    };
    const asked = await call<{ report_id: string }>('auction/process_report', {
      auction_url: 'https://bid.cars/en/lot/1-90000001',
    });
    for (let kills = 0; kills < KILLS; kills += 1) {
      await killPostgres(dataDir);
      await until('calls are answered again', 120_000, () => call('users/quota'));
      await pause(500);
    }
    await until('the report is made', 120_000, async () => {
      const report = await call<{ task_status: string }>(`reports/${asked?.report_id}`);
      return report?.task_status === 'finished';
    });
    expect(service.output()).not.toMatch(/"level":60/);
    const { url, stop } = await startEmbeddedPostgres({ folder: path.join(dataDir, 'postgres') });
    onTestFinished(() => stop());
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    expect(await verifyLedger(client)).toEqual([]);
    await client.end();
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
  });

  test('whose folder is gone ends with a sentence and exit 1', async () => {
    const { service, dataDir } = await embeddedService();
    const folder = path.join(dataDir, 'postgres');
    const [pid] = (await fs.readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n');
    await fs.rm(folder, { recursive: true, force: true });
    process.kill(Number(pid), 'SIGKILL');
    expect(await service.ended).toBe(1);
    expect(service.output()).toContain(
      `LotLens stops. The folder of the database, ${folder}, is gone: restore it, or a backup.\n`,
    );
    expect(service.output()).not.toMatch(/^ +at /m);
  });
});
