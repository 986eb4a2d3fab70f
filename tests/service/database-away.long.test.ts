import fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { pause } from '../../server/concurrency/pause.ts';
import { awaitDatabase } from '../../server/db/await-database.ts';
import { freePort, startEmbeddedPostgres } from '../../server/db/embedded-postgres.ts';
import { createTestDatabase } from './database.ts';
import { startRawSite } from './local-site.ts';
import { startedService } from './started-service.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** So long the database drops connections at least, and so many of them. */
const ATTACK_MS = 4_000;
const DROPPED = 20;

async function dataFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await fs.chmod(folder, 0o755);
  return folder;
}

test('a process started before its database says once that it waits, and starts when the database comes', async () => {
  const folder = await dataFolder();
  const cluster = path.join(folder, 'postgres');
  const port = await freePort();
  const first = await startEmbeddedPostgres({ folder: cluster, fast: true, port });
  await first.stop();
  const service = startedService('server', await dataFolder(), { DATABASE_URL: first.url });
  await service.says(`The database at 127.0.0.1:${port} does not answer yet; waiting up to 60 s for it …`);
  const late = await startEmbeddedPostgres({ folder: cluster, fast: true, port });
  onTestFinished(() => late.stop());
  await service.says('LotLens worker is running.');
  expect(service.output().match(/does not answer yet/g)).toHaveLength(1);
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
});

test.each(['web', 'worker', 'all'])(
  'a start as %s goes on to its end while the database drops its connections again and again',
  async (role) => {
    const url = await createTestDatabase(inject('databaseServer'));
    const attacker = new pg.Client({ connectionString: url });
    await attacker.connect();
    onTestFinished(() => attacker.end());
    const service = startedService('server', await dataFolder(), { ROLE: role, DATABASE_URL: url });
    // Nearly every step of a start meets one of these; then it must be over at some time.
    const end = Date.now() + ATTACK_MS;
    for (let dropped = 0; dropped < DROPPED || Date.now() < end; await pause(40)) {
      expect(service.child.exitCode, service.output()).toBeNull();
      const { rowCount } = await attacker.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'lotlens%'`,
      );
      dropped += rowCount ?? 0;
    }
    await service.says(/LotLens (?:worker )?is running/);
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(service.output()).not.toMatch(/can't start|uncaught|"level":60/);
  },
  240_000,
);

test('while it waits it can be stopped', async () => {
  const DATABASE_URL = `postgresql://nobody@127.0.0.1:${await freePort()}/none`;
  const service = startedService('server', await dataFolder(), { DATABASE_URL });
  await service.says('does not answer yet');
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
});

test('a database that stays away is one plain sentence, without its password', async () => {
  const port = await freePort();
  const said: string[] = [];
  await expect(
    awaitDatabase(`postgresql://me:secret@127.0.0.1:${port}/none`, {
      longestMs: 1_500,
      say: (text) => said.push(text),
    }),
  ).rejects.toThrow(
    new RegExp(
      `^The database at 127\\.0\\.0\\.1:${port} \\(DATABASE_URL\\) did not answer within 2 s: connect ECONNREFUSED`,
    ),
  );
  expect(said).toHaveLength(1);
});

test('a server that closes the connection is waited for too', async () => {
  const site = await startRawSite((socket) => socket.end());
  const said: string[] = [];
  const url = `postgresql://me@127.0.0.1:${site.port}/none`;
  await expect(awaitDatabase(url, { longestMs: 1_500, say: (text) => said.push(text) })).rejects.toThrow(
    /did not answer within/,
  );
  expect(said).toHaveLength(1);
});

test('a wrong password is not waited for', async () => {
  const { url } = await startEmbeddedPostgres({
    folder: path.join(await dataFolder(), 'postgres'),
    fast: true,
  }).then((cluster) => {
    onTestFinished(() => cluster.stop());
    return cluster;
  });
  const wrong = new URL(url);
  wrong.password = 'guess';
  await expect(awaitDatabase(wrong.href, { say: () => {} })).rejects.toThrow(
    /refuses us: password authentication failed/,
  );
});
