import type { ReportModel } from '../schemas/report.ts';

/**
 * Zones the photos do not show, as page and PDF say it; empty where there are none. Of photos that nobody examined nothing
 * is said: they may show any zone.
 */
export function zonesWords({
  photos_total,
  photos_examined,
  zones_not_photographed: zones,
}: ReportModel['examined']): string {
  if (zones.length === 0) return '';
  const all = photos_examined >= photos_total;
  return `${all ? 'Not photographed' : 'Not on the photos examined'}: ${zones.join(', ')}.`;
}
