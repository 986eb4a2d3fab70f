import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PartnerState } from '../../../contract/partners/partner.ts';
import { commissionWords, PARTNER_STATE_WORDS } from '../../../contract/partners/partner-words.ts';
import { partnersQuery } from '../../api/operator/partners.ts';
import { inputLook } from '../../ui/form/field.tsx';
import { oneOf } from '../../ui/form/one-of.ts';
import { shortDay } from '../../ui/money.ts';
import { Loaded, More, Rows, SectionLink } from '../console/section-parts.tsx';

const STATES = Object.keys(PARTNER_STATE_WORDS) as PartnerState[];

/** Retailers of the partner network and who applied, the newest first. */
export function Partners() {
  const [state, setState] = useState<PartnerState | null>(null);
  const list = useInfiniteQuery(partnersQuery(state));
  return (
    <>
      <label className="mt-4 grid w-full max-w-xs gap-1.5 text-sm font-medium">
        Show
        <select
          className={`${inputLook} font-normal`}
          value={state ?? ''}
          onChange={({ target: { value } }) => setState(oneOf(STATES, value) ?? null)}
        >
          <option value="">All</option>
          {STATES.map((one) => (
            <option key={one} value={one}>
              {PARTNER_STATE_WORDS[one]}
            </option>
          ))}
        </select>
      </label>
      <Loaded of={list}>
        {({ pages }) => {
          const partners = pages.flatMap((page) => page.partners);
          return partners.length === 0 ? (
            <p className="py-6 text-muted">There are none.</p>
          ) : (
            <Rows label="Partners">
              {partners.map((partner) => (
                <li key={partner.partner_id}>
                  <SectionLink
                    section="partners"
                    id={partner.partner_id}
                    className="grid gap-x-4 px-1 py-2.5 hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto]"
                  >
                    <span className="font-medium wrap-anywhere">{partner.company}</span>
                    <span className="text-sm">{PARTNER_STATE_WORDS[partner.state]}</span>
                    <span className="text-sm text-muted wrap-anywhere sm:col-span-2">
                      {partner.email ?? 'erased'} · applied {shortDay(partner.applied_at)}
                      {partner.commission === null ? '' : ` · ${commissionWords(partner.commission)}`}
                    </span>
                  </SectionLink>
                </li>
              ))}
            </Rows>
          );
        }}
      </Loaded>
      <More list={list} />
    </>
  );
}
