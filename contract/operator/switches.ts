import { z } from 'zod';

/**
 * What an operator may turn off or on at any time, without a restart. All are on unless turned off, but `all_makes`: reports are made of
 * the 19 makes until it is turned on, then of every make that can be priced. Off: `sign_ups`: nobody signs up;
 * `new_reports`: none is started (running ones end); `site_pages`: no auction page is fetched, a user's own page and licensed sources
 * are still read; `photo_review`: no photo is examined by a model; `paid_catalogs`: no catalog that costs by the call is asked.
 */
export const SWITCHES = [
  'sign_ups',
  'new_reports',
  'site_pages',
  'photo_review',
  'paid_catalogs',
  'all_makes',
] as const;
export const switchNameSchema = z.enum(SWITCHES);
export type SwitchName = z.infer<typeof switchNameSchema>;
/** How a switch is until an operator turns it. */
export const isOnAtFirst = (name: SwitchName): boolean => name !== 'all_makes';
