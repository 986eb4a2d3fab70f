// Prints, as JSON, what decoding VINs takes of this process: `node --expose-gc bench/measuring/vin-decodes.ts`.
import { decodeVin } from '../../server/vehicles/decode-vin.ts';
import { vinTable } from '../../server/vehicles/vin-table.ts';

/** One VIN for each maker code of cars and light trucks: every schema list is read, long and short. */
function vinsOfAllMakes(): string[] {
  const types = new Set([2, 3, 7]);
  return [...vinTable().wmis]
    .filter(([code, { vehicleType }]) => code.length === 3 && types.has(vehicleType))
    .flatMap(([code]) => ['ABK1B0HA', '4CV2B0LB', '12345X8C'].map((rest) => `${code}${rest}******`));
}

globalThis.gc?.();
const before = process.memoryUsage().rss;
const start = performance.now();
decodeVin('1FTFW1ED9NFB06106');
const first = performance.now() - start;
globalThis.gc?.();
const memory = process.memoryUsage().rss - before;
const vins = vinsOfAllMakes();
for (const vin of vins) decodeVin(vin);
let slowest = 0;
const warm = performance.now();
for (const vin of vins) {
  const from = performance.now();
  decodeVin(vin);
  slowest = Math.max(slowest, performance.now() - from);
}
const mean = (performance.now() - warm) / vins.length;
process.stdout.write(
  JSON.stringify({
    first_ms: first,
    memory_mb: memory / 1e6,
    decodes: vins.length,
    mean_ms: mean,
    slowest_ms: slowest,
  }),
);
