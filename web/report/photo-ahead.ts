import { API_PREFIX } from '../../contract/api/api-call.ts';
import type { ReportDetail } from '../../contract/api/report-answers.ts';
import { HEAD_PHOTO_SIZES, photoSources } from '../../contract/report-view/photo-sources.ts';

/**
 * Shows the report's first photo in the page's loading view as soon as the report arrives, without waiting for the application's
 * scripts: the photo is the largest element of the page. scripts/draw-pages.ts adds this as a separate script. If it fails, the report's
 * head loads the photo.
 */
async function showHeadPhoto(): Promise<void> {
  const report = [...(window.askedAhead ?? [])].find(([address]) =>
    address.startsWith(`${API_PREFIX}/reports/`),
  );
  if (report === undefined) return;
  const answer = await report[1].answer;
  const detail = (await answer.clone().json()) as Pick<ReportDetail, 'report'>;
  const first = detail.report?.photos.find(({ url }) => url !== null);
  const sources = first && photoSources(first);
  if (first?.url == null || sources === undefined) return;
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'image', fetchPriority: 'high', href: first.url });
  Object.assign(link, { imageSrcset: sources, imageSizes: HEAD_PHOTO_SIZES });
  document.head.append(link);
  const image = new Image();
  Object.assign(image, { alt: '', fetchPriority: 'high', sizes: HEAD_PHOTO_SIZES, srcset: sources });
  document.querySelector('#loading [data-lead]')?.append(image);
}

showHeadPhoto().catch(() => undefined);
