import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { noteWords } from '../../contract/report-view/words/reservation.ts';
import { detectionSchema, type Finding } from '../../contract/schemas/damage.ts';
import {
  type AnswerCache,
  answerCacheIn,
  deleteOldAnswers,
} from '../../server/damage-detectors/vision/cache.ts';
import {
  createVisionDetector,
  type VisionDetectorOptions,
} from '../../server/damage-detectors/vision/model.ts';
import type { VisionProvider } from '../../server/damage-detectors/vision/profiles.ts';
import { createFolderStore } from '../../server/storage/folder.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { inputFor, LARGE, madePhoto, madePhotos } from './vision-photos.ts';
import { foundBy, isFind, photosAsked, type Script, scripted } from './vision-script.ts';
import { type Asked, type Reply, type StandIn, startStandIn } from './vision-stand-in.ts';

const PRICE = { in: 2, out: 10 };

async function detectorFor(
  reply: (asked: Asked, count: number) => Reply | Promise<Reply>,
  options: Partial<VisionDetectorOptions> & { provider?: VisionProvider; answer_ms?: number } = {},
): Promise<StandIn & { detector: ReturnType<typeof createVisionDetector> }> {
  const { provider = 'openai_compatible', answer_ms, ...rest } = options;
  const standIn = await startStandIn(provider, reply, answer_ms === undefined ? {} : { answer_ms });
  const detector = createVisionDetector({ client: standIn.client, price: PRICE, retry_ms: 5, ...rest });
  return { ...standIn, detector };
}

const seenOf = (findings: readonly Finding[]) => findings.filter((finding) => finding.status === 'visible');
const placeOf = (finding: Finding) => `${finding.side} ${finding.position} ${finding.category}`;

const CRASH: Script = {
  views: { 1: 'front', 2: 'front_left', 3: 'left', 4: 'rear' },
  findings: [
    { photo: 1, part: 'front_bumper_cover', types: ['torn'], confidence: 0.9, op_hint: 'replace' },
    { photo: 1, part: 'headlamp', image_side: 'image_right', types: ['broken'], confidence: 0.7 },
    { photo: 2, part: 'headlamp', image_side: 'image_right', types: ['broken'], confidence: 0.6 },
    { photo: 3, part: 'front_door_shell', image_side: 'center', types: ['dent'], confidence: 0.5 },
    { photo: 4, part: 'tail_lamp', image_side: 'image_left', types: ['crack'], confidence: 0.5 },
  ],
};

