import type { Locator, Page } from '@playwright/test';
import { axeFaults } from './axe-faults.ts';
import { expect, test } from './lotlens-test.ts';
import { skipTo } from './skip-to.ts';

const pass = (page: Page): Locator => page.getByRole('dialog', { name: 'Confirm by eye' });
const opener = (page: Page): Locator => page.getByRole('button', { name: 'Confirm by eye' });
const question = (page: Page): Locator => pass(page).getByRole('heading', { level: 2 });
const total = (page: Page): Locator =>
  pass(page)
    .getByRole('status')
    .filter({ hasText: /^Likely/ });

/** Opens the pass by the keyboard. */
async function begin(page: Page): Promise<void> {
  await opener(page).press('Enter');
  await expect(question(page)).toBeVisible();
}

/** The part or operation asked about. */
const asked = async (page: Page): Promise<string> =>
  ((await question(page).textContent()) ?? '').replace(/: [^:]*(damaged|is this right)\?$/, '');

/** What is asked once `before` is not any more. */
async function askedAfter(page: Page, before: string): Promise<string> {
  await expect(question(page)).not.toContainText(before);
  return await asked(page);
}

/** Answers of the service to changes, as they come. */
function changes(page: Page): { statuses: number[]; atOnce: number } {
  const seen = { statuses: [] as number[], atOnce: 0 };
  let open = 0;
  const isChange = (method: string): boolean => method === 'PATCH';
  page.on('request', (request) => {
    if (!isChange(request.method())) return;
    open += 1;
    seen.atOnce = Math.max(seen.atOnce, open);
  });
  page.on('response', (response) => {
    if (!isChange(response.request().method())) return;
    open -= 1;
    seen.statuses.push(response.status());
  });
  return seen;
}

test('the sample BMW’s outer parts and bags are answered by 26 keys at most, each asked at once and saved in order', async ({
  own: page,
}) => {
  const seen = changes(page);
  let keys = 0;
  const press = async (key: string): Promise<void> => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await press('Alt+y');
  await expect(pass(page)).toBeVisible();
  const names: string[] = [];
  // At the end, answers still on their way may bring or settle a question: "9 answered, 1 left", then "9 answered".
  const isEnd = (text: string | null): boolean => /^\d+ answered/.test(text ?? '');
  for (let name = await question(page).textContent(); !isEnd(name); ) {
    const count = names.push(name ?? '');
    const isOpen = await pass(page).getByRole('button', { name: 'Left', exact: true }).isVisible();
    // Several parts that one look shows have no repair or replace of their own.
    const isGroup = await pass(page).getByRole('button', { name: 'All of them' }).isVisible();
    await press(isOpen ? 'l' : isGroup || count % 2 === 0 ? 'n' : '2');
    await expect(question(page)).not.toHaveText(name ?? '');
    name = await question(page).textContent();
  }
  expect(names.length).toBeGreaterThanOrEqual(5);
  expect(new Set(names).size).toBe(names.length);
  // What takes most money out of doubt comes first: all airbags in one look, hood, lamps and fenders.
  expect(names.slice(0, 5).join()).toMatch(/Airbags: deployed or damaged\?/);
  expect(names.slice(0, 5).join()).toMatch(/Hood panel.*Headlamp|Headlamp.*Hood panel/);
  await expect.poll(() => seen.statuses.length, { timeout: 40_000 }).toBe(names.length);
  expect(seen.statuses).toEqual(names.map(() => 200));
  expect(seen.atOnce).toBe(1);
  await expect(question(page)).toHaveText(new RegExp(`^${names.length} answered`));
  await press('Escape');
  await expect(pass(page)).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
  expect(keys).toBeLessThanOrEqual(26);
  await expect(page.getByText(/This report has \d\d changes of yours\./)).toBeVisible();
});

