import fs from 'node:fs';

/** Chromium as distributions install it; undefined where there is none. */
export const debianChromium = (): string | undefined =>
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
    fs.existsSync(file),
  );

/** What keeps it quiet in a container: no sandbox for root, no shared memory, nothing in the background. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
