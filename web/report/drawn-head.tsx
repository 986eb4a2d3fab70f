import { drawingAlt } from '../../contract/car-diagram/drawing-alt.ts';
import { declaredWords } from '../../contract/lot-words.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { LotPicture } from '../ui/figures/lot-picture.tsx';

/** The car of a report without photos. */
export const DrawnHead = ({ report: { vehicle, lot }, name }: { report: ReportModel; name: string }) => (
  <LotPicture
    drawing={{ bodyClass: vehicle.body_class, declared: lot.primary_damage }}
    alt={(from) => drawingAlt({ car: name, body: vehicle.body_class, from, declared: declaredWords(lot) })}
  />
);
