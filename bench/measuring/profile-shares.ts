import type { Profiler } from 'node:inspector';

/** Of a package its name, of ours its folder, of V8 its own words in parentheses. */
function ownerOf({ url, functionName }: { url: string; functionName: string }): string {
  if (url === '') return functionName.startsWith('(') ? functionName : '(native)';
  if (url.startsWith('node:')) return 'node';
  const packaged = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (packaged !== undefined) return packaged;
  return (
    /\/(server\/[^/]+|contract|samples|bench|web|scripts|tests\/rules|tests)\//.exec(url)?.[1] ?? 'other'
  );
}

/** Self time of a processor profile by owner of the code, ms; waiting is left out. */
export function shareOfProfile(profile: Profiler.Profile): Record<string, number> {
  const owners = new Map(profile.nodes.map(({ id, callFrame }) => [id, ownerOf(callFrame)]));
  const shares: Record<string, number> = {};
  for (const [place, id] of (profile.samples ?? []).entries()) {
    const owner = owners.get(id) ?? 'other';
    if (owner === '(idle)') continue;
    shares[owner] = (shares[owner] ?? 0) + (profile.timeDeltas?.[place] ?? 0) / 1000;
  }
  return shares;
}
