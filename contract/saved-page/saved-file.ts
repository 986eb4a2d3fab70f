import { parse } from '@plist/binary.parse';
import { z } from 'zod';
import { PDF_PAGE } from './page-limit.ts';

/** Files in which a browser keeps a page, other than as text: the form in which they are handed over and read. */

const resourceSchema = z.object({
  WebMainResource: z.object({
    WebResourceData: z.union([z.instanceof(ArrayBuffer), z.instanceof(Uint8Array)]),
    WebResourceTextEncodingName: z.string().optional().catch(undefined),
    WebResourceURL: z.string().optional().catch(undefined),
  }),
});

/** Why a file can't be taken as a page; its message is for its user. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/**
 * The page in a Safari web archive, or a PDF as one text; null for any other file, which is text itself. Throws UnreadableFile.
 * An archive holds all pictures of its page: only the page is taken out.
 */
export function pageInFile(bytes: Uint8Array<ArrayBuffer>): string | null {
  if (startsWith(bytes, 'bplist00')) return pageInWebArchive(bytes);
  return startsWith(bytes, '%PDF-') ? PDF_PAGE + inBase64(bytes) : null;
}

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  [...text].every((letter, index) => bytes[index] === letter.charCodeAt(0));

function pageInWebArchive(bytes: Uint8Array<ArrayBuffer>): string {
  const resource = resourceSchema.safeParse(plistIn(bytes)).data?.WebMainResource;
  if (!resource) throw new UnreadableFile('This web archive holds no page. Save the lot’s page again.');
  const { WebResourceData: data, WebResourceTextEncodingName: encoding, WebResourceURL: address } = resource;
  const page = decoderOf(encoding).decode(data);
  return address === undefined ? page : `<!-- saved from url=(${'0'.repeat(4)})${address} -->\n${page}`;
}

function plistIn(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    return parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  } catch {
    throw new UnreadableFile('This web archive is cut off or damaged. Save the lot’s page again.');
  }
}

function decoderOf(encoding: string | undefined): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding ?? 'utf-8');
  } catch {
    // A name no browser knows.
    return new TextDecoder();
  }
}

const CHUNK = 32_768;

function inBase64(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK)
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return btoa(text);
}
