import { readMake } from './makes.ts';
import { bareName } from './models.ts';

/**
 * Models sold in the US on batteries alone, by make (letters and digits only); a trim may follow the name. Common
 * knowledge. Names that were sold with an engine as well (Kona, Soul, i3, the older ZDX) are none of them.
 */
const ELECTRIC_MODELS: Readonly<Record<string, RegExp>> = {
  tesla: /^/,
  rivian: /^/,
  lucid: /^/,
  audi: /^(etron|q4|q[68]etron|sq[68]etron|rsetron|[as]6etron)/,
  bmw: /^(i[457]|ix)/,
  cadillac: /^(lyriq|optiq|vistiq|escaladeiq)/,
  chevrolet: /^(bolt|sparkev|blazerev|equinoxev|silveradoev)/,
  fiat: /^500e/,
  ford: /^(mustangmache|mache|f150lightning|focuselectric|etransit)/,
  genesis: /^(gv60|electrified)/,
  gmc: /^(hummerev|sierraev)/,
  honda: /^(prologue|clarityelectric|fitev)/,
  hyundai: /^(ioniq[569]|ioniqelectric|konaelectric|konaev)/,
  jaguar: /^ipace/,
  kia: /^(ev[69]|niroev|soulev)/,
  lexus: /^rz/,
  mazda: /^mx30/,
  mercedesbenz: /^(eq[abesv]|b250e|g580)/,
  nissan: /^(leaf|ariya)/,
  polestar: /^[2-4]/,
  porsche: /^taycan/,
  subaru: /^solterra/,
  toyota: /^bz/,
  volkswagen: /^(id4|idbuzz|egolf)/,
  volvo: /^(ex[39]0|ec40|c40)/,
};

/** Words that makers put into the name of a hybrid, and models sold as nothing else in the US. Common knowledge. */
const HYBRID_WORDS = /\b(e-?|active|full\s)?hybrid\b|\bf?hev\b/i;
const HYBRID_MODELS: Readonly<Record<string, RegExp>> = {
  ford: /^c-?max\b|\bpowerboost\b/i,
  honda: /^(insight|cr-?z)\b/i,
  lexus: /^(ct|es|gs|hs|ls|lc|nx|rx|tx|ux)\s?\d{3}h\b/i,
  toyota: /^prius/i,
};
/** The same of hybrids that are charged from outside. */
const PLUG_IN_WORDS = /\bphev\b|\bplug-?in\b/i;
const PLUG_IN_MODELS: Readonly<Record<string, RegExp>> = {
  audi: /^a3\b.*e-?tron\b|\btfsi e\b|^(a[678]|q5) e$/i,
  bmw: /^([357]30e|225xe|550e|7[45]0l?e|745l?e|x[1-7] xdrive\s?\d\de|xm\b)/i,
  cadillac: /^elr\b/i,
  chevrolet: /^volt\b/i,
  ford: /\benergi\b/i,
  jeep: /\b4xe\b/i,
  landrover: /\bp\d{3}e\b/i,
  lexus: /^(nx|rx|tx)\s?\d{3}h\s?\+/i,
  mercedesbenz: /^([a-z]{1,3}[\s-]*)?\d{3}\s?e\b/i,
  porsche: /\be-?hybrid\b/i,
  toyota: /\bprime\b/i,
  volvo: /\bt8\b/i,
};
/** How a hybrid that is charged from outside is named here: import duties differ from those on other hybrids. */
export const PLUG_IN = 'Plug-in hybrid';

/**
 * Engines sold in the US in hybrids alone, by the codes of vPIC's patterns (2026-03): Toyota's with an X after the hyphen run
 * the Atkinson cycle beside motors (2ZR-FXE, A25A-FXS; vPIC once has INZ for 1NZ), Honda's are the IMA and two-motor ones.
 */
