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
  audi: /^(etron|q4|q[68]etron|sq[68]etron|rsetron)/,
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

/** `Electric` where make and model alone say so, whatever the listing leaves out; else null. */
export function fuelOfModel(make: string | null, model: string | null): 'Electric' | null {
  if (make === null) return null;
  return ELECTRIC_MODELS[bareName(readMake(make).name)]?.test(bareName(model ?? '')) ? 'Electric' : null;
}
