import type { CataloguePart } from '../../contract/schemas/part.ts';
import type { Vehicle } from '../../contract/schemas/vehicle.ts';
import type { NumberMake } from '../../contract/vehicles/makes.ts';
import type { WorkCaller } from '../concurrency/work-caller.ts';

/** What a catalogue is asked about. */
export type CatalogueVehicle = Pick<
  Vehicle,
  'make' | 'make_key' | 'model' | 'year' | 'trim' | 'body_class' | 'vin' | 'vin_masked'
>;

/** Which parts are wanted, as category ids; a catalogue that answers by groups asks only for those groups. */
export type CatalogueWant = { readonly categories: readonly string[] };

/**
 * Only `not_found` means that the source has nothing for this car and may end the step as "no catalogue data"; every other
 * failure says that we don't know.
 */
export type CatalogueFailure = 'quota' | 'denied' | 'blocked' | 'network' | 'bad_data';

/** What a source could not tell; `retry_after_ms` where it said when to come back. */
export type CatalogueGap = {
  readonly kind: CatalogueFailure;
  /** For the log. */
  readonly message: string;
  /** What was left unread: so many groups of parts, or everything from a number on. */
  readonly left?: { readonly groups: { missed: number; of: number } } | { readonly number: string };
  readonly retry_after_ms: number | null;
};

export type CatalogueAnswer =
  /** `gap`: the parts are what was read before the source failed. */
  | { readonly kind: 'ok'; readonly parts: readonly CataloguePart[]; readonly gap?: CatalogueGap }
  | { readonly kind: 'not_found' }
  | CatalogueGap;

/** A source of OEM numbers. One file to copy, one line in index.ts. */
export type PartsCatalogue = {
  readonly name: string;
  /** What people read in the report's list of sources. */
  readonly label: string;
  supports(make: NumberMake): boolean;
  /** Whether it has OEM numbers of this car, asking nobody; a source that has to be asked leaves it out. */
  holds?(vehicle: CatalogueVehicle): Promise<boolean>;
  /** `caller`: whose turns at the source's host it takes. */
  findParts(
    vehicle: CatalogueVehicle,
    want: CatalogueWant,
    signal: AbortSignal,
    caller?: WorkCaller,
  ): Promise<CatalogueAnswer>;
  /** Price and fit of numbers that other catalogues gave, the most wanted first; how many it looks up is its own limit. */
  lookUpNumbers?(
    vehicle: CatalogueVehicle,
    numbers: readonly string[],
    signal: AbortSignal,
    caller?: WorkCaller,
  ): Promise<CatalogueAnswer>;
};
