import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { addressOf } from '../../../contract/api/api-call.ts';
import { partnerOut } from '../../../contract/api/partners/offer-calls.ts';
import { PARTNER_OFFERS_TITLE, type PartnerOffer } from '../../../contract/partners/offer.ts';
import {
  type OfferGroup,
  offerGroups,
  PARTNER_OFFERS_NOTE,
} from '../../../contract/report-view/partner-offers.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { offersQuery, readPartnerOffers } from '../../api/reports/one-report.ts';
import { lazyPart } from '../../ui/act/lazy-part.tsx';
import { shortDay } from '../../ui/money.ts';
import { useOwnReport } from '../editing/line-editing.tsx';
import { useRested } from '../editing/use-rested.ts';

const PartnerQuotes = lazyPart(async () => (await import('../quotes/partner-quotes.tsx')).PartnerQuotes);

/** What partners have in stock of the parts that are written, and their quotes; nothing where there is none. Its owner's alone. */
export function PartnerOffers({ report }: { report: ReportModel }) {
  const reportId = useOwnReport();
  const version = useRested(report.edit?.version ?? 0);
  const partners = useQuery({
    queryKey: ['partner-offers', reportId, version],
    queryFn: () => readPartnerOffers(reportId ?? ''),
    enabled: reportId !== undefined,
  }).data;
  if (reportId === undefined || partners === undefined) return null;
  return (
    <>
      {partners.offers.length === 0 ? null : (
        <Offers report={report} reportId={reportId} offers={partners.offers} />
      )}
      {partners.quotes ? (
        <Suspense>
          <PartnerQuotes reportId={reportId} />
        </Suspense>
      ) : null}
    </>
  );
}

type Props = { report: ReportModel; reportId: string; offers: PartnerOffer[] };
function Offers({ report, reportId, offers }: Props) {
  const checked = useQuery(offersQuery(reportId)).data?.numbers;
  return (
    <section aria-labelledby="partner-offers-title" className="min-w-0">
      <h2
        id="partner-offers-title"
        tabIndex={-1}
        className="border-b-2 border-ink pb-1 text-xl font-semibold outline-none"
      >
        {PARTNER_OFFERS_TITLE}
      </h2>
      <p className="mt-1 text-sm text-muted">{PARTNER_OFFERS_NOTE}</p>
      {offerGroups(report.estimate.lines, offers, checked ?? [], shortDay).map((group) => (
        <OffersOfPart key={group.key} group={group} reportId={reportId} />
      ))}
    </section>
  );
}

const OffersOfPart = ({ group, reportId }: { group: OfferGroup; reportId: string }) => (
  <section className="mt-3">
    <h3 className="font-medium wrap-anywhere">{group.name}</h3>
    <p className="text-sm text-muted">{group.other}</p>
    <ul className="mt-1 grid">
      {group.offers.map(({ offer_id, what, detail, total, made_of }) => (
        <li
          key={offer_id}
          className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-rule py-2 text-sm"
        >
          <span className="min-w-0 flex-1 basis-60">
            <a
              className="text-signal underline wrap-anywhere"
              href={addressOf(partnerOut, { params: { offer_id }, query: { report: reportId } })}
              target="_blank"
              rel="sponsored nofollow noopener noreferrer"
            >
              {what}
            </a>
            <span className="block text-muted wrap-anywhere">{detail}</span>
          </span>
          <span className="figures ml-auto text-right">
            <span className="font-medium">{total}</span>
            <span className="block text-muted">{made_of}</span>
          </span>
        </li>
      ))}
    </ul>
  </section>
);
