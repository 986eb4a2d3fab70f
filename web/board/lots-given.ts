import { MOST_LIST_BYTES } from '../../contract/api/auction-answers.ts';
import { readBoardEntry } from '../../contract/board/board-entry.ts';
import type { BatchRequest } from '../../contract/board/board-lots.ts';
import { ApiError } from '../api/api-error.ts';
import { scrapeList } from '../api/auction.ts';
import { base64Of } from '../ui/form/base64-of.ts';

type Lots = BatchRequest['lots'];

const LOOKS_LIKE_LINK = /(?:https?:\/\/)?(?:[\w-]+\.)+[a-z]{2,}\/[^\s"',;)\]]*/gi;

/**
 * The lots of a pasted or dropped text: a lot a line, or every link of a line that has several or other words around one. Empty
 * lines count for nothing.
 */
export function linesOfLots(text: string): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    const typed = line.trim();
    if (typed === '') return [];
    if (readBoardEntry(typed).kind !== 'refused') return [typed];
    const links = (typed.match(LOOKS_LIKE_LINK) ?? []).filter((link) => readBoardEntry(link).kind === 'link');
    return links.length > 0 ? links : [typed];
  });
}

export const lotsOfText = (text: string): Lots => linesOfLots(text).map((link) => ({ link }));

/** The lots of an auction's list, or of any file with links in it; a sentence where it is too large. Throws ApiError. */
export async function lotsOfFile(given: File): Promise<Lots | string> {
  if (given.size > MOST_LIST_BYTES)
    return `${given.name} is larger than 2 MB. Please split it, or export fewer lots.`;
  try {
    const { entries } = await scrapeList({ file: await base64Of(given) });
    return entries.map(({ lot, listed }) =>
      lot === null ? { link: listed } : { link: lot.url || listed, lot_key: lot.lot_key },
    );
  } catch (error) {
    // Of other columns than an auction's list: the links in it will do.
    if (!(error instanceof ApiError) || error.code !== 'validation_error') throw error;
    return lotsOfText(await given.text());
  }
}
