import { lineName } from '../../../contract/report-view/number-side.ts';
import type { Evidence } from '../../../contract/schemas/damage.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';

/** What is marked on a photo: a line's part, by a model or by the user. */
export type PhotoBox = {
  readonly line: string;
  readonly name: string;
  readonly severity: number | null;
  readonly by_user: boolean;
  readonly at: NonNullable<Evidence['box']>;
};

/** The boxes of a report's lines by the number of their photo. */
export function boxesByPhoto({ estimate }: ReportModel): ReadonlyMap<number, readonly PhotoBox[]> {
  const boxes = estimate.lines.flatMap((line) =>
    line.evidence.flatMap(({ photo, box, kind }) =>
      box === null
        ? []
        : [
            {
              photo,
              line: line.id,
              name: lineName(line),
              severity: line.severity,
              by_user: kind === 'user_box',
              at: box,
            },
          ],
    ),
  );
  return Map.groupBy(boxes, ({ photo }) => photo);
}

/** What a box shows, for who cannot see it. */
export const boxWords = ({ name, severity, by_user }: PhotoBox): string =>
  by_user ? `${name}, marked by hand` : severity === null ? name : `${name}, severity ${severity}`;

/** The colour of a box: its severity; what the user marked has none. */
export const boxColor = ({ severity }: PhotoBox): string =>
  severity === null ? 'var(--on-stage)' : `var(--severity-${severity})`;
