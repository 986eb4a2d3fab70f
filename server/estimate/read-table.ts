import { readFileSync } from 'node:fs';
import { z } from 'zod';

const file = (name: string): string => readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8');

/** A JSON table of data/, checked against its schema at load. */
export const readJson = <S extends z.ZodType>(name: string, schema: S): z.infer<S> =>
  schema.parse(JSON.parse(file(name)));

/** A tab-separated table of data/ with a header line, each row checked against its schema at load. */
export function readTsv<S extends z.ZodType>(name: string, schema: S): z.infer<S>[] {
  const [header = '', ...lines] = file(name).trimEnd().split(/\r?\n/);
  const columns = header.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return schema.parse(Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])));
  });
}

/** Points of a curve, by rising x. */
export const curveSchema = z.array(z.tuple([z.number(), z.number()])).min(1);
export type Curve = z.infer<typeof curveSchema>;

/** Value of a curve at x: straight between its points, flat beyond its ends. */
export function onCurve(curve: Curve, x: number): number {
  const [first] = curve;
  if (!first || x <= first[0]) return first?.[1] ?? 0;
  let before = first;
  for (const point of curve) {
    if (x < point[0]) return before[1] + ((point[1] - before[1]) * (x - before[0])) / (point[0] - before[0]);
    before = point;
  }
  return before[1];
}
