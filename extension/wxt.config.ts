import path from 'node:path';
import { defineConfig } from 'wxt';
import manifest from '../package.json' with { type: 'json' };
import { ALLOWABLE } from './site-pages.ts';

const { version } = manifest;
const root = path.dirname(import.meta.dirname);

/** The browser extension for Chrome, Edge and Firefox, all Manifest V3; scripts/build-extension.ts builds it. */
export default defineConfig({
  root: import.meta.dirname,
  outDir: '../dist/extension',
  manifestVersion: 3,
  imports: false,
  manifest: ({ browser }) => ({
    name: 'LotLens',
    description: 'The repair estimate of an auction lot, on the lot’s own page.',
    permissions: ['activeTab', 'scripting', 'storage'],
    version,
    // For the button on lot pages and their photos, and on dealers' parts pages: asked for one site at a time, under the extension's settings.
    optional_host_permissions: ALLOWABLE.flatMap(({ pages }) => pages),
    action: { default_title: 'LotLens: read this lot' },
    // A LotLens of one's own may be reached without https, which Firefox would otherwise rewrite.
    content_security_policy: { extension_pages: "script-src 'self'; object-src 'self'" },
    ...(browser === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              id: 'extension@lotlens.example',
              strict_min_version: '140.0',
              data_collection_permissions: { required: ['websiteContent', 'authenticationInfo'] },
            },
          },
        }
      : { minimum_chrome_version: '122' }),
  }),
  zip: {
    name: 'lotlens',
    artifactTemplate: '{{name}}-{{version}}-{{browser}}.zip',
    sourcesTemplate: '{{name}}-{{version}}-sources.zip',
    // What Mozilla's reviewers build it from: the extension with the contract it shares.
    sourcesRoot: root,
    includeSources: [
      'extension/**',
      'contract/**',
      'scripts/**',
      'package.json',
      'package-lock.json',
      'tsconfig.base.json',
    ],
    excludeSources: ['**/*.test.ts'],
  },
});
