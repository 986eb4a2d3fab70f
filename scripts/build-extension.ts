import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, type InlineConfig, zip } from 'wxt';

const root = path.dirname(import.meta.dirname);

/**
 * `npm run build:extension`: the browser extension for Chrome and Edge, and for Firefox, each as a folder and as the package
 * its store takes, in dist/extension. `--unpacked <folder>` builds Chrome's folder alone, there. Needs no network.
 */
const { values } = parseArgs({ options: { unpacked: { type: 'string' } } });
const config: InlineConfig = { root: path.join(root, 'extension'), mode: 'production' };

if (values.unpacked !== undefined) await build({ ...config, outDir: path.resolve(values.unpacked) });
else for (const browser of ['chrome', 'firefox']) await zip({ ...config, browser });
