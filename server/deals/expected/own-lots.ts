import type { Title } from '../../damage-detectors/declared/title.ts';
import { PRICE_RULES } from '../tables/expected-price-rules.ts';
import { titleRuleOf } from '../tables/title-rules.ts';

/** A lot that an account has read, with what it brought as a share of the car's value. */
export type OwnLot = LotClass & {
  /** The price it ended with ÷ the value of the car repaired. */
  readonly share: number;
  /** ISO day of its sale. */
  readonly day: string;
  readonly year: number | null;
};

/** What makes lots comparable: how their title sells, and what kind of damage they have. */
export type LotClass = { readonly title_class: string; readonly damage_class: string };

const MONTH_MS = (365.25 / 12) * 86_400_000;

/** Damages of one factor on our table are one class; the others are hits of a place. */
export function lotClass(lot: {
  readonly damage: readonly string[];
  readonly title: Title | null;
}): LotClass {
  const [primary] = lot.damage;
  const row = PRICE_RULES.damage.find(({ codes }) => primary !== undefined && codes.includes(primary));
  const water = primary?.startsWith('flood') ? 'flood' : primary?.startsWith('burn') ? 'burn' : 'hit';
  return {
    title_class: (lot.title && titleRuleOf(lot.title)?.resale) ?? 'rebuilt',
    damage_class: row?.codes[0] ?? water,
  };
}

/** Those of the lots an account has read that tell what this one brings. `now`: ms since 1970. */
export function ownLotsLike(
  lot: Parameters<typeof lotClass>[0] & { readonly year: number | null },
  read: readonly OwnLot[],
  now: number,
): OwnLot[] {
  const { months, years } = PRICE_RULES.own;
  const { title_class, damage_class } = lotClass(lot);
  return read.filter((one) => {
    const age = now - Date.parse(one.day);
    const near = lot.year !== null && one.year !== null && Math.abs(one.year - lot.year) <= years;
    return (
      near &&
      age >= 0 &&
      age <= months * MONTH_MS &&
      one.title_class === title_class &&
      one.damage_class === damage_class
    );
  });
}
