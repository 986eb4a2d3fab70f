import type { CataloguePart } from '../../../contract/schemas/part.ts';
import { numberMake } from '../../../contract/vehicles/makes.ts';
import type { WorkCaller } from '../../concurrency/work-caller.ts';
import { RetryLater } from '../../errors.ts';
import { mergeParts } from '../merge/merge-parts.ts';
import type {
  CatalogueAnswer,
  CatalogueGap,
  CatalogueVehicle,
  CatalogueWant,
  PartsCatalogue,
} from '../parts-catalogue.ts';

export type CataloguesAnswer = {
  /** In order of trust, each number under the first source that has it (merge-parts); variants kept. */
  parts: CataloguePart[];
  /** Names of the catalogues that had something. */
  catalogues: string[];
  /** What catalogues could not tell; with none and no parts, there is no catalogue data for this car. */
  failures: ({ catalogue: string } & CatalogueGap)[];
};

/** Asks every catalogue that knows the make, side by side. A failure of one is named and loses nothing of the others. */
export async function askCatalogues(
  catalogues: readonly PartsCatalogue[],
  vehicle: CatalogueVehicle,
  want: CatalogueWant,
  signal: AbortSignal,
  caller?: WorkCaller,
): Promise<CataloguesAnswer> {
  const asked = ableOf(catalogues, vehicle).map((catalogue) =>
    answered(catalogue, signal, () => catalogue.findParts(vehicle, want, signal, caller)),
  );
  return together({ parts: [], catalogues: [], failures: [] }, await Promise.all(asked), vehicle);
}

/** Has numbers looked up by the catalogues that do that, and brings what they say into the answer. */
export async function lookUpNumbers(
  catalogues: readonly PartsCatalogue[],
  vehicle: CatalogueVehicle,
  numbers: readonly string[],
  before: CataloguesAnswer,
  signal: AbortSignal,
  caller?: WorkCaller,
): Promise<CataloguesAnswer> {
  if (numbers.length === 0) return before;
  const asked = ableOf(catalogues, vehicle).flatMap((catalogue) => {
    const { lookUpNumbers: lookUp } = catalogue;
    return lookUp ? [answered(catalogue, signal, () => lookUp(vehicle, numbers, signal, caller))] : [];
  });
  return together(before, await Promise.all(asked), vehicle);
}

/** The catalogues that know the car's make. */
export const ableOf = (
  catalogues: readonly PartsCatalogue[],
  vehicle: CatalogueVehicle,
): PartsCatalogue[] => {
  const make = numberMake(vehicle);
  return make === null ? [] : catalogues.filter((catalogue) => catalogue.supports(make));
};

type Answered = { catalogue: PartsCatalogue; answer: CatalogueAnswer };

/** Even a catalogue with a fault of its own is only one that could not tell. */
async function answered(
  catalogue: PartsCatalogue,
  signal: AbortSignal,
  ask: () => Promise<CatalogueAnswer>,
): Promise<Answered> {
  try {
    return { catalogue, answer: await ask() };
  } catch (error) {
    signal.throwIfAborted();
    const retry_after_ms = error instanceof RetryLater ? error.ms : null;
    return { catalogue, answer: { kind: 'network', message: 'could not be read', retry_after_ms } };
  }
}

function together(
  before: CataloguesAnswer,
  answers: readonly Answered[],
  vehicle: CatalogueVehicle,
): CataloguesAnswer {
  const parts = [...before.parts];
  const catalogues = [...before.catalogues];
  const failures = [...before.failures];
  for (const { catalogue, answer } of answers) {
    const gap = answer.kind === 'ok' ? answer.gap : answer.kind === 'not_found' ? undefined : answer;
    if (gap) {
      failures.push({ catalogue: catalogue.label, ...gap });
    }
    if (answer.kind !== 'ok') continue;
    parts.push(...answer.parts);
    catalogues.push(catalogue.name);
  }
  return { parts: mergeParts(parts, numberMake(vehicle)), catalogues, failures };
}
