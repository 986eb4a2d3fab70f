import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LINK_EXAMPLES, readAuctionLink } from './auction-link.ts';

const read = (text: string) => {
  const reading = readAuctionLink(text);
  return reading.ok ? `${reading.link.site} ${reading.link.id}` : reading.reason;
};
const canonical = (text: string) => {
  const reading = readAuctionLink(text);
  return reading.ok ? reading.link.canonicalUrl : reading.reason;
};

describe('links people paste are read', () => {
  test.each([
    ['https://bid.cars/en/lot/1-12345678/', 'bid.cars 1-12345678'],
    ['https://bid.cars/en/lot/0-45397077/2022-Ford-F-150-1FTFW1ED9NFB06106', 'bid.cars 0-45397077'],
    ['https://bid.cars/pl/lot/0-45397077', 'bid.cars 0-45397077'],
    ['https://bid.cars/lot/1-77230345?archived=true', 'bid.cars 1-77230345'],
    ['bid.cars/en/lot/1-2/', 'bid.cars 1-2'],
    ['https://m.bid.cars/ru/LOT/1-77230345/', 'bid.cars 1-77230345'],
    ['https://bid.cars/en/lot/2017-Toyota-Camry-4T1BF1FK5HU123456', 'bid.cars 4T1BF1FK5HU123456'],
    ['https://www.copart.com/lot/12345678/', 'copart 12345678'],
    [
      'https://www.copart.com/lot/68379726/clean-title-2017-toyota-highlander-se-tx-dallas',
      'copart 68379726',
    ],
    ['https://www.copart.com/lot/68379726/Photos', 'copart 68379726'],
    ['http://copart.com/lot/68379726?resultIndex=3&backTo=%2FlotSearchResults', 'copart 68379726'],
    ['https://www.copart.com/lot/details/68379726', 'copart 68379726'],
    ['https://www.copart.com/lotDetail/35844773', 'copart 35844773'],
    ['https://m.copart.com/lotdetail/35844773/', 'copart 35844773'],
    ['https://www.copart.com/es/lotDetails/35844773?intcmp=share#photos', 'copart 35844773'],
    ['https://www.copart.ca/fr/lotDetail/35844773', 'copart 35844773'],
    ['https://www.copart.ca/lot/37088374', 'copart 37088374'],
    ['https://www.copart.com/en/lot/37088374', 'copart 37088374'],
    ['https://www.copart.com/public/data/lotdetails/solr/68379726', 'copart 68379726'],
    ['https://www.copart.com/public/data/lotdetails/solr/lotImages/68379726/USA', 'copart 68379726'],
    ['https://www.copart.com/public/data/lotdetails/solr/lot-images/?lotNumber=68379726', 'copart 68379726'],
    ['https://www.iaai.com/VehicleDetail/12345678~US', 'iaai 12345678'],
    ['https://www.iaai.com/vehicledetail/45293605~us', 'iaai 45293605'],
    ['https://www.iaai.com/VehicleDetail/45293605%7EUS', 'iaai 45293605'],
    ['https://www.iaai.com/VehicleDetail/Imp_3069335~CA', 'iaai Imp_3069335~CA'],
    ['https://www.iaai.com/vehicledetails/37926262?RowNumber=2', 'iaai 37926262'],
    ['https://www.iaai.com/Vehicle?itemID=32163619&RowNumber=0', 'iaai 32163619'],
    ['https://iaai.com/VehicleDetail?itemId=32163619', 'iaai 32163619'],
    ['https://www.iaai.com/vehicle?uId=abc&amp;itemid=32163619', 'iaai 32163619'],
    ['https://ca.iaai.com/VehicleDetails/12345678', 'iaai ca:12345678'],
    ['\n  \u00a0\ufeffhttps://BID.CARS/en/lot/1-77230345/#photos \u200b', 'bid.cars 1-77230345'],
    ['HTTPS://WWW.COPART.COM/LOT/12345678', 'copart 12345678'],
    ['https://bid.cars./en/lot/1-77230345', 'bid.cars 1-77230345'],
    ['https://bid.cars/en/lot/1-77230345?utm_source=x&a=https://evil.test/#x', 'bid.cars 1-77230345'],
  ])('%s', (text, lot) => {
    expect(read(text)).toBe(lot);
  });

  test('the three examples of the specification are lots', () => {
    expect(LINK_EXAMPLES.map(read)).toEqual(['bid.cars 1-12345678', 'copart 12345678', 'iaai 12345678']);
  });

  test('the canonical address is rebuilt: https, English page, no query', () => {
    expect(canonical('http://bid.cars/pl/lot/0-45397077/2022-Ford-F-150-1FTFW1ED9NFB06106?x=1#y')).toBe(
      'https://bid.cars/en/lot/0-45397077/2022-Ford-F-150-1FTFW1ED9NFB06106',
    );
    expect(canonical('m.copart.com/lot/68379726/slug')).toBe('https://www.copart.com/lot/68379726');
    expect(canonical('iaai.com/vehicledetails/45293605')).toBe(
      'https://www.iaai.com/VehicleDetail/45293605~US',
    );
  });

  test('a full VIN at the end of a bid.cars link is kept, a name that merely ends in 17 letters is not', () => {
    const vinOf = (text: string) => {
      const reading = readAuctionLink(text);
      return reading.ok ? reading.link.vin : reading.reason;
    };
    expect(vinOf('https://bid.cars/en/lot/0-45397077/2022-Ford-F-150-1FTFW1ED9NFB06106')).toBe(
      '1FTFW1ED9NFB06106',
    );
    expect(vinOf('https://bid.cars/en/lot/1-5/2020-Some-Trailer')).toBeNull();
  });

  test('lots of another country never share an id with US lots', () => {
    const ids = [
      'https://www.iaai.com/VehicleDetail/12345678~US',
      'https://www.iaai.com/VehicleDetail/12345678~CA',
      'https://ca.iaai.com/VehicleDetails/12345678',
    ].map(read);
    expect(new Set(ids).size).toBe(3);
  });
});

