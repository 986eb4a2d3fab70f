import { clsx } from 'clsx';
import { useState } from 'react';

/** Columns of a report's head: one's own has its figures first, a shared one its photo. */
export const headColumns = (own: boolean): string =>
  clsx(
    'grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-2 sm:gap-y-3',
    own
      ? 'md:grid-cols-[minmax(0,1fr)_16rem] lg:grid-cols-[minmax(0,1fr)_27rem] xl:grid-cols-[minmax(0,1fr)_30rem]'
      : 'md:grid-cols-2',
  );

/**
 * The place of a report's first photo until the report is drawn. It holds the photo where the browser is fetching it for this address
 * already: by the page's HTML (server/http/web-app.ts) or by photo-ahead.ts.
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
  // Another report may have been opened since.
  if (link === null || page === undefined || new URL(page.name).pathname !== location.pathname) return null;
  return { src: link.href, srcSet: link.imageSrcset, sizes: link.imageSizes };
}
