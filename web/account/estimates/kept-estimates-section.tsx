import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeptEstimate } from '../../../contract/estimate-exchange/kept-estimate.ts';
import { counted } from '../../../contract/report-view/words/sentence.ts';
import { messageOf } from '../../api/api-error.ts';
import { listKeptEstimates, removeEstimate } from '../../api/profile.ts';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { exactHours, shortDay } from '../../ui/money.ts';

const carOf = ({ year, make, model, vin }: KeptEstimate): string =>
  `${[year, make, model].filter((word) => word !== null).join(' ')}, ${vin}`;

const nameOf = ({ file_name, format, dated }: KeptEstimate): string => {
  if (format === 'pasted') return `Numbers you added${dated === null ? '' : ` on ${shortDay(dated)}`}`;
  if (format === 'dealer_pages')
    return `Pages of ${file_name} you opened${dated === null ? '' : ` on ${shortDay(dated)}`}`;
  return `${file_name}${dated === null ? '' : `, of ${shortDay(dated)}`}`;
};

const keptOf = ({ numbers, prices, hours }: KeptEstimate): string =>
  [
    counted(numbers, 'OEM number', 'OEM numbers'),
    prices === 0 ? '' : counted(prices, 'price', 'prices'),
    hours === 0 ? '' : exactHours(hours),
  ]
    .filter((words) => words !== '')
    .join(', ');

/** The estimates and dealers' pages whose numbers and prices the account keeps, each removed by one press; nothing where there are none. */
export function KeptEstimatesSection() {
  const kept = useQuery({ queryKey: ['kept-estimates'], queryFn: listKeptEstimates });
  const [removing, setRemoving] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const remove = async (id: string): Promise<void> => {
    setRemoving(id);
    setFault(null);
    try {
      await removeEstimate(id);
    } catch (error) {
      setFault(messageOf(error, 'An API error occurred.'));
    } finally {
      await kept.refetch();
      setRemoving(null);
    }
  };
  const none = kept.data === undefined ? !kept.isError : kept.data.length === 0;
  if (none && fault === null) return null;
  return (
    <section aria-labelledby="kept-estimates-title">
      <h3 id="kept-estimates-title" className="font-semibold">
        Kept estimates and dealer pages
      </h3>
      <p className="mt-1 text-sm text-muted">
        Your reports take OEM numbers and prices from them, and nobody else’s do; for the same VIN they also
        offer their replacement hours, which count only where you use them. Reports made before you remove one
        keep them until they are recalculated.
      </p>
      {kept.isError ? <FormMessage kind="error">{kept.error.message}</FormMessage> : null}
      {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
      <ul
        aria-label="Kept estimates and dealer pages"
        className="mt-2 divide-y divide-rule border-y border-rule text-sm"
      >
        {kept.data?.map((estimate) => (
          <li key={estimate.estimate_id} className="flex items-center justify-between gap-4 py-2.5">
            <div className="min-w-0">
              <p className="truncate">{nameOf(estimate)}</p>
              <p className="break-words text-muted">
                {carOf(estimate)}: {keptOf(estimate)}
              </p>
            </div>
            <Button
              look="quiet"
              aria-label={`Remove ${nameOf(estimate)}`}
              busy={removing === estimate.estimate_id}
              onClick={() => void remove(estimate.estimate_id)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
