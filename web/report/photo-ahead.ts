import { API_PREFIX } from '../../contract/api/api-call.ts';
import type { ReportDetail } from '../../contract/api/report-answers.ts';
import { HEAD_PHOTO_SIZES, photoSources } from '../../contract/report-view/photo-sources.ts';

/**
 * Fetches the photo at the head of a report as soon as the report has arrived, without waiting for the application's scripts. It is
 * the largest element of the page. Runs as a script of its own (scripts/draw-pages.ts); where it fails, the head fetches the photo.
 */
async function fetchHeadPhoto(): Promise<void> {
  const report = [...(window.askedAhead ?? [])].find(([address]) =>
    address.startsWith(`${API_PREFIX}/reports/`),
  );
  if (report === undefined) return;
  const answer = await report[1].answer;
  const detail = (await answer.clone().json()) as Pick<ReportDetail, 'report'>;
  const first = detail.report?.photos.find(({ url }) => url !== null);
  const sources = first && photoSources(first);
  if (sources === undefined) return;
  const image = new Image();
  image.fetchPriority = 'high';
  image.sizes = HEAD_PHOTO_SIZES;
  image.srcset = sources;
}

fetchHeadPhoto().catch(() => undefined);
