import type { Deal } from '../../deals/deal-lot.ts';
import { answerJobs } from '../../workers/answer-jobs.ts';
import { dealFigures } from './deal-jobs.ts';
import { type ListedDealJob, listedDeal } from './listed-deal.ts';

answerJobs({
  figures: (deal) => dealFigures(deal as Deal),
  listed: (job) => listedDeal(job as ListedDealJob),
});
