import { useQuery } from '@tanstack/react-query';
import { bidWords } from '../../../contract/report-view/deal/bid-words.ts';
import { dealQuery } from '../../api/reports/deal.ts';
import { Button } from '../../ui/button.tsx';
import { goToPlace } from '../places.ts';

/** The max bid among the verdicts, once it is known, and the way to what it is made of. Its place is kept. */
export function BidSlot({ reportId, version }: { reportId: string; version: number }) {
  // Asked for by the section below, after the head is drawn.
  const { data } = useQuery({ ...dealQuery(reportId, version), enabled: false });
  const known = data ? bidWords(data) : null;
  return (
    <dd className="min-h-6">
      <Button
        look="text"
        className="figures mx-0! min-h-6! px-0! text-left pointer-coarse:min-h-11!"
        onClick={() => goToPlace('deal-title')}
      >
        {known === null ? (
          'What to bid'
        ) : (
          <span>
            {known.words} {known.amount === '' ? null : <strong>{known.amount}</strong>}
            {known.note === '' ? null : ` ${known.note}`}
          </span>
        )}
      </Button>
    </dd>
  );
}
