import { useQuery } from '@tanstack/react-query';
import { headStats } from '../../../contract/report-view/deal/head-stats.ts';
import { dealQuery } from '../../api/reports/deal.ts';
import { Button } from '../../ui/button.tsx';
import { Stat } from '../../ui/figures/stat.tsx';
import { goToPlace } from '../places.ts';

/** What the deal says, as figures of the head, once it is known; the way to what it is made of. Their place is kept. */
export function HeadDeal({ reportId, version }: { reportId: string; version: number }) {
  // Asked for by the section below, after the head is drawn.
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
        <Stat label="Parted out" note={NOTE}>
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
    className="mx-0! min-h-6! px-0! text-xs! pointer-coarse:min-h-11!"
    onClick={() => goToPlace('deal-title')}
  >
    What to bid
  </Button>
);
