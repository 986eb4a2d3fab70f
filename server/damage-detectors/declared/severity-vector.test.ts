import { expect, it } from 'vitest';
import { titleKind } from './severity-vector.ts';

it.each([
  ['CT', 'clean'],
  ['clr', 'clean'],
  ['CERTIFICATE OF TITLE (P)', 'clean'],
  ['TX - CERT OF TITLE', 'clean'],
  ['CLEAR (Michigan)', 'clean'],
  ['CD', 'destruction'],
  ['NRP', 'destruction'],
  ['CERTIFICATE OF DESTRUCTION', 'destruction'],
  ['ST', null],
  ['SAL', null],
  ['TX - CERT OF TITLE-SALVAGE VEHICLE', null],
  ['SALVAGE (Ohio)', null],
  ['', null],
  [null, null],
])('the title %s is %s', (title, kind) => {
  expect(titleKind(title)).toBe(kind);
});
