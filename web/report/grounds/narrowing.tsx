import { type AnswerPlace, narrowingRows } from '../../../contract/report-view/grounds/narrowing-rows.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { Button } from '../../ui/button.tsx';
import { useLineEditingContext } from '../editing/line-editing.tsx';
import { goToLine } from '../places.ts';
import { Figure } from '../provenance/figure.tsx';
import { goToSetting } from '../settings/go-to-setting.ts';

/** Cards at the head. */
const MOST = 3;
const GO: Record<AnswerPlace['to'], string> = { photos: 'Open', line: 'Answer', setting: 'Set' };

/** At most three answers that narrow the range, the strongest first and the only primary one; on one's own report with the way there. */
export function Narrowing({ report }: { report: ReportModel }) {
  const editing = useLineEditingContext();
  const rows = narrowingRows(report).slice(0, MOST);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="narrowing-title" className="min-w-0 border-t-2 border-ink pt-2">
      <h2 id="narrowing-title" className="text-lg font-semibold">
        What to do next
      </h2>
      <ul className="mt-1.5 grid gap-2 sm:gap-3 md:auto-cols-fr md:grid-flow-col">
        {rows.map(({ key, what, narrower, place }, nth) => (
          <li
            key={key}
            className="flex items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-rule bg-sheet px-4 py-2 sm:py-3 md:max-lg:flex-col md:max-lg:items-start"
          >
            <div className="min-w-0">
              <h3 className="font-semibold wrap-anywhere">{what}</h3>
              <p className="figures text-sm text-muted">
                <Figure of={`narrows:${key}`}>{narrower}</Figure>
              </p>
            </div>
            {editing === null || place === null ? null : (
              <Button
                look={nth === 0 ? 'primary' : 'quiet'}
                aria-label={`${GO[place.to]}: ${what}`}
                onClick={() => goTo(place)}
              >
                {GO[place.to]}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Brings up where something is answered, and takes the keyboard there. */
function goTo(place: AnswerPlace): void {
  if (place.to === 'line') {
    goToLine(place.id, (row) => {
      row.querySelector<HTMLElement>('button[aria-expanded=false]')?.click();
      // Its answers are there once the line is open.
      requestAnimationFrame(() => {
        const answers = row.querySelector<HTMLElement>('[data-answers]');
        answers?.scrollIntoView({ block: 'center' });
        answers?.querySelector('button')?.focus({ preventScroll: true });
      });
    });
    return;
  }
  if (place.to === 'setting') {
    goToSetting(place.name);
    return;
  }
  const title = document.getElementById('photos-title');
  title?.scrollIntoView({ block: 'start' });
  title?.closest('section')?.querySelector<HTMLElement>('li button')?.focus({ preventScroll: true });
}
