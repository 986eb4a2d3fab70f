import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DealRowId, DealSettings } from '../../../contract/deal/deal-settings.ts';
import { type Change, changed } from '../../../contract/deal/trade-settings.ts';
import { dealView } from '../../../contract/report-view/deal/deal-view.ts';
import { messageOf } from '../../api/api-error.ts';
import { dealQuery, saveDeal } from '../../api/reports/deal.ts';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { Answer, DealGrounds } from './deal-answer.tsx';
import { DealCurve } from './deal-curve.tsx';
import { DealRows, goToDealRow } from './deal-rows.tsx';
import { DealSwitches } from './deal-switches.tsx';
import { DealTerms } from './deal-terms.tsx';

type Props = { reportId: string; version: number };

/** What the lot may cost until it is sold, and what to bid: everything it is calculated from can be set here. */
export function DealSheetView({ reportId, version }: Props) {
  const {
    data: deal,
    isError,
    isPlaceholderData,
  } = useQuery({
    ...dealQuery(reportId, version),
    // While an edit of the report is counted in, what is open and typed here stays.
    placeholderData: (before, query) => (query?.queryKey[1] === reportId ? before : undefined),
  });
  // Of changes on their way each builds on the one before it.
  const [wanted, setWanted] = useState<DealSettings | null>(null);
  const saving = useMutation({
    mutationFn: (settings: DealSettings) => saveDeal(reportId, version, settings),
    scope: { id: `deal-${reportId}` },
    onError: () => setWanted(null),
  });
  if (isError)
    return <FormMessage kind="error">The deal could not be calculated. Please try again.</FormMessage>;
  if (!deal) return <p className="py-3 text-sm text-muted">Calculating the deal …</p>;
  const settings = wanted ?? deal.settings;
  const send = (next: DealSettings): void => {
    setWanted(next);
    saving.mutate(next);
  };
  const set = (change: Change<DealSettings>): void => send(changed(settings, change));
  const setRow = (id: DealRowId, usd: number | undefined): void => {
    const rows = changed(settings.rows ?? {}, { [id]: usd });
    set({ rows: Object.keys(rows).length > 0 ? rows : undefined });
  };
  const view = dealView(deal);
  return (
    <div
      className="grid grid-cols-[minmax(0,1fr)] gap-6 py-3"
      aria-busy={saving.isPending || isPlaceholderData}
    >
      <Answer view={view} verdict={deal.verdict} onMissing={goToDealRow} />
      <DealSwitches deal={deal} settings={settings} onSet={set} />
      {saving.isError ? (
        <FormMessage kind="error">
          {messageOf(saving.error, 'That was not saved. Please try again.')}
        </FormMessage>
      ) : null}
      <DealTerms deal={deal} settings={settings} onSet={set} onReset={() => send({})} />
      <DealRows view={view} onRow={setRow} />
      <DealCurve view={view} />
      <DealGrounds view={view} />
    </div>
  );
}
