import type { PdfValue } from './pdf-values.ts';

const hex = (code: number): string => code.toString(16).padStart(2, '0');

/** A simple value as a PDF has it: numbers, names, texts, and lists of them. */
export function written(value: PdfValue): string {
  if (typeof value === 'number') return numberText(value);
  if (Array.isArray(value)) return `[${value.map(written).join(' ')}]`;
  if (typeof value === 'object' && value !== null) {
    if ('name' in value) return nameText(value.name);
    if ('text' in value) return `<${Buffer.from(value.text, 'latin1').toString('hex')}>`;
  }
  return 'null';
}

/** Larger numbers stand nowhere on a page, and would be written with an exponent. */
const LARGEST = 1_000_000_000;

function numberText(value: number): string {
  const within = Math.min(Math.max(value, -LARGEST), LARGEST);
  return Number.isInteger(within) ? String(within) : within.toFixed(6);
}

/** Names are no longer than that (ISO 32000-1, annex C). */
const LONGEST_NAME = 127;
const nameText = (name: string): string =>
  `/${name.slice(0, LONGEST_NAME).replaceAll(/[^\w.+-]/g, (sign) => `#${hex(sign.charCodeAt(0) & 0xff)}`)}`;

/** Puts a PDF together, object by object; nothing in it is packed. */
export class PdfWriter {
  readonly #objects: string[] = [];

  /** Adds an object, and returns its number. */
  add(body: string): number {
    return this.#objects.push(body);
  }

  /** Adds a stream. `entries`: those of its dictionary beside the length. */
  stream(entries: string, data: string): number {
    return this.add(`<<${entries}/Length ${data.length}>>stream\n${data}\nendstream`);
  }

  /** The whole file with its table of places, whose root is this object. */
  file(root: number): Buffer {
    const parts = ['%PDF-1.7\n'];
    let size = parts.join('').length;
    const places: string[] = [];
    for (const [index, body] of this.#objects.entries()) {
      places.push(`${String(size).padStart(10, '0')} 00000 n \n`);
      const object = `${index + 1} 0 obj\n${body}\nendobj\n`;
      parts.push(object);
      size += object.length;
    }
    const count = this.#objects.length + 1;
    parts.push(
      `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}trailer\n<</Size ${count}/Root ${root} 0 R>>\nstartxref\n${size}\n%%EOF`,
    );
    return Buffer.from(parts.join(''), 'latin1');
  }
}
