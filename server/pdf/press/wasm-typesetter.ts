import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TypstCompiler } from '@myriaddreamin/typst-ts-web-compiler';
import { fontFiles, type Typesetter, templates } from './typesetter.ts';

/** Diagnostics as lines of text, as the compiler prints them. */
const AS_TEXT = 3;

/**
 * Typst as WebAssembly, for platforms without a native compiler: the same tagged pages, but it can't be told a PDF
 * standard, so the file lacks the PDF/UA mark. Reads only files of its own packages.
 */
export async function wasmTypesetter(): Promise<Typesetter> {
  const { default: initialise, TypstCompilerBuilder } = await import('@myriaddreamin/typst-ts-web-compiler');
  const wasm = fileURLToPath(import.meta.resolve('@myriaddreamin/typst-ts-web-compiler/wasm'));
  await initialise({ module_or_path: await readFile(wasm) });
  const builder = new TypstCompilerBuilder();
  builder.set_dummy_access_model();
  for (const font of fontFiles()) await builder.add_raw_font(font);
  const compiler: TypstCompiler = await builder.build();
  for (const { name, text } of templates()) compiler.add_source(`/${name}`, text);
  return {
    set({ main, inputs, files }) {
      try {
        for (const { path, bytes } of files) compiler.map_shadow(`/${path}`, bytes);
        const made = compiler.compile(`/${main}`, Object.entries(inputs), 'pdf', AS_TEXT) as {
          result?: Uint8Array;
          diagnostics?: unknown;
        };
        if (!made.result) throw new Error(JSON.stringify(made.diagnostics));
        return made.result;
      } finally {
        for (const { path } of files) compiler.unmap_shadow(`/${path}`);
      }
    },
  };
}
