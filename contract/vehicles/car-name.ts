/**
 * A lot's name as listed with its make in the make's own spelling: `2015 INFINITI QX60` and `Infiniti` make
 * `2015 Infiniti QX60`. What the listing writes otherwise stays as it is; null where there is no name.
 */
export function carName(listed: string, make: string | null): string;
export function carName(listed: string | null, make: string | null): string | null;
export function carName(listed: string | null, make: string | null): string | null {
  if (listed === null || !make) return listed;
  const at = ` ${listed} `.toLowerCase().indexOf(` ${make.toLowerCase()} `);
  return at < 0 ? listed : listed.slice(0, at) + make + listed.slice(at + make.length);
}
