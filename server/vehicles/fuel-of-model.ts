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
  gmc: /^(hummerev|sierraev)/,
  honda: /^(prologue|clarityelectric|fitev)/,
  hyundai: /^(ioniq[569]|ioniqelectric|konaelectric|konaev)/,
  jaguar: /^ipace/,
  kia: /^(ev[69]|niroev|soulev)/,
  lexus: /^rz/,
  mazda: /^mx30/,
  mercedesbenz: /^(eq[bes]|b250e)/,
  nissan: /^(leaf|ariya)/,
  polestar: /^[2-4]/,
  porsche: /^taycan/,
  subaru: /^solterra/,
  toyota: /^bz/,
  volkswagen: /^(id4|idbuzz|egolf)/,
  volvo: /^(ex[39]0|ec40|c40)/,
};

/** Words that makers put into the name of a hybrid, and models sold as nothing else in the US. Common knowledge. */
const HYBRID_WORDS = /\b(e-?|active)?hybrid\b|\bphev\b|\bplug-?in\b/i;
const HYBRID_MODELS: Readonly<Record<string, RegExp>> = {
  audi: /^a3\b.*e-?tron\b|\btfsi e\b|^(a[678]|q5) e$/i,
  bmw: /^([357]30e|225xe|550e|7[45]0l?e|745l?e|x[1-7] xdrive\s?\d\de|xm\b)/i,
  ford: /\benergi\b|^c-?max\b/i,
  honda: /^(insight|cr-?z)\b/i,
  lexus: /^(ct|es|gs|hs|ls|lc|nx|rx|tx|ux)\s?\d{3}h\b/i,
  toyota: /^prius|\bprime\b/i,
  volvo: /\bt8\b/i,
};

export type Electrified = 'Electric' | 'Hybrid';

/** Which electrified drive a listed or decoded fuel names; null for all others. */
export function electrified(fuel: string | null): Electrified | null {
  if (fuel === null) return null;
  if (/hybrid|phev|plug-?in/i.test(fuel)) return 'Hybrid';
  if (!/\belectric\b|\bb?ev\b/i.test(fuel)) return null;
  return /gas/i.test(fuel) ? 'Hybrid' : 'Electric';
}

/** `Electric` or `Hybrid` where make and model (or a trim) alone say so, whatever the listing leaves out; else null. */
export function fuelOfModel(make: string | null, model: string | null): Electrified | null {
  // `Base/Hybrid` lists what the car may be.
  if (make === null || /[/,;]/.test(model ?? '')) return null;
  const key = bareName(readMake(make).name);
  if (ELECTRIC_MODELS[key]?.test(bareName(model ?? ''))) return 'Electric';
  const name = model?.trim() ?? '';
  return HYBRID_WORDS.test(name) || HYBRID_MODELS[key]?.test(name) ? 'Hybrid' : null;
}

/** The fuel of a listed car: as listed, but where its model says that it runs on electricity too. */
export function fuelOfListing(
  listed: string | null,
  make: string | null,
  model: string | null,
): string | null {
  return electrified(listed) ? listed : (fuelOfModel(make, model) ?? listed);
}
