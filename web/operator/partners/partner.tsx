import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type {
  CommissionTerms,
  PartnerDecision,
  Partner as PartnerOf,
} from '../../../contract/partners/partner.ts';
import { commissionWords, makeWords, PARTNER_STATE_WORDS } from '../../../contract/partners/partner-words.ts';
import { usDollarsAndCents } from '../../../contract/report-view/figures.ts';
import { US_STATES } from '../../../contract/us-states.ts';
import { decidePartner, partnerQuery } from '../../api/operator/partners.ts';
import { AskingButton } from '../../ui/act/asking-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, inputLook } from '../../ui/form/field.tsx';
import { shortDay } from '../../ui/money.ts';
import { Facts, Loaded, Part, useAct } from '../console/section-parts.tsx';
import { PartnerMoney } from './partner-money.tsx';

/** One retailer: what it says about itself, and what an operator decides. */
export function Partner({ partnerId }: { partnerId: string }) {
  const file = useQuery(partnerQuery(partnerId));
  return (
    <Loaded of={file}>
      {(all) => {
        const { partner } = all;
        return (
          <>
            <h2 className="mt-4 text-lg font-semibold wrap-anywhere">{partner.company}</h2>
            <Facts
              facts={[
                ['State', PARTNER_STATE_WORDS[partner.state]],
                ['Commission', partner.commission === null ? 'not set' : commissionWords(partner.commission)],
                ['Owes LotLens', usDollarsAndCents(partner.balance)],
                ['Applied', shortDay(partner.applied_at)],
                ['Accepted terms of', shortDay(`${partner.terms_dated}T12:00:00Z`)],
                ['Decided', partner.decided_at === null ? 'not yet' : shortDay(partner.decided_at)],
                ['Contact', partner.contact_name ?? 'erased'],
                ['Email', partner.email ?? 'erased'],
                ['Phone', partner.phone ?? 'none'],
                ['Website', partner.website ?? 'none'],
                ['Approved website', partner.approved_website ?? 'none'],
              ]}
            />
            <Part title="Makes">
              <p className="mt-1">{partner.makes.map(makeWords).join(', ')}</p>
            </Part>
            <Part title="Ships to">
              <p className="mt-1">
                {partner.states.length === Object.keys(US_STATES).length
                  ? 'All states'
                  : partner.states.map((code) => US_STATES[code] ?? code).join(', ')}
              </p>
            </Part>
            {partner.about === '' ? null : (
              <Part title="What it sells">
                <p className="mt-1 whitespace-pre-line wrap-anywhere">{partner.about}</p>
              </Part>
            )}
            {partner.state === 'closed' ? null : <Decision partner={partner} />}
            {partner.commission === null ? null : <PartnerMoney file={all} />}
          </>
        );
      }}
    </Loaded>
  );
}

/** What was typed of a commission; null where it is none. */
function termsOf(model: string, typed: string): CommissionTerms | null {
  const figure = /^\d+(\.\d{1,2})?$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  if (!(figure > 0)) return null;
  return model === 'per_lead' ? { model, per_lead: figure } : { model: 'per_sale', rate_percent: figure };
}

function Decision({ partner }: { partner: PartnerOf }) {
  const { partner_id, commission, state, company, website, approved_website } = partner;
  const [model, setModel] = useState<string>(commission?.model ?? 'per_sale');
  const [figure, setFigure] = useState(
    commission === null
      ? ''
      : String(commission.model === 'per_sale' ? commission.rate_percent : commission.per_lead),
  );
  const [note, setNote] = useState('');
  const [fault, setFault] = useState<string | undefined>();
  const { busy, outcome, act } = useAct();
  const decide = (decision: Pick<PartnerDecision, 'state' | 'commission' | 'website'>): void =>
    act(async () => {
      await decidePartner(partner_id, { ...decision, note: note.trim() || null });
      setNote('');
      return `${company} is ${PARTNER_STATE_WORDS[decision.state].toLowerCase()} now. Email sent.`;
    });
  const approve = (event: FormEvent): void => {
    event.preventDefault();
    const terms = termsOf(model, figure);
    setFault(terms === null ? 'Please enter a figure above 0 with at most two decimals.' : undefined);
    if (terms !== null) decide({ state: 'approved', commission: terms, website });
  };
  return (
    <Part title="Decide">
      <form noValidate className="mt-2 grid max-w-2xl gap-3" onSubmit={approve}>
        <div className="grid gap-3 sm:grid-cols-2">
          <label className="grid gap-1.5 text-sm font-medium">
            Commission
            <select
              className={`${inputLook} font-normal`}
              value={model}
              onChange={({ target: { value } }) => setModel(value)}
            >
              <option value="per_sale">Share of each sale</option>
              <option value="per_lead">Sum for each lead</option>
            </select>
          </label>
          <Field
            label={model === 'per_lead' ? 'US dollars for each lead' : 'Percent of the net price'}
            inputMode="decimal"
            maxLength={8}
            value={figure}
            fault={fault}
            onChange={({ target: { value } }) => setFigure(value)}
          />
        </div>
        <div className="grid gap-1.5">
          <label htmlFor="decision-note" className="text-sm font-medium">
            A note to the retailer (optional)
          </label>
          <textarea
            id="decision-note"
            rows={2}
            maxLength={1_000}
            className={`${inputLook} py-2`}
            value={note}
            onChange={({ target: { value } }) => setNote(value)}
          />
        </div>
        <p className="text-sm text-muted">
          A new commission applies to what is entered from then on. Each decision is emailed, with the note.
        </p>
        {website === approved_website ? null : (
          <p className="text-sm wrap-anywhere">
            Approving also approves the website {website ?? 'none'}. Links of the stock may then lead to this
            host and its subdomains. Never approve the bare host of a shop or hosting service.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={busy}>
            {state !== 'approved'
              ? 'Approve'
              : website === approved_website
                ? 'Set commission'
                : 'Approve website and commission'}
          </Button>
          {state === 'applied' ? (
            <Button look="quiet" busy={busy} onClick={() => decide({ state: 'declined', commission: null })}>
              Decline
            </Button>
          ) : null}
          {state === 'approved' ? (
            <Button look="quiet" busy={busy} onClick={() => decide({ state: 'paused', commission: null })}>
              Pause
            </Button>
          ) : null}
        </div>
        {state === 'approved' || state === 'paused' ? (
          <AskingButton
            name="Close for good"
            question="Its stock is deleted and it can’t come back. What it owes stays."
            yes="Close"
            busy={busy}
            onYes={() => decide({ state: 'closed', commission: null })}
          />
        ) : null}
      </form>
      <div className="mt-2">{outcome}</div>
    </Part>
  );
}
