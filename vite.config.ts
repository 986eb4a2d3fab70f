import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { diagramSvg, type Marks } from './contract/car-diagram/car-diagram.ts';

/**
 * Few files: each costs a round trip where six are fetched at a time. `base` is what every page needs, `calls` what is
 * needed once answers are read (the schema library with it), `queries` what keeps answers, `work` what the signed-in pages share.
 */
const groups = [
  {
    name: 'react',
    priority: 4,
    test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler)[\\/]/,
  },
  {
    name: 'calls',
    priority: 2,
    test: /node_modules[\\/]zod[\\/]|web[\\/]api[\\/](call|users|session[\\/]refresh-session|reports[\\/]report-list)\.ts/,
  },
  {
    name: 'base',
    priority: 3,
    test: /node_modules[\\/](@tanstack[\\/](?!(react-)?(virtual|query))[\w-]+|clsx)[\\/]|web[\\/](ui[\\/](button|icon|lens|notices|use-hold|use-page-title)|api[\\/](api-error|send|session[\\/]session-store|store)|account[\\/](session-gate|use-session)|lot-entry[\\/]lot-form|layout[\\/]marketing-frame|marketing[\\/]makes\.|routes\.)|contract[\\/](api-call|car-diagram[\\/]legend-words)\./,
  },
  {
    name: 'queries',
    priority: 3,
    test: /node_modules[\\/]@tanstack[\\/](react-query|query-core)[\\/](?!.*(nfiniteQuery|seMutation|utationObserver))|web[\\/]api[\\/](query-client|session[\\/]use-me)\./,
  },
  {
    // Small words and figures of several pages: a file each would cost a request, and its name in `base`.
    name: 'words',
    priority: 2,
    test: /contract[\\/](schemas[\\/]money|report-view[\\/](figures|source-date|words[\\/]sentence))\.|web[\\/](ui[\\/](money|use-dark|form[\\/]typed-number)|report-list[\\/]elapsed)/,
  },
  {
    // What every report shows or edits: its shapes, its drawing and its words.
    name: 'report-words',
    priority: 1,
    test: /contract[\\/](car-diagram[\\/](?!legend-words)|evidence\.|option-question\.|schemas[\\/](part|damage|estimate)\.|facts[\\/](line-reason|reservation-fact|estimate-fact|number-facts|price-origin)\.|report-view[\\/](outcome-rows|line-order|number-side|words[\\/]line-words|head[\\/](total-loss|decision)|grounds[\\/](part-answers|evidence-rows))\.)|web[\\/]report[\\/]places\./,
  },
  {
    name: 'forms',
    priority: 1,
    test: /node_modules[\\/]react-hook-form[\\/]|web[\\/](ui[\\/]form[\\/](field|use-schema-form|auth-frame)|account[\\/]use-later)/,
  },
  {
    name: 'work',
    priority: 2,
    test: /contract[\\/]schemas[\\/]lot\.|web[\\/](layout[\\/]app-frame|report-list[\\/](use-reports|use-outcome-news|start-report|download-button|report-actions)|api[\\/]reports[\\/](report-states|reports|pending-action))/,
  },
];

/** A front end hit, as the home page shows it. */
const EXAMPLE: Marks = {
  front_bumper: { severity: 4, number: 1 },
  headlamp_left: { severity: 3, number: 2 },
  hood: { severity: 2, number: 3 },
  fender_left: { severity: 2, number: 4 },
  structure_front: { severity: 'likely' },
};

/** The home page's diagram as two files: the same drawing as in reports, at no cost in script. */
const exampleDiagram = (): Plugin => ({
  name: 'example-diagram',
  generateBundle() {
    for (const theme of ['light', 'dark'] as const)
      this.emitFile({
        type: 'asset',
        fileName: `example-diagram-${theme}.svg`,
        source: diagramSvg({
          panels: EXAMPLE,
          title: 'Example of a damage diagram',
          body_class: 'sedan',
          theme,
        }),
      });
  },
});

/** Builds the browser application to dist/web, which the service serves; nothing is inlined (content security policy). */
export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), exampleDiagram()],
  resolve: {
    // The router's store brings a stand-in for a hook React has had since version 18: taken without it.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // A browser too old for the hint (Safari 16) loads the same files a little later.
    modulePreload: { polyfill: false },
    // scripts/draw-pages.ts reads from it which files a page needs.
    manifest: true,
    target: 'es2022',
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
