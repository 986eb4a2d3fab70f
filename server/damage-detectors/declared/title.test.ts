import { expect, test } from 'vitest';
import { readTitle } from './title.ts';

test.each([
  ['SALVAGE - 75 % OR LESS', 'salvage_below_75', 'after inspection'],
  ['BRANDED IF REBUILT', 'rebuildable', 'after inspection'],
  ['FL - REBUILDABLE', 'rebuildable', 'after inspection'],
  ['SALVAGE CERTIFICATE OF TITLE', 'salvage', 'after inspection'],
  ['Rebuilt (Texas)', 'rebuilt', 'yes'],
  ['MV-907A', 'salvage_ny', 'after inspection'],
  ['MV-907A PARTS ONLY', 'parts_only', 'no'],
  ['BILL OF SALE - PARTS ONLY', 'parts_only', 'no'],
  ['BILL OF SALE - SALVAGE', 'bill_of_sale_salvage', 'check'],
  ['CERTIFICATE OF DESTRUCTION', 'destruction', 'no'],
  ['NON-REPAIRABLE', 'nonrepairable', 'no'],
  ['CLEAR (Michigan)', 'clean', 'yes'],
  ['TX - CERTIFICATE OF TITLE', 'clean', 'yes'],
  ['CT', 'clean', 'yes'],
  ['RB', 'rebuildable', 'after inspection'],
  ['NRP', 'nonrepairable', 'no'],
  ['EXPORT ONLY', 'export_only', 'no'],
])('the title %s is %s, on the road: %s', (text, kind, road) => {
  expect(readTitle(text)).toMatchObject({ kind, road });
});

test.each([null, '', 'OTHER', 'ZZ'])('nothing is told by %j', (text) => {
  expect(readTitle(text)).toBeNull();
});
