import { type FormEvent, type ReactNode, useState } from 'react';
import {
  MOST_ASKED_PARTNERS,
  type QuotePart,
  type ReportQuotes,
} from '../../../contract/partners/quotes/quote.ts';
import { askedPartWords, QUOTE_CONSENT } from '../../../contract/partners/quotes/quote-words.ts';
import { US_STATES } from '../../../contract/us-states.ts';
import { messageOf } from '../../api/api-error.ts';
import { askForQuotes } from '../../api/partners/quotes.ts';
import { useMe } from '../../api/session/use-me.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { Field } from '../../ui/form/field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { notify } from '../../ui/notices.tsx';

type Props = { reportId: string; quotes: ReportQuotes; onClose: () => void };

const keyOf = ({ line_id, side }: QuotePart): string => `${line_id} ${side}`;

/** Chooses partners and parts, says what is shared, and asks. */
export function AskDialog({ reportId, quotes: { partners, parts, vehicle }, onClose }: Props) {
  const me = useMe().data;
  const [shipTo, setShipTo] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const ship = partners.filter(({ states }) => shipTo === '' || states.includes(shipTo));

  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const typed = (name: string): string => String(data.get(name) ?? '').trim();
    const partner_ids = data.getAll('partner').map(String);
    const chosen = parts.filter((part) => data.getAll('part').includes(keyOf(part)));
    if (shipTo === '') return setFault('Please choose the state to ship to.');
    if (partner_ids.length === 0) return setFault('Please choose a partner.');
    if (partner_ids.length > MOST_ASKED_PARTNERS) return setFault(`At most ${MOST_ASKED_PARTNERS} partners.`);
    if (chosen.length === 0) return setFault('Please choose a part.');
    if (data.get('consent') === null) return setFault('Please agree to what is shared.');
    setBusy(true);
    setFault(null);
    try {
      await askForQuotes(reportId, {
        partner_ids,
        parts: chosen.map(({ line_id, side }) => ({ line_id, side })),
        ship_to: shipTo,
        contact: { name: typed('name'), email: typed('email'), phone: typed('phone') || null },
        consent: true,
      });
      notify({ kind: 'done', title: 'Asked', text: 'You get a mail with each quote.' });
      onClose();
    } catch (error) {
      setFault(messageOf(error, 'An API error occurred.'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog title="Ask partners for a quote" onClose={onClose}>
      <form noValidate className="grid gap-4" onSubmit={(event) => void send(event)}>
        <p className="text-sm text-muted">For {vehicle}. LotLens earns a commission from partners.</p>
        <SelectField
          label="Ship to"
          of={{ '': 'Choose a state', ...US_STATES }}
          value={shipTo}
          onChange={({ target: { value } }) => setShipTo(value)}
        />
        <Choices legend={`Partners (up to ${MOST_ASKED_PARTNERS})`}>
          {ship.length === 0 ? (
            <p className="text-sm text-muted">No partner ships there.</p>
          ) : (
            ship.map(({ partner_id, company }, index) => (
              <Choice
                key={partner_id}
                name="partner"
                value={partner_id}
                checked={index < MOST_ASKED_PARTNERS}
                label={company}
              />
            ))
          )}
        </Choices>
        <Choices legend="Parts">
          {parts.map((part) => (
            <Choice key={keyOf(part)} name="part" value={keyOf(part)} checked label={askedPartWords(part)} />
          ))}
        </Choices>
        {me === undefined ? null : (
          <>
            <Field
              label="Your name"
              name="name"
              autoComplete="name"
              maxLength={120}
              defaultValue={`${me.first_name} ${me.last_name}`.trim()}
            />
            <Field
              label="Email for the seller"
              name="email"
              type="email"
              autoComplete="email"
              maxLength={254}
              defaultValue={me.email}
            />
            <Field
              label="Phone for the seller (optional)"
              name="phone"
              type="tel"
              autoComplete="tel"
              maxLength={40}
              defaultValue={me.phone ?? ''}
            />
          </>
        )}
        <label className="flex items-start gap-2 text-sm">
          <input type="checkbox" name="consent" className="mt-1" />
          <span>{QUOTE_CONSENT}</span>
        </label>
        {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            Ask
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const Choices = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className="grid min-w-0 gap-1">
    <legend className="mb-1 text-sm font-medium">{legend}</legend>
    {children}
  </fieldset>
);

type ChoiceProps = { name: string; value: string; checked: boolean; label: string };
const Choice = ({ name, value, checked, label }: ChoiceProps) => (
  <label className="flex min-h-6 items-start gap-2 text-sm pointer-coarse:min-h-11">
    <input type="checkbox" name={name} value={value} defaultChecked={checked} className="mt-1" />
    <span className="min-w-0 wrap-anywhere">{label}</span>
  </label>
);
