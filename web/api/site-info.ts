import { useEffect } from 'react';
import { addressOf, SITE_INFO } from '../../contract/api/api-call.ts';
import type { SiteInfo } from '../../contract/calls.ts';
import { createStore, useStore } from './store.ts';

type KnownInfo = Omit<SiteInfo, 'free_reports' | 'extension_pages' | 'plans' | 'checkout' | 'after_trial'> & {
  /** Null until it is known. */
  free_reports: number | null;
  /** What comes after them; null until it is known. */
  after_trial: string | null;
  /** As answered, for who shows them to check; undefined until they are known. */
  extension_pages?: unknown;
};

/** Until the service has answered, and where it does not. */
const UNKNOWN: KnownInfo = {
  support_email: 'support@lotlens.example',
  sales_email: 'sales@lotlens.example',
  free_reports: null,
  after_trial: null,
  samples: [],
};

/** A text from outside; null where it is none. */
export const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
/** A field of what came from outside. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Checked by hand: the first page a visitor sees must not wait for the schema library. */
function readSiteInfo(answer: unknown): KnownInfo {
  const samples = field(answer, 'samples');
  const free = field(answer, 'free_reports');
  return {
    support_email: text(field(answer, 'support_email')) ?? UNKNOWN.support_email,
    sales_email: text(field(answer, 'sales_email')) ?? UNKNOWN.sales_email,
    free_reports: typeof free === 'number' ? free : null,
    after_trial: text(field(answer, 'after_trial')),
    extension_pages: field(answer, 'extension_pages'),
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
