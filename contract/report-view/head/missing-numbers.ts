import type { NumberSource } from '../../facts/number-facts.ts';
import type { EstimateLine } from '../../schemas/estimate.ts';
import type { ReportModel } from '../../schemas/report.ts';
import { makeName, type NumberMake, numberMake } from '../../vehicles/makes.ts';
import { listedWords } from '../words/sentence.ts';

/** Who reads: the report's owner, one who may change Setup as well, or anybody it was given to. */
export type ReportReader = 'owner' | 'operator' | 'anyone';

type Of = Pick<ReportModel, 'number_sources'> & {
  estimate: { lines: readonly Pick<EstimateLine, 'standing' | 'oem_numbers' | 'oem_missing'>[] };
  vehicle: Pick<ReportModel['vehicle'], 'make' | 'make_key'>;
};

/** Sources that the service's operator turns on or fills. */
const OPERATORS = {
  parts_catalogs: 'a parts-catalogs.com key (numbers by VIN)',
  imported_parts: 'an imported catalog',
  sellers: 'numbers stated by eBay sellers',
} as const;
/** Sources that a report's owner fills. */
const OWNERS = {
  own_estimates: 'an estimate of this VIN (Compare an estimate, keep its numbers)',
  dealer_pages: 'a part’s page at a dealer’s store opened for this VIN (Send to LotLens)',
} as const;

const namesOf = <Name extends string>(
  names: Readonly<Record<Name, string>>,
  sources: readonly NumberSource[],
): string[] =>
  sources.flatMap(({ source }) => (Object.hasOwn(names, source) ? [names[source as unknown as Name]] : []));

/** How many written parts there are that have a number or need one, and how many have none. */
function countsOf({ estimate: { lines } }: Of): { missing: number; of: number } {
  const written = lines.filter(({ standing }) => standing === 'scope');
  const missing = written.filter(({ oem_missing: why }) => why !== undefined).length;
  return { missing, of: missing + written.filter(({ oem_numbers: numbers }) => numbers.length > 0).length };
}

/** How many estimate lines that need an OEM number have one. */
export function numberShare(report: Of): { with_number: number; of: number } {
  const { missing, of } = countsOf(report);
  return { with_number: of - missing, of };
}

/** `7 of 12 parts have no OEM number.` */
function missingSentence({ missing, of }: { missing: number; of: number }): string {
  if (missing < of) return `${missing} of ${of} parts ${missing === 1 ? 'has' : 'have'} no OEM number.`;
  return of === 1 ? 'Its part has no OEM number.' : `None of the ${of} parts has an OEM number.`;
}

/**
 * Which set-up would have given numbers for the parts that have none: what its reader can do, and what the operator can turn on.
 * `none`: no part has one. Null where none is missing, and in reports that do not know what was asked.
 */
export function missingNumbers(report: Of, reader: ReportReader): { words: string; none: boolean } | null {
  const { number_sources: sources, vehicle } = report;
  const counts = countsOf(report);
  if (counts.missing === 0 || sources === undefined) return null;
  return {
    words: `${missingSentence(counts)} ${setUpWords(sources, numberMake(vehicle), reader)}`,
    none: counts.missing === counts.of,
  };
}

function setUpWords(sources: readonly NumberSource[], make: NumberMake | null, reader: ReportReader): string {
  if (make === null) return 'No source of numbers here covers this make.';
  const would = sources.filter(({ on, covers }) => covers && !on);
  const [operators, owners] = [namesOf(OPERATORS, would), namesOf(OWNERS, would)];
  const car = makeName(make);
  const said: string[] = [];
  if (reader !== 'anyone' && owners.length > 0)
    said.push(`You can add what is known of this car: keep ${orWords(owners)}, then recalculate.`);
  if (operators.length > 0)
    said.push(
      reader === 'operator'
        ? `In Setup you can turn on what covers ${car}: ${orWords(operators)}.`
        : reader === 'owner'
          ? `The operator of this LotLens can turn on what covers ${car}: ${orWords(operators)}.`
          : `What covers ${car} and is off here: ${listedWords(operators)}.`,
    );
  if (would.length === 0) said.push(`Every source that covers ${car} was asked.`);
  return said.join(' ');
}

const orWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
