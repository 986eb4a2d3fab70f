import { createRequire } from 'node:module';
import path from 'node:path';
import { fontFiles, TEMPLATE_FOLDER, type Typesetter } from './typesetter.ts';

/** What we use of the compiler; its platform packages carry no types of their own. */
type NativeModule = {
  NodeCompiler: {
    create(options: { workspace: string; fontArgs: { fontBlobs: Buffer[] }[] }): {
      mapShadow(file: string, content: Buffer): void;
      unmapShadow(file: string): void;
      evictCache(maxAge: number): void;
      pdf(
        main: { mainFilePath: string; inputs: Record<string, string> },
        options: { pdfStandard: 'ua-1' },
      ): Buffer;
    };
  };
};

/** Compilations a memoised result outlives; the cache is the process's, so it must not grow with each report. */
const CACHE_AGE = 3;

/** Typst as machine code from `packageName`: PDF/UA-1, held by the compiler. Throws where that package can't be loaded. */
export function nativeTypesetter(packageName: string): Typesetter {
  // Not by import: that needs a flag for machine code before Node 24.
  const { NodeCompiler } = createRequire(import.meta.url)(packageName) as NativeModule;
  const compiler = NodeCompiler.create({
    workspace: TEMPLATE_FOLDER,
    fontArgs: [{ fontBlobs: fontFiles() }],
  });
  return {
    set({ main, inputs, files }) {
      const shadows = files.map((file) => ({ ...file, path: path.join(TEMPLATE_FOLDER, file.path) }));
      try {
        for (const shadow of shadows) compiler.mapShadow(shadow.path, Buffer.from(shadow.bytes));
        return compiler.pdf(
          { mainFilePath: path.join(TEMPLATE_FOLDER, main), inputs },
          { pdfStandard: 'ua-1' },
        );
      } finally {
        for (const shadow of shadows) compiler.unmapShadow(shadow.path);
        compiler.evictCache(CACHE_AGE);
      }
    },
  };
}
