import { SECTIONS } from '../../../contract/schemas/estimate.ts';
import type { CarPart } from '../../../contract/schemas/part.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { categoriesFor } from '../../categories/generic-categories.ts';
import { partName } from '../../estimate/lines/part-name.ts';

/** The parts a report's car can have by its body and engine, front to rear, named as its lines name them. */
export const carParts = ({ vehicle }: ReportModel): CarPart[] =>
  categoriesFor({ body_class: vehicle.body_class, fuel: vehicle.fuel })
    .map(({ id, section, side, position }) => ({
      category: id,
      name: partName(id, position === 'named' ? 'none' : position, vehicle.body_class),
      section,
      sided: side === 'LR',
      position: position === 'named' ? ('either' as const) : position,
    }))
    .sort((a, b) => SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section));
