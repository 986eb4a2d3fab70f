import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../../scripts/debian-chromium.ts';
import type { Session } from '../../scripts/start-sample-service.ts';

type Options = {
  address: string;
  /** Null: a visitor. */
  session: Session | null;
  /** Of the browser's debugging interface. */
  port: number;
  executablePath: string;
};

/** Does `work` in a browser of its own: nothing is cached. */
export async function inOwnBrowser<Result>(
  { address, session, port, executablePath }: Options,
  work: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'lotlens-bench-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
  });
  try {
    if (session !== null) await keepSession(await context.newPage(), address, session);
    return await work(context);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

async function keepSession(page: Page, address: string, session: Session): Promise<void> {
  await page.goto(`${address}/icon.svg`);
  await page.evaluate((kept) => {
    localStorage.setItem('authToken', kept.access_token);
    localStorage.setItem('tokenType', kept.token_type);
    localStorage.setItem('refreshToken', kept.refresh_token);
    localStorage.setItem('userEmail', kept.email);
  }, session);
  await page.close();
}
