import type pg from 'pg';
import { unsubscribe } from '../../contract/api/account-calls.ts';
import { addressOf } from '../../contract/api/api-call.ts';
import { priceWords } from '../../contract/report-view/deal/price-words.ts';
import { shortAnswer } from '../../contract/report-view/deal/short-answer.ts';
import { wholeDollars } from '../../contract/report-view/figures.ts';
import { examinedWords } from '../../contract/report-view/head/examined.ts';
import { readingFlags } from '../../contract/report-view/head/photo-readings.ts';
import { printedMoney } from '../../contract/report-view/market/printed-money.ts';
import { changeWords } from '../../contract/report-view/watch/change-words.ts';
import type { MailSetting } from '../../contract/schemas/account.ts';
import { carName } from '../../contract/vehicles/car-name.ts';
import { unsubscribeToken } from '../accounts/unsubscribe.ts';
import { findPreferences } from '../db/accounts/preferences.ts';
import { findUser, findUserByEmail } from '../db/accounts/users.ts';
import { inSavepoint, type Queryable } from '../db/client.ts';
import { findChanges, listChanges } from '../db/lots/lot-changes.ts';
import { findMailedReport, type MailedReport } from '../db/reports/report-mails.ts';
import type { Log } from '../log.ts';
import { type FillMail, queueMail } from '../mail/send-mail.ts';
import { isPartnerMail, isQuotaMail, isQuoteMail, isReportMail } from '../mail/templates.ts';
import type { Queue } from '../queue/queue.ts';
import { lotAsLastRead } from './watch/lot-now.ts';
import { saleClockWords } from './watch/sale-clock.ts';

/**
 * Queues a mail about a report in the transaction that ends or shares it: one outcome, one mail, whoever dies meanwhile. A queue
 * that fails costs the mail, never the report.
 */
export async function queueReportMail(
  client: pg.PoolClient,
  { queue, log }: { queue: Pick<Queue, 'send'>; log: Log },
  { userId, reportId }: { userId: string | null; reportId: string },
  mail: MailSetting,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  if (userId === null) return;
  try {
    await inSavepoint(client, async () => {
      const user = await findUser(client, userId);
      if (user) await queueMail(client, queue, user.email, mail, { report_id: reportId, ...more });
    });
  } catch (error) {
    log.warn({ report_id: reportId, mail, error: String(error) }, 'a mail about a report was not queued');
  }
}

/**
 * Fills a mail about a report when it goes out; null where its owner switched such mails off, or what it tells of is no longer so.
 * Links stand on the address that `addressFor` makes of the one its owner asked for the report at.
 */
export const fillReportEmail =
  (addressFor: (origin: string | null) => string): FillMail =>
  async (client, { template, recipient, parameters }) => {
    const user = await findUserByEmail(client, recipient);
    const { report_id: reportId } = parameters;
    if (user === null || reportId === undefined || !isReportMail(template)) return null;
    if (!(await findPreferences(client, user.id)).mails[template]) return null;
    const report = await findMailedReport(client, user.id, reportId);
    if (report === null || !holds(template, report)) return null;
    const changes = await changesOf(client, reportId, parameters.change_ids);
    if (template === 'lot_changed' && changes === null) return null;
    const base = addressFor(report.origin);
    const token = await unsubscribeToken(client, user.id, template);
    return {
      to: user.email,
      parameters: {
        first_name: user.first_name,
        vehicle: carName(report.model_name, report.make_name) ?? 'your vehicle',
        report_link: `${base}/reports/${reportId}`,
        unsubscribe_link: `${base}/unsubscribe?token=${token}`,
        one_click_link: `${base}${addressOf(unsubscribe, { query: { token } })}`,
        ...factsOf(template, report),
        ...(template === 'sale_soon' ? await saleFacts(client, { reportId, report }) : {}),
        ...(changes === null ? {} : { changes }),
      },
    };
  };

/** Whether the report still is what the mail says of it. */
function holds(mail: MailSetting, { status, shared }: MailedReport): boolean {
  if (mail === 'report_shared') return shared;
  if (mail === 'lot_changed' || mail === 'sale_soon') return status === 'finished';
  return mail === 'report_ready' ? status === 'finished' : status.endsWith('_failed');
}

/** What changed of a report’s lot in one line; null where nothing is left to tell. */
async function changesOf(
  client: Queryable,
  reportId: string,
  ids: string | undefined,
): Promise<string | null> {
  if (ids === undefined) return null;
  const found = await findChanges(client, reportId, ids.split(','));
  const words = found.map((change) => changeWords({ ...change, read_at: change.read_at.toISOString() }));
  return words.length === 0 ? null : `${words.join('. ')}.`;
}

/** When the lot of a report is sold, and its max bid against what it is expected to bring and what is bid now. */
async function saleFacts(
  client: Queryable,
  { reportId, report: { model, deal_brief: deal } }: { reportId: string; report: MailedReport },
): Promise<{ when: string; figures: string }> {
  const lot = model && lotAsLastRead(model.lot, await listChanges(client, reportId));
  const market = lot?.market ?? null;
  const bid = deal && shortAnswer(deal);
  const figures = [
    bid === null ? '' : `${bid.label} ${bid.amount}`.trim(),
    deal?.price ? priceWords(deal.price) : '',
    market?.current_bid == null ? '' : `Bid now ${printedMoney(market.current_bid, market.currency)}`,
    market?.buy_now == null ? '' : `Buy Now ${printedMoney(market.buy_now, market.currency)}`,
  ].filter((words) => words !== '');
  return {
    when: saleClockWords(lot?.sale_date ?? '', Date.now()),
    figures: figures.length === 0 ? 'What to bid is not calculated yet.' : `${figures.join('. ')}.`,
  };
}

function factsOf(mail: MailSetting, report: MailedReport): Record<string, string> {
  if (mail === 'report_failed')
    return { reason: report.message, reports_left: String(report.available_reports) };
  if (mail === 'report_shared' || mail === 'lot_changed' || mail === 'sale_soon' || report.model === null)
    return {};
  const { low, likely, high } = report.model.headline.repair;
  return {
    repair: `${wholeDollars(likely)} (${wholeDollars(low)} to ${wholeDollars(high)})`,
    examined: [examinedWords(report.model), ...readingFlags(report.model)].join(' '),
  };
}

/** Fills whatever mail is queued, by what it is about. */
export const fillMail =
  (fillers: Record<'account' | 'report' | 'batch' | 'quota' | 'partner' | 'quote', FillMail>): FillMail =>
  (client: Queryable, mail) => {
    if (isReportMail(mail.template)) return fillers.report(client, mail);
    if (mail.template === 'batch_ready') return fillers.batch(client, mail);
    if (isPartnerMail(mail.template)) return fillers.partner(client, mail);
    if (isQuoteMail(mail.template)) return fillers.quote(client, mail);
    return (isQuotaMail(mail.template) ? fillers.quota : fillers.account)(client, mail);
  };
