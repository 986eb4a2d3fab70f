/** When a request to an object store says it was signed (`x-amz-date`, `20261126T110000Z`), ms; null where it says nothing legible. */
export function signedAt(date: string | string[] | undefined): number | null {
  const iso = String(date).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const at = Date.parse(iso);
  return Number.isNaN(at) ? null : at;
}
