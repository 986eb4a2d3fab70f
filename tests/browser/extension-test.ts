import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { answerSample } from '../../samples/sample-sites.ts';
import { CHROMIUM_FLAGS, debianChromium } from '../../scripts/debian-chromium.ts';
import { tokensOf } from './fresh-user.ts';
import { test as base, expect } from './lotlens-test.ts';

export { expect };

const root = path.join(import.meta.dirname, '..', '..');

/** A browser of its own with the built extension in it, before which the sample sites stand. */
export type Extension = {
  context: BrowserContext;
  page: Page;
  /** The extension's own pages stand under it. */
  address: string;
  /** What the sites answer in place of their samples, by address. */
  answers: Map<string, { status: number; contentType: string; body: string }>;
  /** The hosts of photos let pages read them. */
  photosMayBeRead: boolean;
  /** They answer what asks by itself, as the extension's own script does. */
  photosAreServed: boolean;
  /** Presses the extension's button in the toolbar, as its user does: that alone lets it onto the page. */
  press(): Promise<void>;
  panel: Locator;
};

type PerTest = {
  /** Its user has allowed the extension onto every site. No test can answer the browser's own question: the package asks for it at once. */
  sitesAllowed: boolean;
  extension: Extension;
  connected: Extension;
  token: string;
};
type PerWorker = { unpacked: string };

export const test = base.extend<PerTest, PerWorker>({
  unpacked: [
    async ({ browserName: _ }, use) => {
      const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-extension-'));
      const build = ['scripts/run.mjs', 'scripts/build-extension.ts', '--unpacked', folder];
      await promisify(execFile)(process.execPath, build, { cwd: root });
      await use(path.join(folder, 'chrome-mv3'));
      await fs.rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  token: async ({ request, user }, use) => {
    await use((await tokensOf(request, user)).access_token);
  },
  sitesAllowed: [false, { option: true }],
  extension: async ({ unpacked: built, sitesAllowed }, use) => {
    const unpacked = sitesAllowed ? await withSitesAllowed(built) : built;
    const executablePath = debianChromium();
    const context = await chromium.launchPersistentContext('', {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        ...CHROMIUM_FLAGS,
        `--disable-extensions-except=${unpacked}`,
        `--load-extension=${unpacked}`,
        // Lets a test press the button in the toolbar, which is no part of any page.
        '--enable-unsafe-extension-debugging',
      ],
    });
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    // A press before the extension’s script has run would reach nobody.
    await expect.poll(() => worker.evaluate(isListening)).toBe(true);
    const { host } = new URL(worker.url());
    const address = `chrome-extension://${host}`;
    const page = context.pages()[0] ?? (await context.newPage());
    const extension: Extension = {
      context,
      page,
      address,
      answers: new Map(),
      photosMayBeRead: false,
      photosAreServed: false,
      press: () => pressToolbarButton(context, page, host),
      panel: page.getByRole('region', { name: 'LotLens' }),
    };
    await standForSites(extension);
    await use(extension);
    await context.close();
    if (sitesAllowed) await fs.rm(unpacked, { recursive: true, force: true });
  },
  connected: async ({ extension, token, request, baseURL }, use) => {
    await connect(extension.page, extension.address, baseURL ?? '', async () => {
      const made = await request.post('/api/v1/users/me/pairing_codes', {
        headers: { authorization: `Bearer ${token}` },
      });
      return ((await made.json()) as { code: string }).code;
    });
    await use(extension);
  },
});

/** The built extension with what its settings ask for, one site at a time, granted from the start; nothing else differs. */
async function withSitesAllowed(built: string): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-allowed-'));
  await fs.cp(built, folder, { recursive: true });
  const file = path.join(folder, 'manifest.json');
  const { optional_host_permissions: sites, ...manifest } = JSON.parse(await fs.readFile(file, 'utf8'));
  await fs.writeFile(file, JSON.stringify({ ...manifest, host_permissions: sites }));
  return folder;
}

/** Whether the extension hears presses of its button; runs in the extension. */
const isListening = (): boolean =>
  (
    globalThis as unknown as { chrome: { action: { onClicked: { hasListeners(): boolean } } } }
  ).chrome.action.onClicked.hasListeners();

/** The auction sites and their photo hosts, for this browser alone, as the samples have them; nothing else of the outside. */
async function standForSites(extension: Extension): Promise<void> {
  const { context, answers } = extension;
  await context.route(/^https:/, async (route) => {
    const url = new URL(route.request().url());
    const other = answers.get(url.pathname);
    if (other) return await route.fulfill(other);
    const sample = await answerSample(url);
    if (sample === null) return await route.abort();
    const { status, headers, body } = sample;
    const isPhoto = /^image\//.test(headers['content-type'] ?? '');
    if (isPhoto && route.request().serviceWorker() !== null)
      return extension.photosAreServed ? await route.fulfill({ status, headers, body }) : await route.abort();
    // As hosts of photos do that show them on pages and let no page read them.
    const isRead = isPhoto && route.request().resourceType() === 'fetch';
    if (isRead && !extension.photosMayBeRead) return await route.abort('blockedbyresponse');
    await route.fulfill({ status, headers: { ...headers, 'access-control-allow-origin': '*' }, body });
  });
}

/** Types address and code into the extension's settings. */
async function connect(
  page: Page,
  address: string,
  lotLens: string,
  makeCode: () => Promise<string>,
): Promise<void> {
  await page.goto(`${address}/options.html`);
  await page.getByLabel('Address').fill(lotLens);
  await page.getByLabel('Code').fill(await makeCode());
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText(`Connected to ${lotLens}.`)).toBeVisible();
}

/** The tab a page stands in must be the one in front: the button acts on it. */
async function pressToolbarButton(context: BrowserContext, page: Page, id: string): Promise<void> {
  await page.bringToFront();
  const browser = context.browser();
  if (browser === null) throw new Error('no browser behind this context');
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{ type: 'tab' }] });
  const tab = targetInfos.find(({ url }) => url === page.url());
  if (!tab) throw new Error(`no tab shows ${page.url()}`);
  await session.send('Extensions.triggerAction', { id, targetId: tab.targetId });
  await session.detach();
}
