import type { OdometerStatus } from '../../evidence.ts';
import type { Lot } from '../../schemas/lot.ts';
import type { TitleContent } from '../../schemas/title.ts';

/** What a title says of its car. */
export const TITLE_CONTENTS: Record<TitleContent, string> = {
  clean: 'Clean',
  salvage: 'Salvage',
  salvage_light: 'Salvage, damage 75% of value or less',
  rebuildable: 'Rebuildable',
  rebuilt: 'Rebuilt',
  bill_of_sale: 'Bill of sale',
  export_only: 'Export only',
  parts_only: 'Parts only',
  non_repairable: 'Non-repairable',
  flood: 'Flood',
  fire: 'Fire',
  hail: 'Hail',
  theft_recovered: 'Theft recovered',
  other: 'Other brand',
};

/** How far an odometer's reading can be trusted. */
export const ODOMETER_STATUSES: Record<OdometerStatus, string> = {
  actual: 'Actual',
  not_actual: 'Not actual',
  exempt: 'Exempt',
  over_limit: 'Over mechanical limits',
  unread: 'Not read',
};

/** `rebuildable or rebuilt`; the words of a sentence. */
export const titleChoices = (could: readonly TitleContent[]): string =>
  could.map((content) => TITLE_CONTENTS[content].toLowerCase()).join(' or ');

/** A lot's title as listed, and where it was not understood in full, that it is not sure. Null: the lot lists none. */
export function titleWords({ title, title_reading }: Pick<Lot, 'title' | 'title_reading'>): string | null {
  if (title === null || !title_reading || title_reading.sure) return title;
  const { could } = title_reading;
  if (could.length === 0) return `${title} (not understood)`;
  return could.length === 1
    ? `${title} (not sure: not understood in full)`
    : `${title} (not sure: ${titleChoices(could)})`;
}
