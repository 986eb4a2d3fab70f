import { describe, expect, it } from 'vitest';
import { photoAlt } from './photo-views.ts';

describe('photoAlt', () => {
  const about = { total: 8, car: '2017 Subaru WRX STI', damage: 'Left front', sample: false };

  it('names the side, the car and its damage', () => {
    expect(photoAlt({ number: 1, label: 'DSFA' }, about)).toBe(
      'Photo 1 of 8, front, driver side: 2017 Subaru WRX STI, left front',
    );
  });

  it('says where the side is not stated, and that a drawing is one', () => {
    expect(photoAlt({ number: 3, label: null }, { ...about, damage: '', sample: true })).toBe(
      'Photo 3 of 8, side not stated: 2017 Subaru WRX STI, drawn, not a photo',
    );
  });
});
