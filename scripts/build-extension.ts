import path from 'node:path';
import type { InlineConfig } from 'wxt';
import { readUsage } from './read-usage.ts';

const root = path.dirname(import.meta.dirname);

/** As Mozilla takes them: an address of one's own domain, or a UUID in braces. */
const GECKO_ID = /^(?:[\w.-]*@[\w.-]+|\{[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\})$/i;

/**
 * `npm run build:extension`: the browser extension for Chrome and Edge, and for Firefox, each as a folder and as the package
 * its store takes, in dist/extension or the folder of `--into`. `--gecko-id <id>`: what Mozilla knows the Firefox package by.
 * `--unpacked <folder>` builds Chrome's folder alone, there. Needs no network.
 */
const HELP = `Builds the browser extension for Chrome, Edge and Firefox.

usage: npm run build:extension [-- --into folder] [--gecko-id id]
       npm run build:extension -- --unpacked folder      Chrome's folder alone
       without a folder: dist/extension
`;
const { values } = readUsage(HELP, {
  options: { unpacked: { type: 'string' }, into: { type: 'string' }, 'gecko-id': { type: 'string' } },
});
const id = values['gecko-id'];
if (id !== undefined && !GECKO_ID.test(id)) {
  process.stderr.write(
    `${id} is no id of a Firefox extension: take name@your-domain, or a UUID in braces.\n`,
  );
  process.exit(2);
}
const place = values.unpacked ?? values.into;
const config: InlineConfig = {
  root: path.join(root, 'extension'),
  mode: 'production',
  ...(place === undefined ? {} : { outDir: path.resolve(place) }),
};

// Loaded once there is something to build: help and wrong words need none of it.
const { build, zip } = await import('wxt');
if (values.unpacked !== undefined) await build(config);
else {
  await zip({ ...config, browser: 'chrome' });
  await zip({
    ...config,
    browser: 'firefox',
    ...(id === undefined ? {} : { manifest: { browser_specific_settings: { gecko: { id } } } }),
  });
}
