import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { createTestDatabase } from './database.ts';
import { startRole } from './role-process.ts';
import { until } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';

const PDFS = 8;
const onLinux = process.platform === 'linux';
if (!onLinux) console.log('skipped: memory is read from /proc, which only Linux has');

async function start(role: 'web' | 'worker') {
  const dataDir = await temporaryFolder();
  const service = await startRole({
    ROLE: role,
    METRICS_TOKEN: 'a-token-for-prometheus',
    CHILD_IDLE_SECONDS: '10',
    METRICS_PORT: '0',
    WORKER_METRICS_PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: await createTestDatabase(inject('databaseServer')),
  });
  onTestFinished(() => service.stop());
  return { ...service, dataDir };
}

describe.runIf(onLinux)('with its children, at rest', () => {
  it('a web process holds at most 200 MB, before and after it printed', async () => {
    const web = await start('web');
    expect(web.memory()).toBeLessThan(200);
    for (let i = 0; i < PDFS; i += 1) {
      // What is kept of it goes first, so that each is printed.
      await fs.rm(path.join(web.dataDir, 'files', 'reports'), { recursive: true, force: true });
      const answer = await fetch(`${web.address}/api/v1/sample_report/pdf`);
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
    expect(web.memory()).toBeGreaterThan(200);
    await until('the process that printed is gone', 30_000, async () => web.memory() < 200);
  });

  it('a worker holds at most 400 MB', async () => {
    expect((await start('worker')).memory()).toBeLessThan(400);
  });
});
