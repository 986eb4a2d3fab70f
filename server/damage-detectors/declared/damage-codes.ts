import { z } from 'zod';
import { DECLARED_NOTES, type DetectionNote } from '../../../contract/facts/reservation-fact.ts';
import { siteSchema } from '../../../contract/schemas/lot.ts';
import { SITE_IDS, type Site } from '../../../contract/sites.ts';
import { readJson } from '../../data-tables/data-table.ts';
import { type PriorZone, priorPart, priorZoneSchema } from './declared-prior.ts';

const share = z.number().min(0).max(1);
const vector = z.tuple([share, share, share]);

const zoneEntrySchema = z.object({
  zone: priorZoneSchema,
  weight: share,
  side: z.enum(['left', 'right', 'each']),
  /** Only these parts of the zone. */
  only: z.array(z.string()).optional(),
  /** The zone is hit lightly whatever the severity of the lot. */
  severity: z.literal('minor').optional(),
});
export type ZoneEntry = z.infer<typeof zoneEntrySchema>;

const partEntrySchema = z.object({
  id: z.string().refine((id) => Boolean(priorPart(id))),
  p: share,
  /** The chance of each side, not of one of them. */
  each_side: z.boolean(),
  operation: z.enum(['repair', 'replace', 'inspect']).optional(),
  method: z.enum(['pdr', 'paint', 'clean', 'missing']).nullish(),
  /** The chance when the vehicle does not run. */
  p_stationary: share.optional(),
});
export type PartEntry = z.infer<typeof partEntrySchema>;

const damageCodeSchema = z.object({
  label: z.string(),
  /** Names a place of impact. */
  impact: z.boolean(),
  /** The words name no impact, and still say where the damage is (hail, an engine). */
  locates: z.boolean().default(false),
  /** An impact whose words name no place. */
  no_place: z.enum(['all_over', 'rollover']).optional(),
  special: z
    .enum([
      'hail',
      'storm',
      'flood',
      'burn',
      'vandalism',
      'theft',
      'mechanical',
      'minor',
      'wear',
      'biohazard',
      'frame',
      'suspension',
      'earlier_repair',
      'not_declared',
    ])
    .nullable(),
  /** The words themselves name the side. */
  names_sides: z.boolean(),
  /** or: the zones are alternatives, weights add up to 1; and: they are hit together. */
  combine: z.enum(['or', 'and']),
  zones: z.array(zoneEntrySchema).default([]),
  parts: z.array(partEntrySchema).default([]),
  /** Classes to add to the severity. */
  severity_step: z.number().int().default(0),
  severity_start: vector.optional(),
  severe_floor: share.default(0),
  curtains_floor: share.default(0),
  total_loss: z.boolean().default(false),
  /** What becomes of a secondary code: used at full weight, or used in place of this one. */
  secondary: z.enum(['as_primary', 'instead']).optional(),
  warnings: z.array(z.enum(DECLARED_NOTES)).default([]),
  basis: z.object({ tag: z.enum(['measured', 'definition', 'judgement']), text: z.string().min(1) }),
});
export type DamageCode = z.infer<typeof damageCodeSchema>;
export type NoPlace = NonNullable<DamageCode['no_place']>;
export type SpecialDamage = NonNullable<DamageCode['special']>;

const siteMapSchema = z.object({
  codes: z.record(z.string(), z.string()),
  words: z.record(z.string(), z.string()),
});
const damageCodesSchema = z.object({
  version: z.string(),
  dated: z.iso.date(),
  about: z.string(),
  site_rule: z.string(),
  codes: z.record(z.string(), damageCodeSchema),
  sites: z.record(siteSchema, siteMapSchema),
});

const data = readJson(new URL('../data/damage-codes.json', import.meta.url), damageCodesSchema);

export const DAMAGE_CODES_VERSION = data.version;
/** What each code says, by the project's own key. */
export const DAMAGE_CODES: Readonly<Record<string, DamageCode>> = data.codes;
/** Codes and words of each site as the site writes them, to keys of DAMAGE_CODES. */
export const DAMAGE_WORDS: Readonly<Record<Site, z.infer<typeof siteMapSchema>>> = data.sites;

/** Lower case, letters only: how words and codes of all three sites are compared. Words said twice (`Front Front`) count once. */
function lettersOf(text: string): string {
  const letters = text.toLowerCase().replace(/[^a-z]/g, '');
  const half = letters.slice(0, letters.length / 2);
  return half.length > 1 && letters === half + half ? half : letters;
}

/** Words that add nothing to a damage. */
const ADDED = new Set(['damage', 'damages', 'damaged', 'reported', 'and', 'the']);
/** The words alone, in alphabetical order and the singular: `VIN - REPLACED` and `REPLACED VIN`, `TOP/ROOF DAMAGE` and `TOP/ROOF`. */
function essenceOf(text: string): string {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return words
    .filter((word) => !ADDED.has(word))
    .map((word) => (word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word))
    .sort()
    .join(' ');
}

function damageCode(key: string): DamageCode {
  const code = DAMAGE_CODES[key];
  if (!code) throw new Error(`damage-codes.json has no code ${key}`);
  return code;
}

type SiteWords = {
  readonly words: Map<string, string>;
  /** The same by their essence; only where the words say more than that there is damage. */
  readonly essences: Map<string, string>;
  readonly codes: Map<string, string>;
};
const readSide = (map: Record<string, string>): Map<string, string> =>
  new Map(
    Object.entries(map).map(([text, key]) => {
      damageCode(key);
      return [lettersOf(text), key];
    }),
  );
