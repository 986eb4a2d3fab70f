import { useEffect, useState } from 'react';

/** So long after a change what follows from it is asked for: changes come in a row, and each is to be shown first. Basis: judgment. */
const REST_MS = 800;

/** The version of a report once no other has followed it for a while; the first at once. */
export function useRested(version: number): number {
  const [rested, setRested] = useState(version);
  useEffect(() => {
    const timer = setTimeout(() => setRested(version), REST_MS);
    return () => clearTimeout(timer);
  }, [version]);
  return rested;
}
