import { z } from 'zod';

/** An object of JSON, or null. */
export const recordOf = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A field that may be absent or of any type; `read` brings it to what we use, null for unknown. */
export const field = <T>(read: (value: unknown) => T) => z.unknown().optional().transform(read);

/** An object of such fields, itself absent or of any type: then all of them are. */
export const part = <T extends z.ZodRawShape>(shape: T) => {
  const schema = z.object(shape);
  return field((value) => schema.parse(recordOf(value) ?? {}));
};

/** How much of a document is looked through; lot data stands near the top. */
const MOST_NODES = 50_000;

/** All objects of a JSON value, outermost first; stops after a bounded number. */
export function* recordsIn(value: unknown): Generator<Record<string, unknown>> {
  let level: unknown[] = [value];
  let seen = 0;
  while (level.length > 0 && seen < MOST_NODES) {
    const below: unknown[] = [];
    for (const node of level) {
      seen += 1;
      if (seen > MOST_NODES) return;
      const record = recordOf(node);
      if (record) yield record;
      if (typeof node === 'object' && node !== null)
        for (const inner of Object.values(node))
          if (typeof inner === 'object' && inner !== null) below.push(inner);
    }
    level = below;
  }
}

/**
 * The JSON object that follows `"key":` in a source text, escaped or not, or undefined. Looks at the first few
 * places only.
 */
export function jsonAfter(text: string, key: string): unknown {
  for (const mark of [`"${key}":`, `\\"${key}\\":`]) {
    let at = text.indexOf(mark);
    for (let tries = 0; at >= 0 && tries < 5; tries += 1) {
      const start = at + mark.length;
      const source = mark.startsWith('\\')
        ? unescaped(text.slice(start, start + 400_000))
        : text.slice(start);
      const value = leadingObject(source);
      if (value !== undefined) return value;
      at = text.indexOf(mark, start);
    }
  }
  return undefined;
}

const unescaped = (text: string): string => text.replace(/\\(["\\/])/g, '$1');

const MOST_CHARACTERS = 1_000_000;

/** The balanced `{…}` a text starts with, parsed. */
function leadingObject(text: string): unknown {
  const start = /^\s{0,20}\{/.exec(text);
  if (!start) return undefined;
  let depth = 0;
  let inString = false;
  for (let i = start[0].length - 1; i < text.length && i < MOST_CHARACTERS; i += 1) {
    const character = text[i];
    if (inString) {
      if (character === '\\') i += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return parsedOrNothing(text.slice(0, i + 1));
    }
  }
  return undefined;
}

function parsedOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
