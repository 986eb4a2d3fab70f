import { pictureBody } from '../../contract/car-diagram/body-of-listing.ts';
import { describeMarks } from '../../contract/car-diagram/car-diagram.ts';
import type { CardDiagram } from '../../contract/car-diagram/card-diagram.ts';
import type { Marks } from '../../contract/car-diagram/levels.ts';
import { LotThumb } from '../ui/figures/lot-thumb.tsx';

const marksOf = ({ panels }: CardDiagram): Marks =>
  Object.fromEntries(Object.entries(panels).map(([panel, severity]) => [panel, { severity }]));

type Props = {
  /** Null until the report is finished: the bare car is shown. */
  diagram: CardDiagram | null;
  /** The listing's words. */
  bodyType: string | null;
};

/** What a report found, on the side view of its car: for a card without a photo. */
export function CardThumbnail({ diagram, bodyType }: Props) {
  if (diagram === null)
    return <LotThumb photo={null} drawing={{ bodyClass: pictureBody(bodyType) }} size="fill" alt="" />;
  const panels = marksOf(diagram);
  return (
    <LotThumb
      photo={null}
      drawing={{ bodyClass: diagram.body_class, panels }}
      size="fill"
      alt={`Drawing, not a photo. ${describeMarks(panels)}`}
    />
  );
}
