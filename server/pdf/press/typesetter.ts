import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** One document to set: what it says as JSON, drawings as SVG text, photos as files only the compiler sees. */
export type PrintDocument = {
  /** The template it begins with. */
  main: 'report.typ' | 'statement.typ';
  inputs: Record<string, string>;
  files: { path: string; bytes: Uint8Array }[];
};

/** A Typst compiler with the report's templates and fonts; the same document always gives the same bytes. */
export type Typesetter = {
  /** The document as PDF. Throws with the compiler's words when it can't be set. */
  set(document: PrintDocument): Uint8Array;
};

/** Weights the template uses. */
const FONTS = ['400Regular', '500Medium', '600SemiBold', '700Bold'] as const;

const require = createRequire(import.meta.url);

/** Where the templates lie. */
export const TEMPLATE_FOLDER = path.dirname(import.meta.dirname);

/** The font files a compiler gets; no others are looked at, so that every machine sets the same pages. */
export function fontFiles(): Buffer[] {
  const folder = path.dirname(require.resolve('@expo-google-fonts/inter/package.json'));
  return FONTS.map((name) => readFileSync(path.join(folder, name, `Inter_${name}.ttf`)));
}

/** The templates by file name, for a compiler that sees no folder. */
export function templates(): { name: string; text: string }[] {
  return readdirSync(TEMPLATE_FOLDER)
    .filter((name) => name.endsWith('.typ'))
    .map((name) => ({ name, text: readFileSync(path.join(TEMPLATE_FOLDER, name), 'utf8') }));
}
