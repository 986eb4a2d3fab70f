import { type FormEvent, useState } from 'react';
import { messageOf } from '../api/api-error.ts';
import { saveSoldFor } from '../api/reports/deal.ts';
import { refreshReports } from '../api/reports/report-list.ts';
import type { ReportCardData } from '../report-list/report-card-data.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { FormMessage } from '../ui/form/auth-frame.tsx';
import { Field } from '../ui/form/field.tsx';
import { typedNumber } from '../ui/form/typed-number.ts';

/** What a lot was sold for: its row shows how far off the forecast was, and the account's other lots are priced by it. */
export function EnterPriceDialog({ card, onClose }: { card: ReportCardData; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    const usd = Math.round(typedNumber(typed) * 100) / 100;
    if (!(usd > 0 && usd <= 10_000_000)) return setFault('Enter an amount in dollars, like 4,975.');
    setBusy(true);
    try {
      await saveSoldFor(card.reportId ?? '', { usd, day: new Date().toISOString().slice(0, 10) });
      await refreshReports();
      onClose();
    } catch (error) {
      setFault(messageOf(error, 'That was not saved. Please try again.'));
      setBusy(false);
    }
  };
  return (
    <Dialog title={`What was ${card.name} sold for?`} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field
          label="Sold at the auction for, $"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
        <Button type="submit" busy={busy}>
          Save the price
        </Button>
      </form>
    </Dialog>
  );
}
