import { API_PREFIX } from '../../contract/api/api-call.ts';
import type { ReportDetail } from '../../contract/api/report-answers.ts';
import { HEAD_PHOTO_SIZES, photoSources } from '../../contract/report-view/photo-sources.ts';

/**
 * A script of its own on a report's page, beside the application (scripts/draw-pages.ts): the photo at the head, the largest thing of
 * the page, is on its way once the report is there, however long the application's scripts take. Where this fails, the head fetches it.
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
