import { describe, expect, it } from 'vitest';
import type { ReportPhoto } from '../schemas/report.ts';
import { photoSources } from './photo-sources.ts';

const photo = (url: string | null, width: number | null, height: number | null) =>
  ({ url, width, height }) as ReportPhoto;

describe('photoSources', () => {
  it('names every size a photo is served in with its width', () => {
    expect(photoSources(photo('/api/v1/photos/a-b/full.jpg', 2048, 1536))).toBe(
      '/api/v1/photos/a-b/thumbnail.jpg 400w, /api/v1/photos/a-b/medium.jpg 800w, /api/v1/photos/a-b/full.jpg 2048w',
    );
  });

  it('names the sizes by the link of a shared report', () => {
    expect(photoSources(photo('/api/v1/shared/t-_0/photos/3/full.jpg', 400, 300))).toBe(
      '/api/v1/shared/t-_0/photos/3/thumbnail.jpg 400w, /api/v1/shared/t-_0/photos/3/medium.jpg 400w, /api/v1/shared/t-_0/photos/3/full.jpg 400w',
    );
  });

  it('measures a tall photo by its height, and enlarges none', () => {
    expect(photoSources(photo('/api/v1/photos/a/full.jpg', 600, 800))).toBe(
      '/api/v1/photos/a/thumbnail.jpg 300w, /api/v1/photos/a/medium.jpg 600w, /api/v1/photos/a/full.jpg 600w',
    );
  });

  it.each([
    [photo(null, 10, 10)],
    [photo('/api/v1/photos/a/full.jpg', null, null)],
    [photo('/api/v1/sample_report/photos/x/full.jpg', 1600, 1200)],
  ])('leaves %o alone', (one) => {
    expect(photoSources(one)).toBeUndefined();
  });
});
