import { defineConfig } from 'vite';
import { CHUNK_GROUPS } from './chunk-groups.ts';
import { pagePlugins } from './page-plugins.ts';
import { callsWithoutShapes, reckonedAhead, unusedShapesGo } from './shapes-apart.ts';
import { smallFont } from './small-font.ts';

const SMALL_PAGES =
  /[\\/](accuracy|audience-page|board-page|news-page|operator-page|partner-terms|partners-page|privacy-policy|quote-page|reset-password|retailers-page|share|terms-of-service|unsubscribe|user-supplied-page|verify)-[\w-]{7}\.js$/;

/** Builds the browser application to dist/web, which the service serves; nothing is inlined (content security policy). */
export default defineConfig({
  plugins: [...pagePlugins(), callsWithoutShapes(), reckonedAhead(), unusedShapesGo(), smallFont()],
  worker: { format: 'es' },
  resolve: {
    // The router's store brings a stand-in for a hook React has had since version 18: taken without it.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // A browser too old for the hint (Safari 16) loads the same files a little later.
    modulePreload: {
      polyfill: false,
      // What is there before anything is loaded later need not be named with it, nor what is asked for anyway; each name is
      // paid for by every page, so pages of few words and of few people, and those that others lead to, find their files themselves.
      resolveDependencies: (asked, files, { hostType }) =>
        hostType === 'html'
          ? files
          : SMALL_PAGES.test(asked)
            ? []
            : files.filter((file) => file !== asked && !/[\\/](react|base|rolldown-runtime)-/.test(file)),
    },
    // scripts/draw-pages.ts reads from it which files a page needs.
    manifest: true,
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: { groups: CHUNK_GROUPS },
        // A page is sent the names of all that it may ask for later: no longer than they need to be.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
});
