import { expect, it } from 'vitest';
import { reservationsOf } from '../../contract/report-view/head/reservations.ts';
import { whyOf } from '../../contract/report-view/words/line-reason.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { freshBeside, startModelServer } from './local-model-stand-ins.ts';
import { reportWith } from './report-with-model.ts';
import { type Script, scripted } from './vision-script.ts';

/** Declared front end; its listing says nothing of the bags. */
const BMW = 'https://bid.cars/en/lot/1-90000001';
/** Declared rear end, where no bag is likely; its listing says nothing of the bags. */
const QX60 = 'https://www.copart.com/lot/90000002';

async function seen(lot: string, script: Script): Promise<ReportModel> {
  const ollama = await startModelServer(
    'ollama',
    [{ name: 'qwen3-vl:8b-instruct', sees: true }],
    scripted(script),
  );
  return (await reportWith(ollama.site.origin, await freshBeside({ ollama }), { lot })).model;
}
const written = ({ estimate }: ReportModel): (string | null)[] =>
  estimate.lines.flatMap(({ category, standing }) => (standing === 'scope' ? [category] : []));

it('bags that a cabin photo shows deployed are written with what they take along', async () => {
  const bag = { photo: 4, image_side: 'center', box: [200, 200, 500, 500], confidence: 0.95 };
  const report = await seen(QX60, {
    views: { 4: 'interior_front' },
    airbags_seen: [
      { bag: 'driver', ...bag },
      { bag: 'passenger', ...bag, box: [500, 200, 800, 500] },
    ],
  });
  expect(written(report)).toEqual(
    expect.arrayContaining(['airbag_driver', 'airbag_passenger', 'airbag_module']),
  );
});

it('a part that is damaged on one photo and whole on another is said to be, at the head and on its line', async () => {
  const report = await seen(BMW, {
    findings: [
      { photo: 1, part: 'hood', image_side: 'center', severity: 3, confidence: 0.9, op_hint: 'replace' },
    ],
    seen_whole: [{ part: 'hood', photo: 3, image_side: 'center', visible: 0.9 }],
  });
  const said = reservationsOf(report);
  expect([...said.head, ...said.beyond].join('\n')).toMatch(
    /Photos disagree about the .*hood.*: damaged on photo 1, undamaged on photo 3\. Confirm it\./,
  );
  const hood = report.estimate.lines.find(({ id }) => id === 'hood:none');
  expect(hood && whyOf(hood)).toContain('photos disagree: photo 3 shows no damage');
});

it('a dent outside of the declared place that a second look confirms writes its line', async () => {
  const report = await seen(BMW, {
    views: { 3: 'rear_left' },
    findings: [
      {
        photo: 3,
        part: 'quarter_panel',
        image_side: 'image_left',
        severity: 2,
        confidence: 0.9,
        op_hint: 'repair',
      },
    ],
    verdicts: { quarter_panel: { verdict: 'confirmed', severity: 2 } },
  });
  expect(written(report)).toContain('quarter_panel');
});
