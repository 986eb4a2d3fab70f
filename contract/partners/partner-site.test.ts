import { describe, expect, test } from 'vitest';
import { leadsToSite } from './partner-site.ts';

describe('a link to the site of a partner', () => {
  test.each([
    ['https://parts.example/p/1', 'https://parts.example'],
    ['https://parts.example/p/1?x=1#y', 'https://parts.example/'],
    ['https://PARTS.Example/', 'https://parts.example'],
    ['https://shop.parts.example/', 'https://parts.example'],
    ['https://a.b.parts.example/', 'https://parts.example'],
    ['https://parts.example:443/', 'https://parts.example'],
    ['https://parts.example:8443/', 'https://parts.example:8443'],
    ['https://xn--bcher-kva.example/', 'https://bücher.example'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example'],
    ['https://shopify.example/other', 'https://shopify.example/mystore'],
    ['https://mystore.hosting.example/', 'https://mystore.hosting.example'],
  ])('%s belongs to %s', (link, website) => {
    expect(leadsToSite(link, website)).toBe(true);
  });

  test.each([
    ['https://evil.example/', 'https://parts.example'],
    ['https://parts.example.evil.example/', 'https://parts.example'],
    ['https://evil-parts.example/', 'https://parts.example'],
    ['https://evilparts.example/', 'https://parts.example'],
    ['https://example/', 'https://parts.example'],
    ['https://parts.example@evil.example/', 'https://parts.example'],
    ['https://evil.example\\@parts.example/', 'https://parts.example'],
    ['https://user@parts.example/', 'https://parts.example'],
    ['https://:secret@parts.example/', 'https://parts.example'],
    ['https://parts.example:8443/', 'https://parts.example'],
    ['https://parts.example/', 'https://parts.example:8443'],
    ['https://parts.example./', 'https://parts.example'],
    ['https://evil.example/?u=https://parts.example', 'https://parts.example'],
    ['http://parts.example/', 'https://parts.example'],
    ['javascript:alert(1)', 'https://parts.example'],
    ['//parts.example/', 'https://parts.example'],
    ['https://pärts.example/', 'https://parts.example'],
    ['https://other.hosting.example/', 'https://mystore.hosting.example'],
    ['https://hosting.example/', 'https://mystore.hosting.example'],
    ['https://evil.shopify.example/', 'https://shopify.example/mystore'],
    ['https://www.parts.example.', 'https://parts.example'],
    ['https://parts.example/', 'http://parts.example'],
    ['https://parts.example/', null],
    ['not an address', 'https://parts.example'],
  ])('%s does not belong to %s', (link, website) => {
    expect(leadsToSite(link, website)).toBe(false);
  });
});
