import { useEffect } from 'react';
import { addressOf, SITE_INFO } from '../../contract/api/api-call.ts';
import type { SiteInfo } from '../../contract/calls.ts';
import { createStore, useStore } from './store.ts';

type KnownInfo = Omit<SiteInfo, 'free_reports' | 'extension_pages'> & {
  /** Null until it is known. */
  free_reports: number | null;
  /** Null until they are known. */
  extension_pages: SiteInfo['extension_pages'] | null;
};

/** Until the service has answered, and where it does not. */
const UNKNOWN: KnownInfo = {
  support_email: 'support@lotlens.example',
  sales_email: 'sales@lotlens.example',
  free_reports: null,
  extension_pages: null,
  samples: [],
};

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Checked by hand: the first page a visitor sees must not wait for the schema library. */
function readSiteInfo(answer: unknown): KnownInfo {
  const samples = field(answer, 'samples');
  const free = field(answer, 'free_reports');
  const pages = field(answer, 'extension_pages');
  return {
    support_email: text(field(answer, 'support_email')) ?? UNKNOWN.support_email,
    sales_email: text(field(answer, 'sales_email')) ?? UNKNOWN.sales_email,
    free_reports: typeof free === 'number' ? free : null,
    extension_pages: {
      chrome: text(field(pages, 'chrome')),
      edge: text(field(pages, 'edge')),
      firefox: text(field(pages, 'firefox')),
    },
    samples: (Array.isArray(samples) ? samples : []).flatMap((sample: unknown) => {
      const [link, title, shows, when] = ['link', 'title', 'shows', 'when'].map((name) =>
        text(field(sample, name)),
      );
      return link && title ? [{ link, title, shows: shows ?? '', when: when ?? null }] : [];
    }),
  };
}

const known = createStore(UNKNOWN);
let asked = false;

async function ask(): Promise<void> {
  const { errorOf, send } = await import('./send.ts');
  const response = await send({ method: SITE_INFO.method, address: addressOf(SITE_INFO) }, null);
  if (!response.ok) throw await errorOf(response);
  known.set(readSiteInfo(await response.json()));
}

/** Contacts, trial and sample lots of this installation; asked for once, and again by the next page where that failed. */
export function useSiteInfo(): KnownInfo {
  useEffect(() => {
    if (asked) return;
    asked = true;
    ask().catch(() => {
      asked = false;
    });
  }, []);
  return useStore(known);
}