const vocabularies = new Map<Site, SiteWords>(
  siteSchema.options.map((site) => [
    site,
    {
      words: readSide(DAMAGE_WORDS[site].words),
      essences: new Map(
        Object.entries(DAMAGE_WORDS[site].words).map(([text, key]) => [essenceOf(text), key]),
      ),
      codes: readSide(DAMAGE_WORDS[site].codes),
    },
  ]),
);
type DamageCodesFile = typeof import('../data/damage-codes.json', { with: { type: 'json' }});
/** Typed by the file itself: a site without its words there does not compile. */
const WITH_WORDS: readonly (keyof DamageCodesFile['sites'])[] = SITE_IDS;

/** As the file has them, broadest first: Copart's words do not tell corners from ends, so reading them promises least. */
const ORDER = (Object.keys(DAMAGE_WORDS) as Site[]).filter((site) => WITH_WORDS.includes(site));

const knows = (site: Site, letters: string): boolean =>
  Boolean(vocabularies.get(site)?.words.has(letters) || vocabularies.get(site)?.codes.has(letters));

/** The one site whose vocabulary has all these texts, of which at least one is no other site's; null where none or several are. */
export function siteOfCodes(texts: readonly (string | null)[]): Site | null {
  const given = texts.map((text) => lettersOf(text ?? '')).filter((letters) => letters !== '');
  const sites = ORDER.filter((site) => given.length > 0 && given.every((letters) => knows(site, letters)));
  const [only, other] = sites;
  return only && !other ? only : null;
}

/** `Front End, Front End` as it is meant. */
const saidOnce = (text: string): string => /^(.{2,}?)\W+\1$/i.exec(text)?.[1] ?? text;

const END: Readonly<Partial<Record<PriorZone, string>>> = { F: 'front', FC: 'front', R: 'rear', RC: 'rear' };
/** Two codes for the same end of the car whose words name no side: a front end told twice, at both exactnesses a site knows. */
export function sameHit(a: ReadDamageCode, b: ReadDamageCode): boolean {
  const ends = ({ code }: ReadDamageCode): string | null => {
    const hit = [...new Set(code.zones.map(({ zone }) => END[zone] ?? zone))];
    return code.impact && !code.names_sides && code.parts.length === 0 && hit.length === 1
      ? (hit[0] ?? null)
      : null;
  };
  return a.key === b.key || (ends(a) !== null && ends(a) === ends(b));
}

export type ReadDamageCode = {
  readonly key: string;
  readonly code: DamageCode;
  /** The text as listed, with the meaning added where the listing gave a short code. */
  readonly listed: string;
  /** Set when no site is known and two sites mean different things by the same short code. */
  readonly ambiguity: Extract<DetectionNote, { code: 'declared_ambiguous' }> | null;
};

/** True if a site's words for a damage and its code for it name different damage; what either leaves open is none. */
export function damageDisagrees(site: Site, words: string | null, code: string | null): boolean {
  const [worded, coded] = [readDamageCode(site, words), readDamageCode(site, code)];
  if (worded === null || coded === null) return false;
  const isOpen = ({ code: { special } }: ReadDamageCode): boolean => special === 'not_declared';
  return !isOpen(worded) && !isOpen(coded) && worded.key !== coded.key;
}

/**
 * What a site means by its damage text or code; null where it says nothing or nothing we know. Codes are never shared
 * between sites (RR is a rear end at Copart, the right rear at IAAI); full words that the site has none of its own for are
 * read as the others mean them (LEFT SIDE at Copart). With `site` null every site's full words are
 * understood, Copart's reading first; a short code used differently by two sites is read as Copart's, whose public rows
 * are the more (`site_rule` in the data), and `ambiguity` says so.
 */
export function readDamageCode(site: Site | null, text: string | null | undefined): ReadDamageCode | null {
  const letters = lettersOf(text ?? '');
  if (!text || letters === '') return null;
  const listed = saidOnce(text.replace(/\s+/g, ' ').trim());
  const sites = site ? [site] : ORDER;
  const ownCode = site !== null && vocabularies.get(site)?.codes.has(letters) === true;
  const byWords = site === null ? ORDER : ownCode ? [site] : [site, ...ORDER];
  for (const each of byWords) {
    const key = vocabularies.get(each)?.words.get(letters);
    if (key) return { key, code: damageCode(key), listed, ambiguity: null };
  }
  const essence = essenceOf(text);
  for (const each of ownCode ? [] : byWords) {
    const key = vocabularies.get(each)?.essences.get(essence);
    if (key && essence !== '') return { key, code: damageCode(key), listed, ambiguity: null };
  }
  const readings = sites.flatMap((each) => {
    const key = vocabularies.get(each)?.codes.get(letters);
    return key ? [{ site: each, key, code: damageCode(key) }] : [];
  });
  const [first, second] = readings;
  if (!first) return null;
  const meaning = `${listed} (${first.code.label.toLowerCase()})`;
  const ambiguity =
    second && second.key !== first.key
      ? ({
          code: 'declared_ambiguous',
          words: listed,
          read: first.code.label.toLowerCase(),
          other: second.code.label.toLowerCase(),
        } as const)
      : null;
  return { key: first.key, code: first.code, listed: meaning, ambiguity };
}

/** Keys of what a lot declares, the primary first; what nobody understands is left out. */
export function damageKeysOf(lot: {
  readonly site: Site | null;
  readonly primary_damage: string | null;
  readonly secondary_damage: string | null;
}): string[] {
  const texts = [lot.primary_damage, lot.secondary_damage];
  const site = lot.site ?? siteOfCodes(texts);
  return texts.flatMap((text) => readDamageCode(site, text)?.key ?? []);
}
