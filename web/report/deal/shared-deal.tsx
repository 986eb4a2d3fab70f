import { useQuery } from '@tanstack/react-query';
import { dealView } from '../../../contract/report-view/deal/deal-view.ts';
import { sharedDealQuery } from '../../api/reports/deal.ts';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { Answer, DealGrounds } from './deal-answer.tsx';
import { DealCurve } from './deal-curve.tsx';
import { DealRows } from './deal-rows.tsx';

/** The deal of a shared report as its owner has it: nothing can be set. */
export function SharedDealView({ token }: { token: string }) {
  const { data: deal, isError } = useQuery(sharedDealQuery(token));
  if (isError)
    return (
      <FormMessage kind="error">
        The deal could not be loaded. Its owner may have hidden it since.
      </FormMessage>
    );
  if (!deal) return <p className="py-3 text-sm text-muted">Calculating the deal …</p>;
  const view = dealView(deal);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 py-3">
      <p className="text-sm text-muted">
        Calculated for whoever shares this report: “you” and “your” mean them. No offer, and no advice on
        customs.
      </p>
      <Answer view={view} verdict={deal.verdict} onMissing={null} />
      <DealRows view={view} onRow={null} />
      <DealCurve view={view} />
      <DealGrounds view={view} />
    </div>
  );
}
