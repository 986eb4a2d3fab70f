import { useQuery } from '@tanstack/react-query';
import { addressOf, SITE_INFO } from '../../contract/api-call.ts';
import type { SiteInfo } from '../../contract/calls.ts';

/** Until the service has answered, and where it does not. */
const UNKNOWN: SiteInfo = {
  support_email: 'support@lotlens.example',
  sales_email: 'sales@lotlens.example',
  samples: [],
};

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Checked by hand: the first page a visitor sees must not wait for the schema library. */
function readSiteInfo(answer: unknown): SiteInfo {
  const samples = field(answer, 'samples');
  return {
    support_email: text(field(answer, 'support_email')) ?? UNKNOWN.support_email,
    sales_email: text(field(answer, 'sales_email')) ?? UNKNOWN.sales_email,
    samples: (Array.isArray(samples) ? samples : []).flatMap((sample: unknown) => {
      const [link, title, shows] = ['link', 'title', 'shows'].map((name) => text(field(sample, name)));
      return link && title ? [{ link, title, shows: shows ?? '' }] : [];
    }),
  };
}

/** Contacts and sample lots of this installation. */
export function useSiteInfo(): SiteInfo {
  const answer = useQuery({
    queryKey: ['site-info'],
    queryFn: async () => {
      const { errorOf, send } = await import('./send.ts');
      const response = await send({ method: SITE_INFO.method, address: addressOf(SITE_INFO) }, null);
      if (!response.ok) throw await errorOf(response);
      return readSiteInfo(await response.json());
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return answer.data ?? UNKNOWN;
}
