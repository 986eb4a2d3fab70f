import { describe, expect, it } from 'vitest';
import { LOT_HOSTS, PHOTO_HOSTS } from './allowed-hosts.ts';
import { isPublicAddress } from './public-address.ts';
import { allowedUrl, type FetchKind, type UrlRules } from './url-allow-list.ts';

const rules: UrlRules = {
  extraHosts: new Set(['parts.example.com']),
  apiOrigins: new Set(['http://127.0.0.1:11434', 'http://vision:11434', 'https://api.example.com']),
  localModels: true,
  sourceOrigins: new Map([
    ['https://www.copart.com', 'http://127.0.0.1:4567'],
    ['https://api.example.com', 'http://127.0.0.1:4568'],
  ]),
};

function reasonFor(url: string, kind: FetchKind): string {
  try {
    allowedUrl(url, kind, rules);
    return 'asked';
  } catch (error) {
    return error instanceof Error && 'reason' in error ? String(error.reason) : String(error);
  }
}

describe('allowedUrl', () => {
  it.each<[string, FetchKind, string]>([
    ['https://www.iaai.com/VehicleDetail/1~US', 'page', 'asked'],
    ['https://bid.cars/en/lot/1-2', 'page', 'asked'],
    ['https://WWW.IAAI.COM/VehicleDetail/1~US', 'page', 'asked'],
    ['https://vis.iaai.com/dimensions?imageKeys=1~SID', 'json', 'asked'],
    ['https://vis.iaai.com/resizer?imageKeys=1', 'image', 'asked'],
    ['https://pluto.bid.car/1-2/a.jpg', 'image', 'asked'],
    ['https://saturn.bid.car/1-2/a.jpg', 'image', 'asked'],
    ['https://parts.example.com/', 'page', 'asked'],
    ['http://127.0.0.1:11434/v1', 'api', 'asked'],
    ['http://127.0.0.1:1234/api/v1/models', 'local_model', 'asked'],
    ['http://127.0.0.1:1234/api/v1/models', 'api', 'scheme'],
    ['http://127.0.0.1:1234/api/v1/models', 'page', 'scheme'],
    ['http://127.0.0.1:1235/api/v1/models', 'local_model', 'host'],
    ['http://localhost:1234/api/v1/models', 'local_model', 'host'],
    ['http://10.0.0.1:11434/api/tags', 'local_model', 'host'],
    ['http://vision:11434/api/tags', 'local_model', 'asked'],
    ['http://vision:11435/api/tags', 'local_model', 'host'],
    ['http://vision:11434/api/tags', 'page', 'scheme'],
    ['https://www.iaai.com/', 'local_model', 'host'],
    ['http://user@127.0.0.1:1234/', 'local_model', 'userinfo'],
    ['http://www.iaai.com/VehicleDetail/1~US', 'page', 'scheme'],
    ['http://vis.iaai.com/resizer', 'image', 'scheme'],
    ['ftp://www.iaai.com/', 'page', 'scheme'],
    ['https://www.iaai.com:8443/', 'page', 'port'],
    ['https://user@www.iaai.com/', 'page', 'userinfo'],
    ['https://:pw@www.iaai.com/', 'page', 'userinfo'],
    ['https://vis.iaai.com/resizer', 'page', 'host'],
    ['https://www.iaai.com/', 'image', 'host'],
    ['https://bid.cars/a.jpg', 'image', 'host'],
    ['https://www.bid.cars/a.jpg', 'image', 'host'],
    ['https://www.iaai.com/', 'api', 'host'],
    ['https://evilbid.car/a.jpg', 'image', 'host'],
    ['https://a.bid.car.evil.test/a.jpg', 'image', 'host'],
    ['https://www.iaai.com./', 'page', 'host'],
    ['https://copart.co.uk/lot/1', 'page', 'host'],
    ['https://fcm.googleapis.com/wp/x', 'push', 'asked'],
    ['https://web.push.apple.com/x', 'push', 'asked'],
    ['https://fcm.googleapis.com/wp/x', 'page', 'host'],
    ['https://fcm.googleapis.com/wp/x', 'api', 'host'],
    ['https://hooks.example.org/x', 'webhook', 'asked'],
    ['http://hooks.example.org/x', 'webhook', 'scheme'],
    ['https://hooks.example.org:8443/x', 'webhook', 'port'],
    ['https://www.iaai.com/', 'webhook', 'host'],
    ['https://cs.copart.com/x', 'webhook', 'host'],
    ['https://api.example.com/v1', 'webhook', 'asked'],
    ['http://127.0.0.1:11434/v1', 'webhook', 'scheme'],
    ['https://parts.example.com/', 'push', 'host'],
    ['https://www.iaai.com/', 'push', 'host'],
    ['https://evilpush.apple.com.example/x', 'push', 'host'],
    ['https://push.apple.com.evil.test/x', 'push', 'host'],
    ['https://fcm.googleapis.com:8443/wp/x', 'push', 'port'],
    ['http://fcm.googleapis.com/wp/x', 'push', 'scheme'],
    ['http://127.0.0.1:11434/v1', 'page', 'port'],
    ['http://127.0.0.1:11435/v1', 'api', 'scheme'],
    ['not an address', 'page', 'not_a_url'],
    [`https://www.iaai.com/${'a'.repeat(5000)}`, 'page', 'url_too_long'],
  ])('%s as %s: %s', (url, kind, reason) => {
    const found = reasonFor(url, kind);
    // A plain http address on a port of its own has two faults; the first found is named.
    expect(reason === 'port' ? ['port', 'scheme'] : [reason]).toContain(found);
  });

  it.each(LOT_HOSTS)('lets pages of %s be asked', (host) => {
    expect(reasonFor(`https://${host}/lot/1`, 'page')).toBe('asked');
  });

  it.each(PHOTO_HOSTS)('lets photos of %s be asked', (host) => {
    expect(reasonFor(`https://${host}/1.jpg`, 'image')).toBe('asked');
  });

  it('keeps the path and the query of a mapped site on the other origin', () => {
    const checked = allowedUrl('https://www.copart.com//127.0.0.1/a?b=1#c', 'page', rules);
    expect(checked.target.href).toBe('http://127.0.0.1:4567//127.0.0.1/a?b=1');
    expect(checked.url.href).toBe('https://www.copart.com//127.0.0.1/a?b=1');
    expect(checked.trusted).toBe(true);
  });

  it('asks a source with a key at the other origin, too', () => {
    const { url, target } = allowedUrl('https://api.example.com/v1/models?a=1', 'api', rules);
    expect([url.origin, target.href]).toEqual([
      'https://api.example.com',
      'http://127.0.0.1:4568/v1/models?a=1',
    ]);
  });

  it('trusts only what the configuration names', () => {
    expect(allowedUrl('https://www.iaai.com/', 'page', rules).trusted).toBe(false);
    expect(allowedUrl('https://parts.example.com/', 'page', rules).trusted).toBe(false);
  });
});

describe('isPublicAddress', () => {
  it.each(['93.184.216.34', '2606:2800:220:1::1', '::ffff:93.184.216.34'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.8',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '',
    'localhost',
    '127.1x',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
