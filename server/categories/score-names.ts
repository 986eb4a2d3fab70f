import { z } from 'zod';
import { categoryById } from './generic-categories.ts';
import { matchPartName, type PartNameMatch } from './match-part-name.ts';

/** One name labelled by hand; `split` is empty in lists that have none. */
export const labelledNameSchema = z.object({
  split: z.string().default(''),
  make: z.string(),
  name: z.string(),
  diagram: z.string().default(''),
  category: z.string().refine((id) => id === 'none' || categoryById(id) !== undefined, 'unknown category'),
  side: z.enum(['left', 'right', 'none']),
  position: z.enum(['front', 'rear', 'none']),
});
export type LabelledName = z.infer<typeof labelledNameSchema>;

/** Reads a tab-separated list of labelled names with a header. */
export function readLabels(text: string): LabelledName[] {
  const [header = '', ...rows] = text.trimEnd().split(/\r?\n/);
  const columns = header.split('\t');
  return rows.map((row) => {
    const cells = row.split('\t');
    return labelledNameSchema.parse(
      Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
    );
  });
}

export type NameScore = {
  /** Right categories ÷ names placed, and ÷ names that have a category (0–1; 1 where there are none). */
  readonly precision: number;
  readonly recall: number;
  /** Right sides and positions ÷ names placed rightly (0–1). */
  readonly side: number;
  readonly position: number;
  readonly names: number;
  readonly placed: number;
  readonly wrong: readonly { readonly label: LabelledName; readonly match: PartNameMatch }[];
};

const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);

/** Scores a matcher on labelled names; `match` is the one for catalogs where none is given. */
export function scoreNames(
  labels: readonly LabelledName[],
  match: (label: LabelledName) => PartNameMatch = matchPartName,
): NameScore {
  const judged = labels.map((label) => ({ label, match: match(label) }));
  const placed = judged.filter(({ match }) => match.category !== null);
  const right = placed.filter(({ label, match }) => label.category === match.category);
  return {
    precision: share(right.length, placed.length),
    recall: share(right.length, labels.filter((label) => label.category !== 'none').length),
    side: share(right.filter(({ label, match }) => label.side === match.side).length, right.length),
    position: share(
      right.filter(({ label, match }) => label.position === match.position).length,
      right.length,
    ),
    names: labels.length,
    placed: placed.length,
    wrong: judged.filter(
      ({ label, match }) =>
        label.category !== (match.category ?? 'none') ||
        (match.category !== null && (label.side !== match.side || label.position !== match.position)),
    ),
  };
}
