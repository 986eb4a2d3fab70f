import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { diagramSvg, type Marks } from './contract/car-diagram.ts';

/** Libraries that change seldom stay in files of their own; the schema library loads only where answers are read. */
const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  {
    name: 'router',
    test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-store|store)[\\/]/,
  },
  { name: 'zod', test: /node_modules[\\/]zod[\\/]/ },
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
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
