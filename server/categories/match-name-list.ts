import { matchListedName } from './match-estimate-line.ts';

/** The columns of the answer, in order. */
export const ANSWER_COLUMNS = ['make', 'name', 'diagram', 'category', 'side', 'position'] as const;
const NEEDED = ['make', 'name'] as const;

export type NameList =
  | { readonly ok: true; readonly lines: readonly string[] }
  | { readonly ok: false; readonly missing: readonly string[] };

/**
 * Places every row of a tab-separated list (columns make, name and, if there, diagram, section or group, and number; any order;
 * further columns ignored): names of catalogs and lines of estimating systems, one way or the other row by row. Answers the lines of a tab-separated table with ANSWER_COLUMNS as header, in the list's order.
 */
export function matchNameList(text: string): NameList {
  const [header = '', ...rows] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const columns = header.split('\t').map((column) => column.trim().toLowerCase());
  const missing = NEEDED.filter((column) => !columns.includes(column));
  if (missing.length > 0) return { ok: false, missing };
  const at = (column: string, cells: readonly string[]) => cells[columns.indexOf(column)] ?? '';
  const lines = rows
    .filter((row) => row.trim() !== '')
    .map((row) => {
      const cells = row.split('\t');
      const make = at('make', cells);
      const name = at('name', cells);
      const diagram = at('diagram', cells) || at('section', cells) || at('group', cells);
      const match = matchListedName({ make, name, section: diagram, number: at('number', cells) });
      return [make, name, diagram, match.category ?? 'none', match.side, match.position].join('\t');
    });
  return { ok: true, lines: [ANSWER_COLUMNS.join('\t'), ...lines] };
}
