import { memo, type RefObject } from 'react';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { DiagramLegend } from './diagram-legend.tsx';
import { PanelDiagram } from './panel-diagram.tsx';
import { PhotoPanel } from './photo-panel.tsx';

// Drawn again only with what they show: not for a line that lights up elsewhere.
const Photos = memo(PhotoPanel);

type Props = {
  report: ReportModel;
  /** The line that is lit up wherever it stands. */
  active: string | null;
  onActive: (line: string | null) => void;
  /** Number of the photo shown large. */
  photo: number;
  onPhoto: (number: number) => void;
  /** Where the photos stand. */
  photos: RefObject<HTMLDivElement | null>;
};

/** The car's diagram with its legend, and the photos beside it. */
export function ReportPictures({ report, active, onActive, photo, onPhoto, photos }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[18rem_minmax(0,1fr)] lg:grid-cols-[minmax(26rem,1fr)_minmax(0,46rem)] lg:gap-8">
      <section aria-labelledby="diagram-title">
        <h2 id="diagram-title" className="text-xl font-semibold">
          Damage
        </h2>
        <div className="mt-2 grid gap-x-4 gap-y-2 lg:grid-cols-[minmax(0,1fr)_8.5rem]">
          <div className="max-lg:mx-auto max-lg:w-72">
            <PanelDiagram report={report} active={active} onActive={onActive} />
          </div>
          <DiagramLegend lines={report.estimate.lines} />
        </div>
      </section>
      <div ref={photos}>
        <Photos report={report} chosen={photo} onChoose={onPhoto} active={active} onActive={onActive} />
      </div>
    </div>
  );
}
