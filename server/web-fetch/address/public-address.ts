import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { FetchNetwork, FetchRefused } from '../fetch-errors.ts';

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** The system's resolver: every A and AAAA record, in its order. */
export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true })).map((answer) => answer.address);

/** Of IPv6 only this is given out for the internet; IPv4 spelled as IPv6 (`::7f00:1`) lies outside of it. */
const IPV6_INTERNET = ipaddr.IPv6.parseCIDR('2000::/3');
/** Azure's own services answer every machine there at this public address. */
const PLATFORM = '168.63.129.16';

/** Whether an address is on the public internet: unicast, after unwrapping IPv4 in IPv6, and no platform's own. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || parsed.toString() === PLATFORM) return false;
  return parsed instanceof ipaddr.IPv6 ? parsed.match(IPV6_INTERNET) : true;
}

/** The address inside the brackets of a URL's IPv6 host; anything else as it is. */
export function bareHost(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host;
}

/**
 * A lookup for `net.connect` that answers only addresses it has checked, so that what was checked is what is
 * connected to. One private answer among public ones refuses the host: that is how rebinding looks.
 */
export function checkedLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    resolveChecked(host, resolve, isAllowed).then(
      (addresses) => {
        const answers = addresses.map((address) => ({ address, family: isIP(address) }));
        const first = answers[0];
        if (options.all) callback(null, answers);
        else if (first) callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
    );
  };
}

async function resolveChecked(host: string, resolve: Resolve, isAllowed: (address: string) => boolean) {
  let addresses: readonly string[];
  try {
    addresses = await resolve(host);
  } catch (cause) {
    throw new FetchNetwork('dns', host, cause);
  }
  if (addresses.length === 0) throw new FetchNetwork('dns', host);
  for (const address of addresses) {
    if (isIP(address) === 0 || !isAllowed(address)) {
      throw new FetchRefused('address', 'the host has an address that is not public', host);
    }
  }
  return addresses;
}
