import type { SupplierLink } from '../../contract/schemas/part.ts';
import type { MakeKey } from '../../contract/vehicles/makes.ts';

export type Region = 'us' | 'ca';

/** Campaign ids, from the configuration alone. */
export type Affiliates = { readonly ebay_campaign?: string; readonly amazon_tag?: string };

/** A shop that can be searched by a link. Data, not code: one entry in index.ts. */
export type Supplier = {
  readonly name: string;
  readonly label: string;
  readonly kind: SupplierLink['kind'];
  /** https address with `{q}` (number or words) and, for stores of a make, `{make}`; without `{q}` it is a home page. */
  readonly template: string;
  /** https address of one item it offers, with `{item}`: its own number of digits. */
  readonly item_template?: string;
  /** How this shop finds numbers: as catalogues write them, or without separators; `none`: by words only. */
  readonly number_form: 'as_written' | 'bare' | 'none';
  /** The query parameter that asks its pages about a VIN; a part is then searched by its name alone. */
  readonly vin?: string;
  /** Finds parts by words too, where no number is known. */
  readonly words: boolean;
  /** `{make}` and whether it sells the make at all; without it, every make. */
  readonly makes?: Readonly<Partial<Record<MakeKey, string>>>;
  readonly regions: readonly Region[];
  /** How sure the template is: several independent public clients use it, or one. */
  readonly evidence: 'strong' | 'weak';
  /** Query parameters of its partner programme; null where no id is configured. */
  affiliate?(ids: Affiliates): Readonly<Record<string, string>> | null;
  /** The query parameter in which that programme takes an id of ours for a click, up to 256 characters at eBay. */
  readonly click_id?: string;
};
