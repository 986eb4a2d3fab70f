import fs from 'node:fs';

/** Chromium as distributions install it; undefined where there is none. */
export const debianChromium = (): string | undefined =>
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
    fs.existsSync(file),
  );

/** Chromium without a window of its own, which takes half the processor time but knows no extensions and no notifications; else the whole one. */
export const headlessChromium = (): string | undefined =>
  fs.existsSync('/usr/bin/chromium-headless-shell') ? '/usr/bin/chromium-headless-shell' : debianChromium();

/** What keeps it quiet in a container: no sandbox for root, no shared memory, nothing in the background. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