describe('the photo detector', () => {
  it('asks in two passes, the second with crops from the photos', async () => {
    const { detector, asked, client } = await detectorFor(scripted(CRASH), { provider: 'openai' });
    const detection = await detector.detect(inputFor(await madePhotos(4)));
    expect(asked.map((entry) => [isFind(entry), entry.images.length])).toEqual([
      [true, 4],
      // Four photos that have findings, five crops.
      [false, 9],
    ]);
    expect(detectionSchema.safeParse(detection).success).toBe(true);
    expect(detection.engine).toMatchObject({ id: 'vision', model: client.model, examined_photos: 4 });
    const sizes = await Promise.all(
      (asked[1]?.images ?? []).map(
        async (data) => (await sharp(Buffer.from(data, 'base64')).metadata()).width,
      ),
    );
    expect(sizes.slice(4).every((width) => width >= 768 && width <= 1024)).toBe(true);
  });

  it('splits the second pass where the server takes few pictures', async () => {
    const { detector, asked, client } = await detectorFor(scripted(CRASH));
    const detection = await detector.detect(inputFor(await madePhotos(4)));
    expect(
      asked
        .slice(1)
        .map((entry) => entry.images.length)
        .sort(),
    ).toEqual([2, 7]);
    expect(Math.max(...asked.map((entry) => entry.images.length))).toBeLessThanOrEqual(
      client.profile.images_per_request,
    );
    expect(seenOf(detection.findings)).toHaveLength(4);
  });

  it('makes one line of a damage over all photos, its side from view and picture side', async () => {
    const { detector } = await detectorFor(scripted(CRASH));
    const detection = await detector.detect(inputFor(await madePhotos(4)));
    const lamp = seenOf(detection.findings).filter((entry) => entry.category === 'headlamp');
    expect(lamp.map((entry) => [entry.side, entry.evidence.map((at) => at.photo)])).toEqual([
      ['left', [1, 2]],
    ]);
    expect(lamp[0]?.because?.from).toMatchObject({ code: 'photos', confidence: expect.closeTo(0.79, 2) });
  });

  it('tells the first pass nothing of what is declared', async () => {
    const { detector, asked } = await detectorFor(scripted(CRASH));
    await detector.detect(inputFor(await madePhotos(2)));
    expect(JSON.stringify(asked[0]?.body)).not.toMatch(/front end|FRONT END|declared|runs/);
  });

  it('joins seen and declared: basis both, declared alone, and photos alone', async () => {
    const { detector } = await detectorFor(scripted(CRASH));
    const detection = await detector.detect(inputFor(await madePhotos(4)));
    const basisOf = (category: string) =>
      detection.findings.find((finding) => finding.category === category)?.basis;
    expect(basisOf('front_bumper_cover')).toBe('both');
    expect(basisOf('tail_lamp')).toBe('photos');
    expect(basisOf('windshield')).toBe('declared');
    const declared = detection.findings.filter((finding) => finding.basis === 'declared');
    expect(declared.every((entry) => entry.evidence.length === 0 && entry.severity === null)).toBe(true);
  });

  it('drops what the second look calls no damage, and names it', async () => {
    const { detector } = await detectorFor(
      scripted({ ...CRASH, verdicts: { front_door_shell: { verdict: 'not_damage', reason: 'reflection' } } }),
    );
    const detection = await detector.detect(inputFor(await madePhotos(4)));
    expect(seenOf(detection.findings).map((entry) => entry.category)).not.toContain('front_door_shell');
    expect(detection.warnings.map(noteWords).join(' ')).toContain(
      'reflection on the front door shell (photo 3)',
    );
  });

  it('names at once what the first pass itself calls dirt', async () => {
    const { detector } = await detectorFor(
      scripted({ findings: [{ photo: 1, part: 'hood', types: ['dirt'] }] }),
    );
    const detection = await detector.detect(inputFor(await madePhotos(1)));
    expect(detection.findings.filter((finding) => finding.basis !== 'declared')).toEqual([]);
    expect(detection.warnings.map(noteWords).join(' ')).toContain('dirt on the hood panel (photo 1)');
  });

  it('counts a surface seen whole against the declaration and logs the conflict', async () => {
    const script: Script = {
      views: { 1: 'front', 2: 'front' },
      findings: [{ photo: 1, part: 'front_bumper_cover', types: ['scratch'] }],
      seen_whole: [{ part: 'hood', photo: 2, image_side: 'center', visible: 0.9 }],
    };
    const { detector } = await detectorFor(scripted(script));
    const detection = await detector.detect(inputFor(await madePhotos(2)));
    const hood = detection.findings.find((finding) => finding.category === 'hood');
    expect(hood?.probability).toBeLessThan(0.6);
    expect(detection.conflicts.map((conflict) => conflict.kind)).toContain('declared_but_seen_intact');
  });

  it('asks for the parts seen whole, and hands them on with the share each photo shows', async () => {
    const script: Script = {
      views: { 1: 'front', 2: 'front_left' },
      findings: [{ photo: 1, part: 'headlamp', image_side: 'image_left' }],
      seen_whole: [
        { part: 'hood', photo: 1, image_side: 'center', visible: 0.9 },
        { part: 'hood', photo: 2, image_side: 'center', visible: 0.5 },
        { part: 'headlamp', photo: 1, image_side: 'image_right', visible: 0.2 },
        // The same photo shows this one damaged.
        { part: 'headlamp', photo: 1, image_side: 'image_left', visible: 0.8 },
      ],
    };
    const { detector, asked } = await detectorFor(scripted(script));
    const detection = await detector.detect(inputFor(await madePhotos(2)));
    expect(JSON.stringify(asked[0]?.schema)).toMatch(/"seen_whole".*"visible"/);
    expect(detection.seen_whole).toEqual([
      { category: 'hood', side: 'none', position: 'front', photo: 1, visible: 0.9 },
      { category: 'headlamp', side: 'left', position: 'front', photo: 1, visible: 0.2 },
      { category: 'hood', side: 'none', position: 'front', photo: 2, visible: 0.5 },
    ]);
  });

  it('takes a part of which a photo shows less than three tenths for neither whole nor damaged', async () => {
    const conflictsAt = async (visible: number) => {
      const seen_whole = [{ part: 'hood', photo: 1, image_side: 'center', visible }];
      const { detector } = await detectorFor(scripted({ seen_whole }));
      const { conflicts } = await detector.detect(inputFor(await madePhotos(1)));
      return conflicts.map(({ kind }) => kind);
    };
    expect(await conflictsAt(0.29)).not.toContain('declared_but_seen_intact');
    expect(await conflictsAt(0.3)).toContain('declared_but_seen_intact');
  });

  it('asks about a declared zone in which nothing was found, and logs that it is whole', async () => {
    const script: Script = {
      views: { 1: 'front', 2: 'rear' },
      findings: [{ photo: 2, part: 'rear_bumper_cover' }],
      zones: [{ zone: 'front', state: 'intact', photo: 1 }],
    };
    const { detector, asked } = await detectorFor(scripted(script));
    const detection = await detector.detect(inputFor(await madePhotos(2)));
    expect(asked.some((entry) => /Zones: .*front/.test(entry.text))).toBe(true);
    expect(detection.conflicts.map((conflict) => conflict.kind)).toEqual(
      expect.arrayContaining([
        'declared_zone_seen_intact',
        'seen_but_not_declared',
        'declared_but_seen_intact',
      ]),
    );
  });

  it('puts hidden parts apart, each with the visible part that makes it likely', async () => {
    const { detector } = await detectorFor(scripted(CRASH));
    const detection = await detector.detect(inputFor(await madePhotos(4)));
    const hidden = detection.findings.filter((finding) => finding.status === 'likely_hidden');
    expect(hidden.length).toBeGreaterThan(3);
    expect(hidden.every(({ because }) => because?.from.code === 'hidden_behind')).toBe(true);
    expect(hidden.every((entry) => entry.evidence.length === 0)).toBe(true);
  });

  it('lists the zones no usable photo shows', async () => {
    const { detector } = await detectorFor(scripted({ views: { 1: 'front', 2: 'left' }, unusable: [2] }));
    const detection = await detector.detect(inputFor(await madePhotos(2)));
    expect(detection.zones_not_photographed).toEqual([
      'rear',
      'left',
      'right',
      'roof',
      'underbody',
      'interior',
    ]);
  });

  it('tells which photos nearly repeat another and which are dark, also from what it keeps', async () => {
    const [first, other] = await madePhotos(2, LARGE);
    if (!first || !other) throw new Error('two photos');
    const changed = async (index: number, make: (from: Sharp) => Sharp) => {
      const bytes = await make(sharp(await first.read()))
        .jpeg()
        .toBuffer();
      return { ...first, index, sha256: `photo-${index}`, read: async () => bytes };
    };
    const closer = await changed(3, (from) =>
      from.extract({ left: 40, top: 30, width: 1520, height: 1140 }).resize(1600, 1200),
    );
    const dark = await changed(4, (from) => from.linear(0.12, 0));
    const store = answerCacheIn(createFolderStore(await temporaryFolder()), () => new Date());
    const { detector, asked } = await detectorFor(scripted({}), { cache: store });
    for (const round of [1, 2]) {
      const photos = round === 1 ? [first, other, closer, dark] : [first, other, closer, dark].reverse();
      const { photo_notes, warnings } = await detector.detect(inputFor(photos));
      const noted = new Map(photo_notes.map((note) => [note.photo, note]));
      expect([1, 2, 3, 4].map((photo) => noted.get(photo)?.repeats)).toEqual([
        undefined,
        undefined,
        1,
        undefined,
      ]);
      expect([1, 2, 3, 4].map((photo) => noted.get(photo)?.unclear)).toEqual([
        undefined,
        undefined,
        undefined,
        'dark',
      ]);
      expect(warnings.map(noteWords)).toContain('Photo 4 is dark: what it shows counts less.');
    }
    expect(asked.filter(isFind)).toHaveLength(1);
  });

  it('sends photos in batches side by side, sized to whole tiles', async () => {
    let underWay = 0;
    let most = 0;
    const asManyAsGo = Promise.withResolvers<void>();
    const { detector, asked, client } = await detectorFor(async (question) => {
      underWay += 1;
      most = Math.max(most, underWay);
      // None is answered before as many are under way as may be; then one too many would have a moment to come.
      if (underWay === client.profile.requests_at_once) setTimeout(asManyAsGo.resolve, 60);
      await asManyAsGo.promise;
      underWay -= 1;
      return scripted({})(question);
    });
    await detector.detect(inputFor(await madePhotos(10)));
    const finds = asked.filter(isFind);
    expect(finds.flatMap(photosAsked).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(finds.map((find) => find.images.length).sort()).toEqual([2, 4, 4]);
    expect(most).toBe(client.profile.requests_at_once);
    const { width, height } = await sharp(Buffer.from(finds[0]?.images[0] ?? '', 'base64')).metadata();
    expect([width % 28, height % 28, Math.max(width, height) <= 1024]).toEqual([0, 0, true]);
  });

  it('goes on without the photos of a batch that failed, and says which', async () => {
    const { detector } = await detectorFor((asked) =>
      photosAsked(asked).includes(1) ? { status: 500 } : scripted({})(asked),
    );
    const detection = await detector.detect(inputFor(await madePhotos(6)));
    expect(detection.engine.examined_photos).toBe(3);
    expect(noteWords(detection.warnings[0] ?? '')).toBe(
      'Photos 1, 2 and 3 could not be examined: the photo model was not available.',
    );
  });

  it('goes on without a photo whose bytes are no picture', async () => {
    const photos = await madePhotos(2);
    const broken = { ...(await madePhoto(3)), read: async () => Buffer.from('no picture') };
    const { detector } = await detectorFor(scripted({}));
    const detection = await detector.detect(inputFor([...photos, broken]));
    expect(detection.engine.examined_photos).toBe(2);
    expect(detection.warnings.map(noteWords).join(' ')).toContain('Photo 3 could not be examined');
  });

  it('counts half what had no second look, and says so', async () => {
    const { detector } = await detectorFor((asked) =>
      isFind(asked) ? scripted(CRASH)(asked) : { status: 500 },
    );
    const detection = await detector.detect(inputFor(await madePhotos(4)));
    const lamp = detection.findings.find((finding) => finding.category === 'tail_lamp');
    expect(lamp?.probability).toBeCloseTo(0.25);
    expect(detection.warnings.map(noteWords).join(' ')).toContain('second look');
  });

  it.each<[string, Reply, RegExp]>([
    ['is not available', { status: 500 }, /not available/],
    ['is overloaded', { status: 529 }, /busy/],
    ['declines', { text: 'no', end: 'refused' }, /declined/],
    ['writes nonsense', { text: 'a fine car' }, /no usable answer/],
  ])('falls back to the declared damage, visibly, when the model %s', async (_, reply, words) => {
    const { detector } = await detectorFor(() => reply);
    const detection = await detector.detect(inputFor(await madePhotos(2)));
    expect(detection.engine).toMatchObject({ id: 'declared', examined_photos: 0 });
    expect(noteWords(detection.warnings[0] ?? '')).toMatch(words);
    expect(noteWords(detection.warnings[0] ?? '')).toMatch(
      /^Photos were not examined: .*declared damage alone\.$/,
    );
    expect(detection.findings.length).toBeGreaterThan(10);
    expect(detection.findings.every((finding) => finding.basis === 'declared')).toBe(true);
  });

  it('falls back when the whole time is used up', async () => {
    const { detector } = await detectorFor(() => ({ hang: true }));
    const input = inputFor(await madePhotos(2));
    const detection = await detector.detect({ ...input, limits: { ...input.limits, max_ms: 200 } });
    expect(noteWords(detection.warnings[0] ?? '')).toContain('did not answer in time');
  });

  it('keeps what was answered before the time was over', async () => {
    const { detector } = await detectorFor((asked) =>
      isFind(asked) ? scripted(CRASH)(asked) : { hang: true },
    );
    const input = inputFor(await madePhotos(4));
    const detection = await detector.detect({ ...input, limits: { ...input.limits, max_ms: 10_000 } });
    expect(detection.engine).toMatchObject({ id: 'vision', examined_photos: 4 });
    expect(detection.warnings.map(noteWords).join(' ')).toContain('second look');
  });

  it('throws the signal’s reason when the report is cancelled', async () => {
    const { detector } = await detectorFor(() => ({ hang: true }));
    const stop = new AbortController();
    const detecting = detector.detect(inputFor(await madePhotos(1), { signal: stop.signal }));
    setTimeout(() => stop.abort(new Error('cancelled')), 60);
    await expect(detecting).rejects.toThrow('cancelled');
  });

  it('reads pixel boxes of what was sent, and yx boxes', async () => {
    const box = async (provider: VisionProvider, raw: number[]) => {
      const { detector } = await detectorFor(scripted({ findings: [{ photo: 1, part: 'hood', box: raw }] }), {
        provider,
      });
      const detection = await detector.detect(inputFor(await madePhotos(1, LARGE)));
      return seenOf(detection.findings)[0]?.evidence[0]?.box?.map((value) => Number(value.toFixed(2)));
    };
    // 1600×1200 is sent as 1008×756 to Anthropic.
    expect(await box('anthropic', [252, 189, 504, 378])).toEqual([0.25, 0.25, 0.5, 0.5]);
    expect(await box('google', [100, 200, 300, 400])).toEqual([0.2, 0.1, 0.4, 0.3]);
    expect(await box('openai', [100, 200, 300, 400])).toEqual([0.1, 0.2, 0.3, 0.4]);
  });

  it('drops findings about photos that were not sent and with the whole frame as place', async () => {
    const { detector } = await detectorFor(
      scripted({
        findings: [
          { photo: 999, part: 'hood' },
          { photo: 1, part: 'grille', box: [0, 0, 1000, 1000] },
          { photo: 1, part: 'headlamp', image_side: 'image_left' },
        ],
      }),
    );
    const detection = await detector.detect(inputFor(await madePhotos(1)));
    expect(seenOf(detection.findings).map(placeOf)).toEqual(['right front headlamp']);
  });

  it('counts the entries of both passes that it can’t use, and reads a word in the model’s own way', async () => {
    const script: Script = {
      findings: [
        { photo: 1, part: 'Hood', types: ['dented'], image_side: 'Center', severity: 'minor' as never },
        { photo: 1, part: 'flux_capacitor' },
        { photo: 999, part: 'grille' },
        { photo: 1, part: 'headlamp', types: ['bent'] },
      ],
      seen_whole: [{ part: 'windscreen', photo: 1, image_side: 'image-left', visible: 0.8 }],
    };
    const { detector } = await detectorFor((asked) => {
      if (isFind(asked)) return scripted(script)(asked);
      const item = { verdict: 'confirmed', reason: 'none', severity: 3 };
      return {
        json: {
          items: [
            { item: 1, ...item },
            { item: 7, ...item },
          ],
          zones: [],
        },
      };
    });
    const detection = await detector.detect(inputFor(await madePhotos(1)));
    expect(seenOf(detection.findings)).toMatchObject([{ category: 'hood', types: ['dent'] }]);
    expect(detection.seen_whole).toMatchObject([{ category: 'windshield', photo: 1 }]);
    // A photo, four findings, a whole part; two verdicts, one of them about nothing.
    expect(detection.answer_entries).toEqual({ given: 8, unusable: 4 });
  });

  it('calls a photo that the answer says nothing of not examined', async () => {
    const { detector } = await detectorFor(
      scripted({ extra: { photos: [{ i: 1, view: 'front', usable: true, notes: '' }] } }),
    );
    const detection = await detector.detect(inputFor(await madePhotos(2)));
    expect(detection.engine.examined_photos).toBe(1);
    expect(detection.photo_notes).toEqual([{ photo: 1, view: 'front', usable: true }]);
    expect(detection.warnings.map(noteWords)).toContain(
      'Photo 2 could not be examined: no usable answer came.',
    );
  });

  it('counts what a broken-off answer lost', async () => {
    const { detector } = await detectorFor((asked, count) => {
      // Each pass breaks off, and is mended without what came last.
      if (count === 2) return { json: foundBy(CRASH, { ...asked, text: 'Photos above: P1.' }) };
      if (count === 4) return { json: { items: [], zones: [] } };
      const { json } = { json: null, ...scripted(CRASH)(asked) };
      return { text: JSON.stringify(json).slice(0, -12), end: 'cut' };
    });
    const detection = await detector.detect(inputFor(await madePhotos(1)));
    // A photo, two findings and a lost one; a lost verdict.
    expect(detection.answer_entries).toEqual({ given: 5, unusable: 2 });
  });

  it('takes deployed air bags as damage to be replaced, with what comes with them', async () => {
    const bag = {
      bag: 'driver',
      photo: 1,
      image_side: 'image_left',
      box: [300, 300, 600, 600],
      confidence: 0.9,
    };
    const { detector } = await detectorFor(
      scripted({
        views: { 1: 'interior_front' },
        airbags_seen: [bag],
        verdicts: { airbag_driver: { verdict: 'confirmed', severity: 1 } },
      }),
    );
    const detection = await detector.detect(inputFor(await madePhotos(1)));
    expect(seenOf(detection.findings)[0]).toMatchObject({
      category: 'airbag_driver',
      severity: 4,
      operation: 'replace',
    });
    expect(
      detection.findings.some(
        (finding) => finding.category === 'airbag_module' && finding.status === 'likely_hidden',
      ),
    ).toBe(true);
  });
});

describe('spending', () => {
  it('books tokens, money and time with the report', async () => {
    const { detector, asked } = await detectorFor(scripted(CRASH), { provider: 'openai' });
    const { engine } = await detector.detect(inputFor(await madePhotos(4)));
    expect(asked).toHaveLength(2);
    expect(engine).toMatchObject({ tokens_in: 2400, tokens_out: 600, prompt_version: 'vision-3' });
    expect(engine.usd).toBeCloseTo((2400 * 2 + 600 * 10) / 1e6);
    expect(engine.ms).toBeGreaterThan(0);
  });

  it('says that the cost is unknown where no price is configured', async () => {
    const { detector } = await detectorFor(scripted({ views: { 1: 'rear' } }), { price: null });
    const { engine } = await detector.detect(inputFor(await madePhotos(1)));
    expect(engine).toMatchObject({ usd: null, tokens_in: 1200 });
  });

  it('asks nothing and falls back when the report’s cap is too low, price known or not', async () => {
    for (const price of [PRICE, null]) {
      const { detector, asked } = await detectorFor(scripted({}), { price });
      const input = inputFor(await madePhotos(2));
      const detection = await detector.detect({ ...input, limits: { ...input.limits, max_usd: 0.0001 } });
      expect(asked).toHaveLength(0);
      expect(noteWords(detection.warnings[0] ?? '')).toContain('spend cap');
    }
  });

  it('never spends more than the report’s cap; what no longer fits is left out and named', async () => {
    const { detector, asked } = await detectorFor(scripted(CRASH), { price: { in: 10, out: 30 } });
    const input = inputFor(await madePhotos(12, LARGE));
    const detection = await detector.detect({ ...input, limits: { ...input.limits, max_usd: 0.21 } });
    expect(detection.engine.usd).toBeLessThanOrEqual(0.21);
    expect(asked.length).toBeGreaterThan(0);
    expect(detection.engine.examined_photos).toBeLessThan(12);
    expect(detection.warnings.map(noteWords).join(' ')).toContain('spend cap');
  });

  it('falls back when the day’s cap does not allow it', async () => {
    const { detector, asked } = await detectorFor(scripted({}), {
      gate: () => async () => null,
    });
    const detection = await detector.detect(inputFor(await madePhotos(1)));
    expect(asked).toHaveLength(0);
    expect(noteWords(detection.warnings[0] ?? '')).toContain('spend cap');
  });

  it('gives back what was booked and not spent', async () => {
    let open = 0;
    let spent = 0;
    const { detector } = await detectorFor(
      (asked) => (isFind(asked) ? scripted(CRASH)(asked) : { status: 401 }),
      {
        gate: () => async (usd) => {
          open += usd;
          return {
            async settle(actual) {
              open -= usd;
              spent += actual;
            },
          };
        },
      },
    );
    const { engine } = await detector.detect(inputFor(await madePhotos(4)));
    expect(open).toBeCloseTo(0);
    expect(spent).toBeCloseTo(engine.usd ?? 0);
  });
});

describe('identical photos', () => {
  const cacheAt = async (clock: { now: Date }): Promise<AnswerCache> => {
    const folder = await temporaryFolder();
    return answerCacheIn(createFolderStore(folder), () => clock.now);
  };

  it('cost nothing within 30 days, whatever is declared, and are examined anew after', async () => {
    const clock = { now: new Date('2026-01-01T00:00:00Z') };
    const { detector, asked } = await detectorFor(scripted(CRASH), { cache: await cacheAt(clock) });
    const photos = await madePhotos(4);
    const first = await detector.detect(inputFor(photos));
    const count = asked.length;
    clock.now = new Date('2026-01-30T00:00:00Z');
    const again = inputFor(photos);
    const second = await detector.detect({ ...again, declared: { ...again.declared, primary: 'REAR END' } });
    expect(asked).toHaveLength(count);
    expect(second.engine).toMatchObject({ usd: 0, tokens_in: 0, examined_photos: 4 });
    expect(seenOf(second.findings).map(placeOf).sort()).toEqual(seenOf(first.findings).map(placeOf).sort());
    clock.now = new Date('2026-02-01T00:00:00Z');
    await detector.detect(inputFor(photos));
    expect(asked.length).toBeGreaterThan(count);
  });

  it('are forgotten in the store once no one takes the answers any more', async () => {
    const folder = await temporaryFolder();
    const store = createFolderStore(folder);
    const day = (n: number) => new Date(Date.UTC(2026, 0, n));
    const schema = z.string();
    await answerCacheIn(store, () => day(1)).put('a', 'old');
    await answerCacheIn(store, () => day(50)).put('b', 'new');
    expect(await deleteOldAnswers(store, day(29))).toBe(0);
    expect(await answerCacheIn(store, () => day(30)).get('a', schema)).toBe('old');
    expect(await deleteOldAnswers(store, day(70))).toBe(1);
    expect(await answerCacheIn(store, () => day(70)).get('b', schema)).toBe('new');
  });

  it('keep what was answered about a zone, and speak of it only where damage is declared there', async () => {
    const cache = await cacheAt({ now: new Date('2026-01-01T00:00:00Z') });
    const script: Script = {
      views: { 1: 'front', 2: 'rear' },
      findings: [{ photo: 2, part: 'rear_bumper_cover' }],
      zones: [{ zone: 'front', state: 'intact', photo: 1 }],
    };
    const { detector } = await detectorFor(scripted(script), { cache });
    const input = inputFor(await madePhotos(2));
    const kinds = async (primary: string) =>
      (await detector.detect({ ...input, declared: { ...input.declared, primary } })).conflicts.map(
        (conflict) => conflict.kind,
      );
    expect(await kinds('FRONT END')).toContain('declared_zone_seen_intact');
    expect(await kinds('REAR END')).not.toContain('declared_zone_seen_intact');
  });

  it('are examined again after an incomplete look', async () => {
    const cache = await cacheAt({ now: new Date('2026-01-01T00:00:00Z') });
    let fail = true;
    const { detector, asked } = await detectorFor(
      (question) => (!isFind(question) && fail ? { status: 401 } : scripted(CRASH)(question)),
      { cache },
    );
    const photos = await madePhotos(4);
    await detector.detect(inputFor(photos));
    fail = false;
    const count = asked.length;
    await detector.detect(inputFor(photos));
    expect(asked.length).toBeGreaterThan(count);
  });

  it('are asked about again where the kept answer was given before parts seen whole were asked for', async () => {
    const store = createFolderStore(await temporaryFolder());
    const cache = answerCacheIn(store, () => new Date('2026-01-01T00:00:00Z'));
    const { detector, asked } = await detectorFor(scripted({}), { cache });
    const photos = await madePhotos(1);
    await detector.detect(inputFor(photos));
    const count = asked.length;
    for (const key of await store.list('vision/')) {
      const text = (await store.get(key))?.bytes.toString('utf8') ?? '';
      const old = text.replace('"seen_whole":', '"intact":');
      await store.put(key, Buffer.from(old), 'application/json');
    }
    await detector.detect(inputFor(photos));
    expect(asked.length).toBeGreaterThan(count);
  });

  it.each<[string, Script, Partial<Script>]>([
    [
      'an entry of the first pass',
      {
        findings: [
          { photo: 1, part: 'hood' },
          { photo: 1, part: 'warp_core' },
        ],
      },
      {},
    ],
    ['a verdict', CRASH, { zones: [{ zone: 'attic', state: 'intact', photo: 1 }] }],
  ])('are asked about again where %s could not be used', async (_, script, second) => {
    const cache = await cacheAt({ now: new Date('2026-01-01T00:00:00Z') });
    const { detector, asked } = await detectorFor(scripted({ ...script, ...second }), { cache });
    const photos = await madePhotos(1);
    const first = await detector.detect(inputFor(photos));
    expect(first.answer_entries?.unusable).toBeGreaterThan(0);
    const count = asked.length;
    await detector.detect(inputFor(photos));
    expect(asked.length).toBeGreaterThan(count);
  });

  it('are another question for another photo', async () => {
    const cache = await cacheAt({ now: new Date('2026-01-01T00:00:00Z') });
    const { detector, asked } = await detectorFor(scripted({ views: { 1: 'rear', 2: 'rear' } }), { cache });
    await detector.detect(inputFor([await madePhoto(1)]));
    await detector.detect(inputFor([await madePhoto(2)]));
    expect(asked).toHaveLength(2);
  });
});
