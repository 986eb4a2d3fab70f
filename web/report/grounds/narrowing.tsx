import { type AnswerPlace, narrowingRows } from '../../../contract/report-view/grounds/narrowing-rows.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { Button } from '../../ui/button.tsx';
import { useLineEditingContext } from '../editing/line-editing.tsx';
import { goToLine } from '../places.ts';
import { Figure } from '../provenance/figure.tsx';
import { goToSetting } from '../settings/go-to-setting.ts';

const GO: Record<AnswerPlace['to'], string> = { photos: 'Look', line: 'Answer', setting: 'Set' };

/** What would narrow the range most; on one's own report each with the way there. */
export function Narrowing({ report }: { report: ReportModel }) {
  const editing = useLineEditingContext();
  const rows = narrowingRows(report);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="narrowing-title" className="min-w-0">
      <h2 id="narrowing-title" className="eyebrow">
        What would narrow this most
      </h2>
      <ul className="mt-1 divide-y divide-rule border-y border-rule">
        {rows.map(({ key, what, narrower, place }) => (
          <li key={key} className="flex min-h-10 items-center gap-x-4">
            <span className="mr-auto min-w-0 wrap-anywhere">{what}</span>
            <span className="figures shrink-0 text-sm text-muted">
              <Figure of={`narrows:${key}`}>{narrower}</Figure>
            </span>
            {editing === null || place === null ? null : (
              <Button look="text" aria-label={`${GO[place.to]}: ${what}`} onClick={() => goTo(place)}>
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
