import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { examinedWords } from '../../contract/report-view/head/examined.ts';
import { gapWords } from '../../contract/report-view/words/reservation.ts';
import { startSite } from './local-site.ts';
import { onceMade } from './once-made.ts';
import { reportWith } from './report-with-model.ts';
import { isFind, photosAsked, scripted } from './vision-script.ts';
import { startStandIn } from './vision-stand-in.ts';

/** A report whose photos a configured model examined, made once for two tests, and the questions the model got. */
const examined = onceMade(async () => {
  const { site, asked } = await startStandIn(
    'openai_compatible',
    scripted({
      findings: [
        { photo: 1, part: 'front_bumper_cover', types: ['torn'], confidence: 0.9 },
        { photo: 1, part: 'warp_core' },
      ],
      seen_whole: [{ part: 'hood', photo: 1, image_side: 'center', visible: 0.9 }],
    }),
  );
  return { ...(await reportWith(site.origin)), asked };
});

it('a configured model examines the photos of a real report, through the guard', async () => {
  const { model, roles, asked } = await examined();
  expect(roles.detector).toContain('eye');
  expect(asked.filter(isFind).length).toBeGreaterThan(0);
  expect(model.detection.engine).toMatchObject({ id: 'vision', model: 'eye' });
  expect(model.examined.photos_examined).toBe(model.photos.length);
  const bumper = model.detection.findings.find((finding) => finding.category === 'front_bumper_cover');
  expect(bumper?.evidence).toMatchObject([{ photo: 1 }]);
  expect(model.detection.engine.usd).toBeGreaterThan(0);
});

it('a report whose photos were all examined says nowhere that they were not, and what it was told is stored', async () => {
  const { model } = await examined();
  const { photos_total } = model.examined;
  const { given } = model.detection.answer_entries ?? { given: 0 };
  expect(examinedWords(model)).toBe(
    `${photos_total} of ${photos_total} photos were examined; 1 of ${given} entries of the model’s answer could not be used.`,
  );
  expect(JSON.stringify(model)).not.toMatch(/not (been )?(examined|reviewed)/i);
  expect(model.detection.seen_whole).toMatchObject([{ category: 'hood', photo: 1, visible: 0.9 }]);
});

it('a report beyond the account’s cap of the day rests on the declared damage and says so', async () => {
  const { site, asked } = await startStandIn('openai_compatible', scripted({}));
  const { model } = await reportWith(site.origin, { VISION_MAX_USD_PER_USER_DAY: '0.001' });
  expect(asked).toHaveLength(0);
  expect(model.detection.engine.id).toBe('declared');
  expect(model.gaps.map(gapWords).join(' ')).toContain('spend cap for photo checks');
});

/** A Copart lot whose photos come from `photo`, in the site's own two answers. */
async function startLotSite(
  count: number,
  photo: (number: number) => AsyncIterable<Buffer>,
): Promise<string> {
  const data = (url: string) =>
    /images/i.test(url)
      ? {
          imagesList: {
            content: Array.from({ length: count }, (_, index) => {
              const base = `https://cs.copart.com/v1/lpp/1126/${String(index + 1).padStart(32, '0')}`;
              return {
                imageSeqNumber: index + 1,
                imageTypeEnum: 'IMAGE',
                fullUrl: `${base}_ful.jpg`,
                highResUrl: `${base}_hrs.jpg`,
                thumbnailUrl: `${base}_thb.jpg`,
              };
            }),
          },
        }
      : {
          lotDetails: { ln: 70000001, ld: '2018 TOYOTA CAMRY SE', lcy: 2018, mkn: 'TOYOTA', dd: 'FRONT END' },
        };
  const { origin } = await startSite(({ url = '' }, response) => {
    const number = Number(/(\d{2})_\w{3}\.jpg$/.exec(url)?.[1]);
    if (number) return Readable.from(photo(number)).pipe(response.setHeader('content-type', 'image/jpeg'));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ returnCode: 1, returnCodeDesc: 'Success', data: data(url) }));
  });
  return origin;
}

it('the first photos are examined while the last one is still on its way', async () => {
  const firstQuestion = new AbortController();
  const { site, asked } = await startStandIn('openai_compatible', (question) => {
    firstQuestion.abort();
    return scripted({})(question);
  });
  const lotSite = await startLotSite(6, async function* (number) {
    const raw = Buffer.from(Array.from({ length: 48 }, (_, index) => (index * number * 53) % 256));
    const jpeg = await sharp(raw, { raw: { width: 4, height: 4, channels: 3 } })
      .resize(640, 480, { kernel: 'nearest', fit: 'fill' })
      .jpeg()
      .toBuffer();
    // The last one comes to its end only once the model was asked about the others; a silence of ten seconds would end it.
    let sent = 0;
    for (; number === 6 && !firstQuestion.signal.aborted; sent += 1) {
      yield jpeg.subarray(sent, sent + 1);
      await pause(500);
    }
    yield jpeg.subarray(sent);
  });
  const origins = { 'https://www.copart.com': lotSite, 'https://cs.copart.com': lotSite };
  const { model } = await reportWith(
    site.origin,
    { SOURCE_ORIGINS: JSON.stringify(origins), PREFETCH_PHOTOS: 'false' },
    { lot: 'https://www.copart.com/lot/70000001' },
  );
  const finds = asked.filter(isFind).map(photosAsked);
  expect(finds[0]).not.toContain(6);
  expect(finds.flat().sort()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(model.examined.photos_examined).toBe(6);
});
