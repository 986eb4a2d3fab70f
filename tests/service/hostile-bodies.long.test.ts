import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { isOverloaded, parsingMs } from '../machine.ts';
import { createTestDatabase } from './database.ts';
import { HOSTILE_BODIES } from './hostile-texts.ts';
import { until } from './service.ts';
import { memoryOf, startSender, startWebProcess, type WebProcess } from './web-process.ts';

let folder: string;
let web: WebProcess;
let sender: Awaited<ReturnType<typeof startSender>>;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-hostile-'));
  web = await startWebProcess({
    ROLE: 'web',
    DATA_DIR: folder,
    CHILD_IDLE_SECONDS: '10',
    DATABASE_URL: await createTestDatabase(inject('databaseServer')),
  });
  sender = await startSender();
});
afterAll(async () => {
  sender?.stop();
  await web?.stop();
  await fs.rm(folder, { recursive: true, force: true });
});

/** Longest a call of somebody else may take meanwhile, ms. */
const BOUND = 250;
/** What the service does itself, it does each time; what a busy machine does to it, it does now and then. */
const ROUNDS = 3;

/** Asks for the quota again and again until `work` has ended; the slowest answer, ms. */
async function slowestQuota(work: Promise<unknown>): Promise<number> {
  let under = true;
  void work.finally(() => {
    under = false;
  });
  let slowest = 0;
  while (under) {
    const started = performance.now();
    const answer = await fetch(`${web.origin}/api/v1/users/quota`, {
      headers: { authorization: `Bearer ${web.token}` },
    });
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
    slowest = Math.max(slowest, performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return slowest;
}

test.each([
  ['8 pages of 8 MiB', ['8 pages of 8 MiB']],
  ['what nests without end', ['8 MiB of [', 'a page nested deep', 'a page of 8 MiB of [']],
  ['long texts and endless markup', Object.keys(HOSTILE_BODIES).slice(4)],
])(
  'while %s are read, nobody else waits',
  async (_, names) => {
    const calls: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await web.longestHold();
      const work = sender.send(web.origin, names);
      calls.push(await slowestQuota(work));
      for (const { name, status, text } of await work)
        expect([400, 422, 503], `${name}: ${text.slice(0, 300)}`).toContain(status);
      // Each time: a hold of our own making is no chance. Its processor time grows as that of any work does.
      expect(await web.longestHold()).toBeLessThan(Math.max(BOUND, 2.5 * (await parsingMs())));
      // On an overloaded machine only our own holds are judged.
      if (isOverloaded() || calls.some((slowest) => slowest < BOUND)) return;
    }
    expect(Math.min(...calls)).toBeLessThan(BOUND);
  },
  400_000,
);

test('what the workers held goes back once nothing is left to read', async () => {
  await sender.send(web.origin, Object.keys(HOSTILE_BODIES));
  const pid = web.child.pid ?? 0;
  if (process.platform !== 'linux') return;
  await until('no worker is left', 60_000, async () => {
    const { byProcess } = await memoryOf(pid);
    return Object.keys(byProcess).length === 1;
  });
}, 400_000);
