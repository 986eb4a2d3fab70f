import { useQuery } from '@tanstack/react-query';
import { headStats } from '../../../contract/report-view/deal/head-stats.ts';
import { dealQuery } from '../../api/reports/deal.ts';
import { Button } from '../../ui/button.tsx';
import { Stat } from '../../ui/figures/stat.tsx';
import { goToPlace } from '../places.ts';

/** The deal's figures in the head, with the link to the bid sheet. Placeholders keep their place until the deal is known. */
export function HeadDeal({ reportId, version }: { reportId: string; version: number }) {
  // The section below requests it, after the head is drawn.
  const { data } = useQuery({ ...dealQuery(reportId, version), enabled: false });
  if (!data)
    return (
      <>
        <Stat label="Sells for about" note={NOTE}>
          …
        </Stat>
        <Stat label="Max bid" note={<ToBid />}>
          …
        </Stat>
        <Stat label="Part out" note={NOTE}>
          …
        </Stat>
      </>
    );
  return headStats(data).map(({ label, value, note, of }) => (
    <Stat
      key={of}
      label={label}
      note={
        of === 'bid' ? (
          <>
            {note === '' ? null : `${note} · `}
            <ToBid />
          </>
        ) : (
          note
        )
      }
    >
      {value}
    </Stat>
  ));
}

/** A line's height, before there are words. */
const NOTE = '\u00a0';

const ToBid = () => (
  <Button
    look="text"
    className="mx-0! min-h-6! px-0! text-xs! pointer-coarse:-my-3.5 pointer-coarse:min-h-11!"
    onClick={() => goToPlace('deal-title')}
  >
    What to bid
  </Button>
);