test('airbags are ticked in one look: those that deployed, the rest undamaged, and one press takes all of it back', async ({
  own: page,
}) => {
  await begin(page);
  await skipTo(pass(page), 'Airbags: deployed or damaged?');
  const pieces = pass(page).getByRole('button', { pressed: false });
  const count = await pieces.count();
  expect(count).toBeGreaterThanOrEqual(3);
  const before = await total(page).textContent();
  await page.keyboard.press('1');
  await page.keyboard.press('2');
  await page.keyboard.press('2');
  await expect(pass(page).getByRole('button', { pressed: true })).toHaveAccessibleName(
    'Driver airbag: Damaged',
  );
  await expect(pieces).toHaveCount(count - 1);
  expect(await axeFaults(page)).toEqual([]);
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await pass(page).getByRole('button', { name: 'The rest undamaged' }).press('Enter');
  const { edits } = (await sent).postDataJSON();
  expect(edits[0]).toMatchObject({ place: { category: 'airbag_driver' }, answer: 'damaged' });
  expect(new Set(edits.slice(1).map(({ answer }: { answer: string }) => answer))).toEqual(new Set(['whole']));
  await askedAfter(page, 'Airbags');
  await expect(total(page)).not.toHaveText(before ?? '');
  await page.keyboard.press('u');
  await expect(question(page)).toContainText('Airbags');
  await expect(total(page)).toHaveText(before ?? '');
});

test('an answer moves the total, is taken back in the pass and by the report’s undo, and the pass goes on with what is open', async ({
  own: page,
}) => {
  await opener(page).press('Enter');
  const before = await total(page).textContent();
  const first = await asked(page);
  await page.keyboard.press('n');
  await askedAfter(page, first);
  await expect(total(page)).not.toHaveText(before ?? '');
  await expect(pass(page)).toContainText(/Last answer −\$[\d,]+/);
  await page.keyboard.press('Backspace');
  await expect(question(page)).toContainText(first);
  await expect(total(page)).toHaveText(before ?? '');
  await expect(pass(page)).toContainText('since start no effect');
  await page.keyboard.press('ArrowRight');
  const second = await askedAfter(page, first);
  await page.keyboard.press('y');
  await askedAfter(page, second);
  await expect(total(page)).not.toHaveText(before ?? '');
  await page.keyboard.press('Escape');
  await expect(opener(page)).toBeFocused();
  await opener(page).press('Enter');
  // What takes most money out of doubt now: never what is answered already.
  await askedAfter(page, second);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('All your changes are undone')).toBeVisible();
  await opener(page).press('Enter');
  await expect(question(page)).toBeVisible();
  await expect(total(page)).toHaveText(before ?? '');
});

test('the pass ends with what was answered, what moved, and what is left', async ({ own: page }) => {
  await begin(page);
  const first = await asked(page);
  await page.keyboard.press('n');
  await askedAfter(page, first);
  await skipTo(pass(page), 'Hood panel: damaged?');
  await page.keyboard.press('r');
  await expect(question(page), 'no side where there is none').toContainText('Hood panel');
  await pass(page).getByRole('button', { name: 'Finish' }).press('Enter');
  await expect(question(page)).toHaveText(/^1 answered, \d+ left$/);
  await expect(pass(page).getByRole('row', { name: /^Likely/ })).toContainText(/−\$[\d,]+/);
  await expect(pass(page).getByRole('listitem')).toHaveText(new RegExp(`${first}\\s*undamaged`));
  await expect(pass(page)).toContainText(/Range \d+% (narrower|wider)/);
  await expect(pass(page)).toContainText(/Still unknown: .*and \d+ more\./);
  expect(await axeFaults(page)).toEqual([]);
  await pass(page).getByRole('button', { name: 'Continue' }).press('Enter');
  await askedAfter(page, first);
  await pass(page).getByRole('button', { name: 'Finish' }).press('Enter');
  await page.keyboard.press('Enter');
  await expect(opener(page)).toBeFocused();
});

test('an answer that is not saved is told, keeps its place, and is sent again', async ({ own: page }) => {
  let network = false;
  await page.route(/\/lines$/, (route) => (network ? route.continue() : route.abort()));
  // Only a page loaded after it asks by way of a route for certain.
  await page.reload();
  await begin(page);
  const first = await asked(page);
  await page.keyboard.press('n');
  const second = await askedAfter(page, first);
  const notSaved = pass(page)
    .getByRole('alert')
    .filter({ hasText: `Not saved: ${first}, undamaged.` });
  await expect(notSaved).toBeVisible();
  await expect(question(page)).toContainText(second);
  network = true;
  await notSaved.getByRole('button', { name: 'Send again' }).press('Enter');
  await expect(notSaved).toHaveCount(0);
  await expect(pass(page)).toContainText(/Last answer −\$[\d,]+/);
});

