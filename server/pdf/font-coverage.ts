import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

let coverage: ((codePoint: number) => boolean) | undefined;

/** What Inter draws; the same in all weights used. */
export function covered(): (codePoint: number) => boolean {
  const require = createRequire(import.meta.url);
  coverage ??= fontCoverage(
    readFileSync(require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
  );
  return coverage;
}

/**
 * Which characters a TrueType font draws, from its `cmap` table (formats 4 and 12 of the OpenType specification).
 * A font with neither draws nothing.
 */
export function fontCoverage(font: Buffer): (codePoint: number) => boolean {
  const covered = new Set<number>();
  const tables = font.readUInt16BE(4);
  for (let i = 0; i < tables; i += 1) {
    const entry = 12 + i * 16;
    if (font.toString('latin1', entry, entry + 4) !== 'cmap') continue;
    const cmap = font.readUInt32BE(entry + 8);
    const count = font.readUInt16BE(cmap + 2);
    for (let j = 0; j < count; j += 1) {
      const table = cmap + font.readUInt32BE(cmap + 4 + j * 8 + 4);
      const format = font.readUInt16BE(table);
      if (format === 4) addFormat4(font, table, covered);
      if (format === 12) addFormat12(font, table, covered);
    }
  }
  return (codePoint) => covered.has(codePoint);
}

function addFormat4(font: Buffer, table: number, covered: Set<number>): void {
  const segments = font.readUInt16BE(table + 6) / 2;
  for (let i = 0; i < segments; i += 1) {
    const end = font.readUInt16BE(table + 14 + i * 2);
    const start = font.readUInt16BE(table + 16 + (segments + i) * 2);
    const delta = font.readUInt16BE(table + 16 + (2 * segments + i) * 2);
    const at = table + 16 + (3 * segments + i) * 2;
    const offset = font.readUInt16BE(at);
    for (let code = start; code <= end && code !== 0xffff; code += 1) {
      const raw = offset === 0 ? code : font.readUInt16BE(at + offset + (code - start) * 2);
      const glyph = raw === 0 && offset !== 0 ? 0 : (raw + delta) & 0xffff;
      if (glyph !== 0) covered.add(code);
    }
  }
}

function addFormat12(font: Buffer, table: number, covered: Set<number>): void {
  const groups = font.readUInt32BE(table + 12);
  for (let i = 0; i < groups; i += 1) {
    const group = table + 16 + i * 12;
    for (let code = font.readUInt32BE(group); code <= font.readUInt32BE(group + 4); code += 1)
      covered.add(code);
  }
}
