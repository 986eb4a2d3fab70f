import { z } from 'zod';

/** `GET site_info`: what the pages need to know of this installation. `samples` is empty in production. */
export const siteInfoSchema = z.object({
  support_email: z.string(),
  sales_email: z.string(),
  samples: z.array(z.object({ link: z.string(), title: z.string(), shows: z.string() })),
});
export type SiteInfo = z.infer<typeof siteInfoSchema>;