test('damage is drawn on a photo, named, and stands there by the user; or named by the keyboard without a box', async ({
  own: page,
}) => {
  await begin(page);
  const first = await asked(page);
  await page.keyboard.press('a');
  const part = pass(page).getByLabel('Part');
  await expect(part).toBeFocused();
  await part.selectOption('Tail lamp (quarter mounted)');
  await pass(page).getByLabel('Side of the car').selectOption('Left');
  const photo = await pass(page).getByRole('img', { name: 'Photo 1', exact: true }).boundingBox();
  if (!photo) throw new Error('no photo');
  await page.mouse.move(photo.x + photo.width * 0.2, photo.y + photo.height * 0.3);
  await page.mouse.down();
  await page.mouse.move(photo.x + photo.width * 0.4, photo.y + photo.height * 0.5, { steps: 4 });
  await page.mouse.up();
  await expect(pass(page)).toContainText('Marked on photo 1');
  expect(await axeFaults(page)).toEqual([]);
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await pass(page).getByRole('button', { name: 'Save as damaged' }).press('Enter');
  const { edits } = (await sent).postDataJSON();
  expect(edits[0]).toMatchObject({
    place: { category: 'tail_lamp', side: 'left', position: 'rear' },
    answer: 'damaged',
    photo: 1,
  });
  for (const [at, value] of [0.2, 0.3, 0.4, 0.5].entries()) expect(edits[0].box[at]).toBeCloseTo(value, 1);
  await page.keyboard.press('a');
  await part.selectOption('Door mirror assembly');
  await pass(page).getByRole('button', { name: 'Save as damaged' }).press('Enter');
  await expect(question(page)).toContainText(first);
  await page.keyboard.press('Escape');
  const box = page.getByRole('link', {
    name: 'Tail lamp (quarter mounted), left, marked by hand: go to its line',
  });
  await expect(box).toHaveCount(1);
  await expect(page.getByText('This report has 2 changes of yours.')).toBeVisible();
});

test('no control stands over the photo', async ({ own: page }) => {
  await begin(page);
  const photo = await pass(page).locator('[data-zoom]').boundingBox();
  for (const name of ['Previous photo', 'Next photo', 'Zoom out', 'Zoom in']) {
    const button = await pass(page).getByRole('button', { name }).boundingBox();
    expect(button?.y ?? 0, name).toBeGreaterThanOrEqual((photo?.y ?? 0) + (photo?.height ?? 0));
  }
});

test('what a model found is confirmed or rejected beside its box', async ({ own: page }) => {
  const box = [0.2, 0.4, 0.5, 0.7];
  const found: Record<string, number> = { 'hood:none': 2, 'front_bumper_cover:none': 3 };
  const asFound = (lines: { id: string; basis: string }[]): void => {
    for (const line of lines)
      if (line.id in found && line.basis !== 'user')
        Object.assign(line, {
          basis: 'photos',
          severity: 3,
          evidence: [{ photo: found[line.id], box, kind: 'model_box' }],
        });
  };
  await page.route(/\/api\/v1\/reports\/[^/]+$/, async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    asFound(json.report.estimate.lines);
    await route.fulfill({ response: answer, json });
  });
  // An answer moves other lines as well: what the model found of them stays.
  await page.route(/\/api\/v1\/reports\/[^/]+\/lines$/, async (route) => {
    const answer = await route.fetch();
    const json = await answer.json();
    for (const { id, set } of json.changes.changed)
      if (id in found && set.basis !== 'user')
        for (const name of ['basis', 'severity', 'evidence']) delete set[name];
    await route.fulfill({ response: answer, json });
  });
  await page.reload();
  await begin(page);
  await skipTo(pass(page), 'Hood panel: is this right?');
  const boxes = (name: string) => pass(page).getByRole('img', { name });
  await expect(pass(page)).toContainText('Photo 2 of 8');
  await expect(boxes('Hood panel, severity 3')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(...request.postDataJSON().edits);
  });
  await page.keyboard.press('n');
  await askedAfter(page, 'Hood panel');
  await skipTo(pass(page), 'Front bumper cover: is this right?');
  await expect(pass(page)).toContainText('Photo 3 of 8');
  await page.keyboard.press('y');
  await expect(question(page)).not.toContainText('Front bumper cover');
  await expect
    .poll(() => sent)
    .toMatchObject([
      { place: { category: 'hood' }, answer: 'whole' },
      { place: { category: 'front_bumper_cover' }, answer: 'damaged' },
    ]);
});

