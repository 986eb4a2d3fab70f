import type { Page } from '@playwright/test';
import { axeFaults } from './axe-faults.ts';
import { test as base, expect, saved, signInAs } from './lotlens-test.ts';

async function openCompare(page: Page): Promise<void> {
  const menu = page.getByRole('group').filter({ hasText: 'Export' });
  await menu.getByText('Export').click();
  await menu.getByRole('button', { name: 'Compare an estimate' }).click();
  await expect(page.getByRole('dialog', { name: 'Compare with an estimate' })).toBeVisible();
}

const test = base.extend<{ dialog: Page }>({
  dialog: async ({ page, reader }, use) => {
    await signInAs(page, reader.user);
    await page.goto(`/reports/${reader.reportId}`);
    await openCompare(page);
    await use(page);
  },
});

const BMS = `<VehicleDamageEstimateAddRq xmlns="http://www.cieca.com/BMS">
  <DocumentInfo><BMSVer>5.2.22</BMSVer><VendorCode>M</VendorCode></DocumentInfo>
  <DamageLineInfo><LineNum>1</LineNum><LineDesc>Hood panel</LineDesc>
    <PartInfo><PartType>PAN</PartType><PartPrice>900.00</PartPrice><Quantity>1</Quantity></PartInfo>
    <LaborInfo><LaborType>LAB</LaborType><LaborOperation>OP11</LaborOperation><LaborHours>1.2</LaborHours></LaborInfo></DamageLineInfo>
  <DamageLineInfo><LineNum>2</LineNum><LineDesc>Sunroof drain hose</LineDesc>
    <LaborInfo><LaborType>LAB</LaborType><LaborOperation>OP2</LaborOperation><LaborHours>0.4</LaborHours></LaborInfo></DamageLineInfo>
</VehicleDamageEstimateAddRq>`;
const give = (page: Page, name: string, text: string) =>
  page
    .getByLabel('An estimate out of your estimating system')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });

test('an estimate is laid beside the report: in both, only here, only there', async ({ dialog: page }) => {
  await give(page, 'estimate.xml', BMS);
  const told = page.getByRole('dialog').getByRole('status');
  await expect(told).toContainText('The Mitchell estimate: 2 lines, 1.6 h.');
  await expect(told).toContainText('One of the two has no full VIN');
  const hood = told.getByRole('row', { name: /^Hood panel/ });
  await expect(hood).toContainText('$900.00 · 1.2 h');
  await expect(hood).toContainText('−$202.00');
  const section = (title: string) => told.locator('section').filter({ hasText: title });
  await expect(section('Only in the other estimate')).toContainText('Sunroof drain hose');
  await expect(section('own lines call for')).toContainText('Pre-repair scan');
  expect(await axeFaults(page, 'dialog')).toEqual([]);
});

/** Of the sample's car; its number is made up. */
const NUMBERED = `<VehicleDamageEstimateAddRq xmlns="http://www.cieca.com/BMS">
  <DocumentInfo><BMSVer>5.2.22</BMSVer><VendorCode>M</VendorCode></DocumentInfo>
  <VehicleInfo><VINInfo><VIN><VINNum>WBA3A5C58EF900001</VINNum></VIN></VINInfo></VehicleInfo>
  <DamageLineInfo><LineNum>1</LineNum><LineDesc>Front bumper cover</LineDesc>
    <PartInfo><PartType>PAN</PartType><PartNum>51119999991</PartNum><PartPrice>777.25</PartPrice></PartInfo></DamageLineInfo>
</VehicleDamageEstimateAddRq>`;

test('an estimate that is kept is in the report once it is recalculated, and is removed again', {
  tag: '@long',
}, async ({ own: page }) => {
  await openCompare(page);
  await give(page, 'job 1402.xml', NUMBERED);
  await page.getByRole('button', { name: 'Keep its numbers and prices' }).click();
  await expect(page.getByText('Kept: 1 OEM number and 1 price.')).toBeVisible();
  expect(await axeFaults(page, 'dialog')).toEqual([]);
  await page.getByRole('button', { name: 'Recalculate this report' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Recalculate', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('51119999991').first()).toBeVisible();

  await page.getByText('Account menu').locator('..').click();
  await page.getByRole('button', { name: 'Account Settings' }).click();
  const kept = page.getByRole('list', { name: 'Kept estimates and dealer pages' }).getByRole('listitem');
  await expect(kept).toContainText('2014 BMW');
  await expect(kept).toContainText('1 OEM number, 1 price');
  await page.getByRole('button', { name: 'Remove job 1402.xml' }).click();
  await expect(page.getByRole('heading', { name: 'Kept estimates and dealer pages' })).toHaveCount(0);
});

test('hours of a kept estimate are offered on the line they are for, and count once they are taken', async ({
  own: page,
}) => {
  const labor =
    '<LaborInfo><LaborType>LAB</LaborType><LaborOperation>OP11</LaborOperation><LaborHours>7.5</LaborHours></LaborInfo>';
  const timed = NUMBERED.replace('</BMSVer>', '</BMSVer><CreateDateTime>2026-03-01T08:00:00</CreateDateTime>')
    .replace('51119999991', '51119999992')
    .replace('</PartInfo>', `</PartInfo>${labor}`);
  await openCompare(page);
  await give(page, 'job 1403.xml', timed);
  await page.getByRole('button', { name: 'Keep its numbers and prices' }).click();
  await page.getByRole('button', { name: 'Recalculate this report' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Recalculate', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();

  const heading = page.getByRole('heading', { name: 'Front bumper cover', level: 4 }).first();
  const cover = page.getByRole('listitem').filter({ has: heading }).first();
  await cover.getByRole('button', { expanded: false }).first().click();
  await expect(cover).toContainText('Your estimate of Mar 1, 2026: 7.5 h');
  await expect(cover).not.toContainText('from a kept estimate of Mar 1, 2026');
  await saved(page, () => cover.getByRole('button', { name: /^Use these hours/ }).click());
  await expect(cover).toContainText('from a kept estimate of Mar 1, 2026');
  await expect(cover.getByRole('button', { name: /^Use these hours/ })).toHaveCount(0);
  await saved(page, () => cover.getByRole('button', { name: 'Reset line' }).click());
  await expect(cover).toContainText('Your estimate of Mar 1, 2026: 7.5 h');
});

test('an estimate without a VIN is compared, and can not be kept', async ({ dialog: page }) => {
  await give(page, 'estimate.xml', BMS);
  await page.getByRole('button', { name: 'Keep its numbers and prices' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('has no full VIN');
});

test('a file that is no estimate is refused with what to send', async ({ dialog: page }) => {
  await give(page, 'photo.jpg', 'no estimate');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'neither an EMS set nor a BMS file',
  );
});

test('the comparison fits a phone', async ({ dialog: page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await give(page, 'estimate.xml', BMS);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('row', { name: /^Hood panel/ })).toBeVisible();
  const right = (await dialog.boundingBox())?.width ?? 0;
  for (const table of await dialog.locator('table').all()) {
    const box = await table.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(right);
  }
});
