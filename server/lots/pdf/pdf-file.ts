import { type UnpackingRoom, unpacked } from './pdf-streams.ts';
import { isDict, isName, type PdfDict, PdfFault, PdfReader, type PdfValue } from './pdf-values.ts';

/** The objects of a file by their numbers, and its root. */
export type PdfFile = {
  readonly objects: ReadonlyMap<number, PdfValue>;
  readonly root: PdfDict;
};

/** References that lead to a value, one after the other; writers use one. */
const MOST_STEPS = 5;

/** The value itself, where it is a reference to one; null where it leads nowhere. */
export function resolved({ objects }: Pick<PdfFile, 'objects'>, value: PdfValue | undefined): PdfValue {
  let found: PdfValue = value ?? null;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (typeof found !== 'object' || found === null || !('ref' in found)) return found;
    found = objects.get(found.ref) ?? null;
  }
  return null;
}

/** An object's head, or the dictionary behind which the root is named. Numbers and spaces are bounded: each place is looked at once. */
const HEAD = /(\d{1,9})[\0\t\n\f\r ]{1,9}\d{1,5}[\0\t\n\f\r ]{1,9}obj\b|\btrailer\b/g;
/** Objects of a file, and those of them that are damaged (judgement); a page printed on 15 sheets has 3,000. */
const MOST_OBJECTS = 200_000;
const MOST_DAMAGED = 1_000;

/**
 * The objects of a PDF in the order of the file: of several with one number the last counts, as where a file was changed. Tables
 * of places are not looked at: they may say anything. Throws PdfFault for a locked file, and for one without pages.
 */
export function pdfFile(text: string, room: UnpackingRoom): PdfFile {
  const objects = new Map<number, PdfValue>();
  let root: PdfValue = null;
  const take = (number: number, value: PdfValue): void => {
    objects.set(number, value);
    if (objects.size > MOST_OBJECTS) throw new PdfFault('too many objects');
    if (!isDict(value)) return;
    const type = typeOf(value);
    if (type === 'XRef') takeTrailer(value);
    else if (type === 'ObjStm') for (const [inner, of] of packedObjects(value, room)) take(inner, of);
  };
  const takeTrailer = ({ dict }: PdfDict): void => {
    if (dict.has('Encrypt')) throw new PdfFault('locked');
    root = dict.get('Root') ?? root;
  };
  let damaged = 0;
  const heads = new RegExp(HEAD);
  for (let head = heads.exec(text); head; head = heads.exec(text)) {
    const reader = new PdfReader(text, heads.lastIndex);
    const value = readObject(reader);
    // Behind all that was read: what an object holds is no object.
    heads.lastIndex = reader.at;
    if (value === null) damaged += 1;
    if (damaged > MOST_DAMAGED) throw new PdfFault('too much of it is damaged');
    if (head[1] !== undefined) take(Number(head[1]), value);
    else if (isDict(value)) takeTrailer(value);
  }
  const found = resolved({ objects }, root);
  if (!isDict(found)) throw new PdfFault('no root');
  return { objects, root: found };
}

const typeOf = ({ dict }: PdfDict): string | null => {
  const type = dict.get('Type') ?? null;
  return isName(type) ? type.name : null;
};

/** The value behind an object's head, a stream with its data; null where it is damaged. */
function readObject(reader: PdfReader): PdfValue {
  try {
    const value = reader.next();
    if (typeof value === 'symbol' || (typeof value === 'object' && value !== null && 'word' in value))
      return null;
    if (!isDict(value)) return value;
    const behind = reader.at;
    const word = reader.next();
    if (typeof word === 'object' && word !== null && 'word' in word && word.word === 'stream')
      return { ...value, data: streamData(reader, value) };
    reader.at = behind;
    return value;
  } catch (error) {
    if (error instanceof PdfFault) return null;
    throw error;
  }
}

/** The data behind the word `stream`: as long as its dictionary says, where its end stands there, else up to its end. */
function streamData(reader: PdfReader, { dict }: PdfDict): string {
  const { text } = reader;
  const start = reader.at + (text.startsWith('\r\n', reader.at) ? 2 : 1);
  const length = dict.get('Length');
  const told = typeof length === 'number' && length >= 0 ? start + length : text.length;
  const end = /^\s{0,4}endstream/.test(text.slice(told, told + 20)) ? told : text.indexOf('endstream', start);
  reader.at = end < 0 ? text.length : end;
  return text.slice(start, reader.at);
}

/** The objects that stand packed in a stream: their numbers and places, then the objects, one behind the other. */
function packedObjects(stream: PdfDict, room: UnpackingRoom): [number, PdfValue][] {
  const first = stream.dict.get('First');
  if (typeof first !== 'number') return [];
  const text = unpacked(stream, room);
  const head = new PdfReader(text.slice(0, first));
  const objects = new PdfReader(text, first);
  const found: [number, PdfValue][] = [];
  for (;;) {
    const [number, place] = [head.next(), head.next()];
    if (typeof number !== 'number' || typeof place !== 'number') return found;
    // Many that stand at one place would be read again and again.
    if (first + place < objects.at) throw new PdfFault('packed objects stand inside each other');
    objects.at = first + place;
    const value = readObject(objects);
    // No streams stand in streams.
    found.push([number, isDict(value) && value.data !== null ? null : value]);
  }
}