describe('bad input, catalogue A', () => {
  test.each([
    ['', 'empty'],
    [' \u00a0\n', 'empty'],
    [`https://bid.cars/en/lot/1-2/${'a'.repeat(2049)}`, 'not_a_link'],
    ['javascript:alert(1)', 'not_a_link'],
    ['data:text/html,<b>', 'not_a_link'],
    ['file:///etc/passwd', 'not_a_link'],
    ['ftp://bid.cars/en/lot/1-2', 'not_a_link'],
    ['gopher://bid.cars/en/lot/1-2', 'not_a_link'],
    ['blob:https://bid.cars/en/lot/1-2', 'not_a_link'],
    ['view-source:https://bid.cars/en/lot/1-2', 'not_a_link'],
    ['java\nscript:alert(1)', 'not_a_link'],
    ['//bid.cars/en/lot/1-2', 'not_a_link'],
    ['https:bid.cars/en/lot/1-2', 'not_a_link'],
    ['https:///bid.cars/en/lot/1-2', 'not_a_link'],
    ['https://bid.cars@evil.test/en/lot/1-2', 'not_a_link'],
    ['https://user:pw@bid.cars/en/lot/1-2', 'not_a_link'],
    ['https://@bid.cars/en/lot/1-2', 'not_a_link'],
    ['https://bid.cars\\@evil.test/en/lot/1-2', 'not_a_link'],
    ['bid.cars#@evil.test/en/lot/1-2', 'not_a_lot'],
    ['https://bid.cars.evil.test/en/lot/1-2', 'unsupported_site'],
    ['https://evil-bid.cars/en/lot/1-2', 'unsupported_site'],
    ['https://evil.test/bid.cars/en/lot/1-2', 'unsupported_site'],
    ['https://bid.cars%2eevil.test/en/lot/1-2', 'not_a_link'],
    ['https://bid.cars。evil.test/en/lot/1-2', 'not_a_link'],
    ['https://bid。cars/en/lot/1-2', 'not_a_link'],
    ['https://bid.cars../en/lot/1-2', 'unsupported_site'],
    ['https://bіd.cars/en/lot/1-2', 'not_a_link'],
    ['https://ⓑⓘⓓ.cars/en/lot/1-2', 'not_a_link'],
    ['https://bid\u200b.cars/en/lot/1-2', 'not_a_link'],
    ['https://xn--bd-mja.cars/en/lot/1-2', 'unsupported_site'],
    ['https://api.bid.cars/en/lot/1-2', 'unsupported_site'],
    ['https://www.m.bid.cars/en/lot/1-2', 'unsupported_site'],
    ['https://bid.cars:8443/en/lot/1-2', 'not_a_link'],
    ['https://bid.cars:443/en/lot/1-2', 'not_a_link'],
    ['https://bid.cars:0/en/lot/1-2', 'not_a_link'],
    ['https://bid.cars:65536/en/lot/1-2', 'not_a_link'],
    ['https://bid.cars:/en/lot/1-2', 'not_a_link'],
    ['https://127.0.0.1/en/lot/1-2', 'unsupported_site'],
    ['https://2130706433/en/lot/1-2', 'not_a_link'],
    ['https://0x7f.1/en/lot/1-2', 'not_a_link'],
    ['https://0177.0.0.1/en/lot/1-2', 'not_a_link'],
    ['https://127.1/en/lot/1-2', 'not_a_link'],
    ['https://[::1]/en/lot/1-2', 'not_a_link'],
    ['https://[::ffff:127.0.0.1]/en/lot/1-2', 'not_a_link'],
    ['https://[64:ff9b::7f00:1]/en/lot/1-2', 'not_a_link'],
    ['https://169.254.169.254/latest', 'unsupported_site'],
    ['http://metadata.google.internal/', 'unsupported_site'],
    ['http://localhost/en/lot/1-2', 'not_a_link'],
    ['http://127.0.0.1.nip.io/en/lot/1-2', 'unsupported_site'],
    ['https://bid.cars/en/lot/%2e%2e/lot/1-2', 'not_a_lot'],
    ['https://bid.cars/x/../en/lot/1-2', 'not_a_lot'],
    ['https://bid.cars//en/lot/1-2', 'not_a_lot'],
    ['https://bid.cars/en/lot/1-2;x', 'not_a_lot'],
    ['https://bid.cars/en/lot/1-2%00', 'not_a_lot'],
    ['https://bid.cars/en/lot/1-2%2500', 'not_a_lot'],
    ['https://bid.cars/en\\lot\\1-2', 'not_a_link'],
    ['https://bid.cars/en/lot/\u202e1-2', 'not_a_link'],
    ['https://bid.cars/en/lot/', 'not_a_lot'],
    ['https://bid.cars/en/search?q=1-12345678', 'not_a_lot'],
    [`https://www.copart.com/lot/${'1'.repeat(40)}`, 'not_a_lot'],
    ['https://www.copart.com/lot/١٢٣٤٥٦٧٨', 'not_a_lot'],
    ['https://www.copart.com/lot/１２３４５６７８', 'not_a_lot'],
    ['https://www.copart.com/lotSearchResults?query=68379726', 'not_a_lot'],
    ['https://www.copart.com/', 'not_a_lot'],
    ['https://www.copart.com/lotDetail/', 'not_a_lot'],
    ['https://www.copart.com/lotDetail/details/35844773', 'not_a_lot'],
    ['https://www.copart.co.uk/lotDetail/35844773', 'unsupported_site'],
    ['https://www.copart.co.uk/lot/12345678', 'unsupported_site'],
    ['https://www.copart.de/lot/12345678', 'unsupported_site'],
    ['https://www.iaai.com/VehicleDetail/45293605~USA', 'not_a_lot'],
    ['https://www.iaai.com/VehicleDetail/', 'not_a_lot'],
    ['https://www.iaai.com/Search?SearchVIN=1FTFW1ED9NFB06106', 'not_a_lot'],
    ['https://bid.cars/en/lot/1-2 https://bid.cars/en/lot/1-3', 'not_a_link'],
    ['https://bid.cars/en/lot/1-2/https://bid.cars/en/lot/1-3', 'not_a_lot'],
    ['[a lot](https://bid.cars/en/lot/1-2)', 'not_a_link'],
    ['"https://bid.cars/en/lot/1-2"', 'not_a_link'],
    ['<https://bid.cars/en/lot/1-2>', 'not_a_link'],
    ['1FTFW1ED9NFB06106', 'not_a_link'],
    ['68379726', 'not_a_link'],
  ])('%j', (text, reason) => {
    expect(read(text)).toBe(reason);
  });

  test('ten megabytes are refused at once', () => {
    const before = process.cpuUsage();
    expect(read('&amp;'.repeat(2_000_000))).toBe('not_a_link');
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(500);
  });

  test('any text is answered, never thrown at, and an accepted link reads the same from its canonical address', () => {
    const shaped = fc
      .tuple(
        fc.constantFrom('https://bid.cars/', 'copart.com/lot/', 'https://www.iaai.com/VehicleDetail/', ''),
        fc.string({ unit: 'grapheme', maxLength: 60 }),
      )
      .map(([start, end]) => `${start}${end}`);
    const numbered = fc
      .tuple(fc.constantFrom('bid.cars/en/lot/1-', 'copart.com/lot/', 'iaai.com/VehicleDetail/'), fc.nat())
      .map(([start, number]) => `${start}${number}`);
    fc.assert(
      fc.property(fc.oneof(shaped, numbered, fc.webUrl()), (text) => {
        const reading = readAuctionLink(text);
        if (!reading.ok) {
          expect(reading.message).not.toBe('');
          return;
        }
        const again = readAuctionLink(reading.link.canonicalUrl);
        expect(again.ok && again.link.id).toBe(reading.link.id);
        expect(new URL(reading.link.canonicalUrl).hostname).toMatch(
          /^(bid\.cars|www\.copart\.(com|ca)|www\.iaai\.com|ca\.iaai\.com)$/,
        );
      }),
      { numRuns: 2000 },
    );
  });
});