test('photos are seen full screen, turned by keys, zoomed, and closed back to where they were opened', async ({
  own: page,
}) => {
  const open = page.getByRole('button', { name: 'Full screen: photo 1' });
  await open.press('Enter');
  const viewer = page.getByRole('dialog', { name: 'Photos' });
  await expect(viewer).toContainText('Photo 1 of 8');
  await page.keyboard.press('ArrowRight');
  await expect(viewer).toContainText('Photo 2 of 8');
  const frame = viewer.locator('[data-zoom]');
  await page.keyboard.press('+');
  await expect(frame).toHaveAttribute('data-zoom', '1.50');
  await page.mouse.move(700, 400);
  await page.mouse.wheel(0, -400);
  await expect(frame).toHaveAttribute('data-zoom', '4.08');
  await page.keyboard.press('0');
  await expect(frame).toHaveAttribute('data-zoom', '1.00');
  await page.mouse.dblclick(700, 400);
  await expect(frame).toHaveAttribute('data-zoom', '2.50');
  await page.keyboard.press('ArrowLeft');
  await expect(frame).toHaveAttribute('data-zoom', '1.00');
  await page.keyboard.press('End');
  await expect(viewer.getByRole('button', { name: 'Next photo' })).toBeDisabled();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Home');
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();
});

test('the pass has no fault that axe finds', { tag: '@long' }, async ({ own: page }) => {
  await opener(page).press('Enter');
  await expect(question(page)).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
});

test.describe('by touch at 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('parts are answered by taps under the photo, and photos turn by a swipe', async ({ own: page }) => {
    await opener(page).tap();
    await skipTo(pass(page), 'Hood panel: damaged?');
    const photo = pass(page).getByRole('img', { name: /^Photo 1/ });
    const yes = pass(page).getByRole('button', { name: 'Yes, damaged' });
    const [above, below] = [await photo.boundingBox(), await yes.boundingBox()];
    expect(above?.height ?? 0).toBeGreaterThan(150);
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    for (const name of [
      'Yes, damaged',
      'No damage',
      'Repair',
      'Replace',
      'Not on this car',
      'Can’t see',
      'Undo',
    ]) {
      const button = pass(page).getByRole('button', { name: new RegExp(`^${name}`) });
      await expect(button).toBeInViewport({ ratio: 1 });
      expect((await button.boundingBox())?.height ?? 0, name).toBeGreaterThanOrEqual(44);
    }
    const first = await asked(page);
    await yes.tap();
    const second = await askedAfter(page, first);
    await pass(page)
      .getByRole('button', { name: /^No damage/ })
      .tap();
    await askedAfter(page, second);
    await pass(page).getByRole('button', { name: /^Undo/ }).tap();
    await expect(question(page)).toContainText(second);
    expect(await axeFaults(page)).toEqual([]);
    await pass(page).getByRole('button', { name: 'Leave' }).tap();
    await page.getByRole('button', { name: 'Full screen: photo 1' }).tap();
    const viewer = page.getByRole('dialog', { name: 'Photos' });
    await expect(viewer).toContainText('Photo 1 of 8');
    await swipe(page, -160);
    await expect(viewer).toContainText('Photo 2 of 8');
    await swipe(page, 160);
    await expect(viewer).toContainText('Photo 1 of 8');
    await pinch(page, 60, 150);
    await expect(viewer.locator('[data-zoom]')).toHaveAttribute('data-zoom', '2.50');
  });
});

type Points = { x: number; y: number }[];

/** Fingers over the middle of the screen, as the browser gets them. */
async function touch(page: Page, steps: readonly Points[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Points) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  for (const [at, points] of steps.entries()) await send(at === 0 ? 'touchStart' : 'touchMove', points);
  await send('touchEnd', []);
  await session.detach();
}

const swipe = (page: Page, by: number): Promise<void> =>
  touch(
    page,
    [0, 0.3, 0.6, 1].map((share) => [{ x: 180 - by / 2 + by * share, y: 370 }]),
  );

const pinch = (page: Page, from: number, to: number): Promise<void> =>
  touch(
    page,
    [0, 0.5, 1].map((share) => {
      const half = (from + (to - from) * share) / 2;
      return [
        { x: 180 - half, y: 370 },
        { x: 180 + half, y: 370 },
      ];
    }),
  );
