import { API_PREFIX } from '../api/api-call.ts';
import { PHOTO_SIDES, PHOTO_SIZES } from '../facts/photo-sizes.ts';
import type { ReportPhoto } from '../schemas/report.ts';

/** Addresses of photos that are served in every size: by their own id, and by the link of a shared report. */
const SIZED_PHOTO = new RegExp(`^${API_PREFIX}/(?:shared/[^/]+/)?photos/`);

/**
 * The sizes a photo is served in with their widths, as an image's `srcset`; undefined where its address or its size is not one
 * of a photo we keep.
 */
export function photoSources({
  url,
  width,
  height,
}: Pick<ReportPhoto, 'url' | 'width' | 'height'>): string | undefined {
  if (url === null || !SIZED_PHOTO.test(url) || width === null || height === null) return undefined;
  const folder = url.slice(0, url.lastIndexOf('/') + 1);
  return PHOTO_SIZES.toReversed()
    .map((size) => {
      const scale = Math.min(1, PHOTO_SIDES[size] / Math.max(width, height));
      return `${folder}${size}.jpg ${Math.round(width * scale)}w`;
    })
    .join(', ');
}

/** How wide the photo at a report's head is drawn, as an image's `sizes`. */
export const HEAD_PHOTO_SIZES = '(min-width: 64rem) 30rem, 60vw';
