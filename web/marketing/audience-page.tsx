import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSiteInfo } from '../api/site-info.ts';
import { MarketingFrame } from '../layout/marketing-frame.tsx';
import { LotForm } from '../lot-entry/lot-form.tsx';
import { buttonLook } from '../ui/button.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { AUDIENCES, type AudienceName } from './audiences.ts';

/** What LotLens is to one kind of reader. `children`: what follows for it alone. */
export function AudiencePage({ name, children }: { name: AudienceName; children?: ReactNode }) {
  const audience = AUDIENCES[name];
  const info = useSiteInfo();
  const address = audience.contact === 'sales' ? info.sales_email : info.support_email;
  usePageTitle(`${audience.title} · LotLens`);
  return (
    <MarketingFrame>
      <div className="mx-auto max-w-6xl px-4 pt-14 sm:px-6 sm:pt-20">
        <h1 className="max-w-3xl text-4xl leading-[1.1] font-semibold">{audience.title}</h1>
        <p className="mt-5 max-w-2xl text-lg text-muted">{audience.lead}</p>
        <div className="mt-8 max-w-3xl">
          <LotForm />
        </div>
        <dl className="mt-16 grid gap-8 md:grid-cols-3">
          {audience.points.map(([title, text]) => (
            <div key={title} className="border-t-2 border-ink pt-4">
              <dt className="font-semibold">{title}</dt>
              <dd className="mt-2 text-muted">{text}</dd>
            </div>
          ))}
        </dl>
        <ul className="mt-16 flex flex-wrap gap-x-8 gap-y-2 border-y border-rule py-4 text-sm">
          <li>Reports in under 30 seconds to 5 minutes</li>
          <li>Free trial with no credit card</li>
          <li>Retailer partners pay a commission only</li>
        </ul>
        {children}
        <p className="mt-8 max-w-2xl">
          {audience.close}{' '}
          <a className="underline" href={`mailto:${address}`}>
            {address}
          </a>
        </p>
        <Link to="/login" search={{ signup: true }} className={`${buttonLook('primary', 'lg')} mt-6`}>
          Create a free account
        </Link>
      </div>
    </MarketingFrame>
  );
}

export const RepairsPage = () => <AudiencePage name="repairs" />;
export const InsurancePage = () => <AudiencePage name="insurance" />;
