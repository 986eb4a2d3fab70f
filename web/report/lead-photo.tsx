import { clsx } from 'clsx';
import { useState } from 'react';

/** Columns of a report's head. The owner sees the figures first, a reader of a shared report the photo. */
export const headColumns = (own: boolean): string =>
  clsx(
    'grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-2 sm:gap-y-3',
    own
      ? 'md:grid-cols-[minmax(0,1fr)_16rem] lg:grid-cols-[minmax(0,1fr)_27rem] xl:grid-cols-[minmax(0,1fr)_30rem]'
      : 'md:grid-cols-2',
  );

/**
 * Placeholder for a report's first photo while the report loads. Shows the photo if this page has a preload link for it, which
 * server/http/web-app.ts or photo-ahead.ts adds.
 */
export function LeadPhoto({ own }: { own: boolean }) {
  const [lead] = useState(leadOfPage);
  return (
    <div className={headColumns(own)}>
      <figure
        data-lead=""
        className={clsx(
          'aspect-16/9 overflow-hidden rounded-lg bg-sunken *:size-full *:object-cover sm:aspect-3/2',
          own && 'md:col-start-2',
        )}
      >
        {lead === null ? null : <img {...lead} alt="" fetchPriority="high" />}
      </figure>
    </div>
  );
}

function leadOfPage(): { src: string; srcSet: string; sizes: string } | null {
  if (typeof document === 'undefined') return null;
  const link = document.querySelector<HTMLLinkElement>('link[rel=preload][as=image]');
  const [page] = performance.getEntriesByType('navigation');
  // After navigation inside the application the link belongs to another report.
  if (link === null || page === undefined || new URL(page.name).pathname !== location.pathname) return null;
  return { src: link.href, srcSet: link.imageSrcset, sizes: link.imageSizes };
}
