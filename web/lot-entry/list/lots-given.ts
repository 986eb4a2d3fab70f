import { readBoardEntry } from '../../../contract/board/board-entry.ts';

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

/** The same by their links; a lot without one as it was typed. */
export const linksOfText = (text: string): string[] =>
  linesOfLots(text).map((line) => {
    const entry = readBoardEntry(line);
    return entry.kind === 'link' ? entry.link.canonicalUrl : line;
  });

/** The links of lots in a text of any other form. */
export const linksIn = (text: string): string[] =>
  linesOfLots(text).flatMap((line) => {
    const entry = readBoardEntry(line);
    return entry.kind === 'link' ? [entry.link.canonicalUrl] : [];
  });
