import { type AnswerPlace, narrowingRows } from '../../../contract/report-view/grounds/narrowing-rows.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { Button } from '../../ui/button.tsx';
import { useLineEditingContext } from '../editing/line-editing.tsx';
import { goToLine } from '../photos/panel-diagram.tsx';
import { Figure } from '../provenance/figure.tsx';

const GO: Record<AnswerPlace['to'], string> = { photos: 'Go to photos', line: 'Answer', setting: 'Set' };

/** What would narrow the range most; on one's own report each with the way there. */
export function Narrowing({ report }: { report: ReportModel }) {
  const editing = useLineEditingContext();
  const rows = narrowingRows(report);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="narrowing-title">
      <h2 id="narrowing-title" className="eyebrow">
        What would narrow this most
      </h2>
      <ul className="mt-2 max-w-2xl divide-y divide-rule border-y border-rule">
        {rows.map(({ key, what, narrower, place }) => (
          <li
            key={key}
            className="grid min-h-12 grid-cols-[1fr_auto] items-center gap-x-4 py-1.5 sm:grid-cols-[1fr_auto_7rem]"
          >
            <span className="min-w-0 wrap-anywhere">{what}</span>
            <span className="figures text-sm text-muted">
              <Figure of={`narrows:${key}`}>{narrower}</Figure>
            </span>
            {editing === null || place === null ? null : (
              <Button
                look="text"
                className="justify-self-start max-sm:-ml-1 sm:justify-self-end"
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
    goToLine(place.id);
    const row = document.getElementById(`line-${place.id}`);
    row?.querySelector<HTMLElement>('button[aria-expanded=false]')?.click();
    // Its answers are there once the line is open.
    requestAnimationFrame(() => {
      const answers = row?.querySelector<HTMLElement>('[data-answers]');
      answers?.scrollIntoView({ block: 'center' });
      answers?.querySelector('button')?.focus({ preventScroll: true });
    });
    return;
  }
  const there =
    place.to === 'photos'
      ? document.getElementById('photos-title')?.closest('section')?.querySelector<HTMLElement>('li button')
      : document.querySelector<HTMLElement>(`[data-setting=${place.name}]`);
  const seen = place.to === 'photos' ? document.getElementById('photos-title') : there;
  seen?.scrollIntoView({ block: place.to === 'photos' ? 'start' : 'center' });
  there?.focus({ preventScroll: true });
}