const TOYOTA_HYBRID_ENGINE = /\b([A-Z]\d{2}[A-Z]|[1-8I][A-Z]{2})-?FX[ES]\b/i;
const HYBRID_ENGINES: Readonly<Record<string, RegExp>> = {
  toyota: TOYOTA_HYBRID_ENGINE,
  lexus: TOYOTA_HYBRID_ENGINE,
  honda: /\b(ECA1|LDA[1-3I]|LEA[12]|LFA1|LFB[12])\b/i,
};
/**
 * Displacement in liters with the horsepower that no other US engine of the make has at that size; null: all of that size are
 * hybrids. Makers' published figures, common knowledge: 2ZR-FXE 98 hp (some sites 97) where the gasoline 1.8 has 120 or more.
 */
const HYBRID_POWER: Readonly<
  Record<string, readonly (readonly [liters: number, hp: readonly number[] | null])[]>
> = {
  toyota: [
    [1.5, [70, 76]],
    [1.8, [95, 96, 97, 98, 99]],
    [2.4, [147]],
    [2.5, [154, 156]],
  ],
  lexus: [
    [1.8, null],
    [2.5, [154, 156]],
  ],
  honda: [[1.3, null]],
};

/** Whether an engine as listed or decoded is one of hybrids alone, by its code or by size and power; unknown is false. */
export function isHybridEngine(make: string | null, engine: string | null): boolean {
  if (make === null || engine === null) return false;
  const key = bareName(readMake(make).name);
  if (HYBRID_ENGINES[key]?.test(engine)) return true;
  const liters = Number(/\b(\d\.\d)\s?-?L?\b/i.exec(engine)?.[1]);
  const hp = Number(/\b(\d{2,3})\s?-?(?:hp|bhp|horsepower)\b/i.exec(engine)?.[1]);
  return (HYBRID_POWER[key] ?? []).some(
    ([size, powers]) => size === liters && (powers === null || powers.includes(hp)),
  );
}

export type Electrified = 'Electric' | 'Hybrid';

/** Whether a listed or decoded fuel names a hybrid that is charged from outside. */
export const isPlugIn = (fuel: string | null): boolean => /\bphev\b|plug-?in/i.test(fuel ?? '');

/** Which electrified drive a listed or decoded fuel names; null for all others. */
export function electrified(fuel: string | null): Electrified | null {
  if (fuel === null) return null;
  if (/hybrid|\bp?hev\b|plug-?in/i.test(fuel)) return 'Hybrid';
  if (!/\belectric\b|\bb?ev\b/i.test(fuel)) return null;
  return /gas/i.test(fuel) ? 'Hybrid' : 'Electric';
}

/** `Electric`, `Hybrid` or `Plug-in hybrid` where make and model (or a trim) alone say so, whatever the listing leaves out; else null. */
export function fuelOfModel(make: string | null, model: string | null): Electrified | typeof PLUG_IN | null {
  // `Base/Hybrid` lists what the car may be.
  if (make === null || /[/,;]/.test(model ?? '')) return null;
  const key = bareName(readMake(make).name);
  if (ELECTRIC_MODELS[key]?.test(bareName(model ?? ''))) return 'Electric';
  const name = model?.trim() ?? '';
  if (PLUG_IN_WORDS.test(name) || PLUG_IN_MODELS[key]?.test(name)) return PLUG_IN;
  return HYBRID_WORDS.test(name) || HYBRID_MODELS[key]?.test(name) ? 'Hybrid' : null;
}

type NamedCar = {
  readonly make: string | null;
  readonly model: string | null;
  readonly trim: string | null;
  /** Every text that tells its engine. */
  readonly engines: readonly (string | null)[];
};

/** The fuel of a listed car: as listed, but where its model, trim or engine says that it runs on electricity too. */
export function fuelOfListing(
  listed: string | null,
  { make, model, trim, engines }: NamedCar,
): string | null {
  const named = fuelOfModel(make, model) ?? fuelOfModel(make, trim);
  if (electrified(listed)) return named === PLUG_IN && electrified(listed) === 'Hybrid' ? named : listed;
  return named ?? (engines.some((engine) => isHybridEngine(make, engine)) ? 'Hybrid' : listed);
}
