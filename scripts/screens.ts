import fs from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { SAMPLE_LOTS } from '../samples/sample-lots.ts';
import { CHROMIUM_FLAGS, debianChromium } from './debian-chromium.ts';
import { readUsage } from './read-usage.ts';
import { FIGURES, SCREENS, type Screen } from './screen-list.ts';
import { type SampleService, type Session, startSampleService } from './start-sample-service.ts';

/**
 * `npm run screens [-- name …]`: every screen at three widths in both themes to dist/screens/<screen>-<width>-<theme>.png,
 * and the pictures of the README to docs/pictures.
 */
const root = path.dirname(import.meta.dirname);
const folder = path.join(root, 'dist', 'screens');
const pictures = path.join(root, 'docs', 'pictures');
const WIDTHS = [360, 768, 1440] as const;
const THEMES = ['light', 'dark'] as const;
/** Longer pages are cut: nobody reads a picture of 20,000 pixels. */
const LONGEST = 6_000;

const viewportOf = (width: number) => ({ width, height: width < 700 ? 780 : 900 });

async function openPage(
  browser: Browser,
  address: string,
  width: number,
  theme: 'light' | 'dark',
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: viewportOf(width),
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  return await context.newPage();
}

async function keepSession(page: Page, session: Session | null): Promise<void> {
  await page.goto('/icon.svg');
  await page.evaluate((kept) => {
    localStorage.clear();
    if (kept === null) return;
    localStorage.setItem('authToken', kept.access_token);
    localStorage.setItem('tokenType', kept.token_type);
    localStorage.setItem('refreshToken', kept.refresh_token);
    localStorage.setItem('userEmail', kept.email);
  }, session);
}

/** Past everything twice: what loads when it comes into sight is there for the picture, and so is what that brings. */
async function walkDown(page: Page): Promise<void> {
  const shown = page.viewportSize()?.height ?? 800;
  for (let walk = 0; walk < 2; walk += 1) {
    for (let y = 0; y < LONGEST; y += shown) {
      await page.evaluate(`scrollTo({ top: ${y}, behavior: 'instant' })`);
      await page.waitForTimeout(60);
    }
    await page.waitForLoadState('networkidle');
  }
  await page.evaluate(`scrollTo({ top: 0, behavior: 'instant' })`);
}

async function shoot(page: Page, screen: Screen, file: string): Promise<void> {
  if (screen.whole) await walkDown(page);
  await page.waitForLoadState('networkidle');
  const height = Math.ceil((await page.locator('html').boundingBox())?.height ?? 0);
  const { width, height: shown } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.screenshot(
    screen.whole
      ? { path: file, fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(height, LONGEST) } }
      : { path: file, clip: { x: 0, y: 0, width, height: shown } },
  );
}

async function readmePicture(page: Page, name: string): Promise<void> {
  await fs.mkdir(pictures, { recursive: true });
  const file = path.join(pictures, `${name}.png`);
  await sharp(await page.screenshot())
    .png({ palette: true, quality: 80, effort: 10 })
    .toFile(file);
  process.stdout.write(`${path.relative(root, file)} ${Math.round((await fs.stat(file)).size / 1000)} kB\n`);
}

/** Pixels of a figure for each of the page's. */
const FINE = 1.5;

/** A figure's frame, of the light theme's own colors (web/theme.css): it is seen to be a picture. */
const FRAME = { paper: '#fbfaf7', rule: '#dcd9d0' };
const around = (pixels: number) => ({ top: pixels, bottom: pixels, left: pixels, right: pixels });

/** The parts of pages that the README shows. */
async function takeFigures(
  service: SampleService,
  browser: Browser,
  reports: readonly string[],
): Promise<void> {
  const session = await service.signIn();
  await fs.mkdir(pictures, { recursive: true });
  for (const figure of FIGURES) {
    const context = await browser.newContext({
      baseURL: service.address,
      // So high that nothing is scrolled to, under what sticks to the top.
      viewport: { width: figure.width, height: 9_000 },
      deviceScaleFactor: FINE,
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await keepSession(page, session);
    const part = await figure.arrive(page, reports);
    await page.waitForLoadState('networkidle');
    const shot = await part.screenshot();
    const { width = 0, height = 0 } = await sharp(shot).metadata();
    const file = path.join(pictures, `${figure.name}.webp`);
    const cut = await sharp(shot)
      .extract({ left: 0, top: 0, width, height: Math.min(height, figure.height * FINE) })
      .extend({ ...around(24 * FINE), background: FRAME.paper })
      .toBuffer();
    const picture = await sharp(cut)
      .extend({ ...around(FINE * 2), background: FRAME.rule })
      .webp({ quality: 82, effort: 6 })
      .toFile(file);
    process.stdout.write(`${path.relative(root, file)} ${picture.width / FINE} × ${picture.height / FINE}\n`);
    await context.close();
  }
}

async function takeAll(service: SampleService, browser: Browser, names: readonly string[]): Promise<void> {
  const session = await service.signIn();
  await service.makeOperator(session);
  const reports: string[] = [];
  for (const lot of SAMPLE_LOTS.filter(({ when }) => when === null))
    reports.push(await service.makeReport(session, lot.link));
  for (const theme of THEMES)
    for (const width of WIDTHS) {
      const page = await openPage(browser, service.address, width, theme);
      for (const screen of SCREENS.filter(({ name }) => names.length === 0 || names.includes(name))) {
        await page.setViewportSize(viewportOf(width));
        await keepSession(page, screen.signedIn ? session : null);
        await screen.arrive(page, reports);
        await shoot(page, screen, path.join(folder, `${screen.name}-${width}-${theme}.png`));
        if (width === 1440 && theme === 'light' && screen.picture) await readmePicture(page, screen.picture);
        // The list asks again by itself: an answer that is on its way when the next screen comes is no fault.
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
      await page.context().close();
      process.stdout.write(`${width} px, ${theme}: done\n`);
    }
  if (names.length === 0 || names.includes('figures')) await takeFigures(service, browser, reports);
}

const { positionals: wanted } = readUsage(
  `Takes every screen at three widths in both themes to dist/screens, and the README's pictures to docs/pictures.

usage: npm run screens [-- name …]      without a name: all; \`figures\`: the README's pictures
`,
  { most: SCREENS.length + 1 },
);
const executablePath = debianChromium();
if (executablePath === undefined) {
  process.stderr.write('No Chromium on this machine (Debian: apt-get install chromium).\n');
  process.exit(1);
}
await fs.mkdir(folder, { recursive: true });
const service = await startSampleService();
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
try {
  await takeAll(service, browser, wanted);
} finally {
  await browser.close();
  await service.stop();
}
