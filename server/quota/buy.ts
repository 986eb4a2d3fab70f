import type pg from 'pg';
import type { Plan } from '../../contract/plans/plan.ts';
import { insertPurchase, keepSession, listRunningPlans } from '../db/quota/purchases.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { centsOf, type PaymentPage, type Shop } from './shop.ts';

export type BuyingTools = {
  pool: pg.Pool;
  shop: Shop | null;
  plans: readonly Plan[];
  log: Pick<Log, 'warn'>;
  /** Where people reach us. */
  address(): string;
};

/** The page of reports, which says what has come of it. */
const REPORTS = '/reports';

const notOnSale = (): AppError => new AppError('not_found', 'This is not on sale here.');

/** Asks Stripe; what it answers instead of a page is told as unavailable, and logged by its name alone: its words may quote a key. */
async function ask(tools: BuyingTools, open: () => Promise<PaymentPage>): Promise<PaymentPage> {
  try {
    return await open();
  } catch (error) {
    tools.log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'Stripe opened no page');
    throw new AppError(
      'unavailable',
      'The payment page could not be opened, and nothing was charged. Please try again in a minute.',
      { cause: error },
    );
  }
}

/** Opens the payment page of a plan. Nothing is charged or added by it. Throws not_found for a plan that is not on sale, unavailable. */
export async function openCheckout(tools: BuyingTools, userId: string, planId: string): Promise<string> {
  const { shop } = tools;
  const plan = tools.plans.find(({ id }) => id === planId);
  if (shop === null || plan === undefined) throw notOnSale();
  const { id, every, reports } = plan;
  const purchaseId = await insertPurchase(tools.pool, userId, {
    id,
    every,
    reports,
    priceCents: centsOf(plan),
  });
  const page = await ask(tools, () =>
    shop.openPage(purchaseId, plan, {
      bought: `${tools.address()}${REPORTS}?quota=bought`,
      left: `${tools.address()}${REPORTS}?quota=more`,
    }),
  );
  await keepSession(tools.pool, purchaseId, page.id);
  return page.url;
}

/** Opens the page on which a user's monthly plan is changed or canceled. Throws not_found where none runs, unavailable. */
export async function openBilling(tools: BuyingTools, userId: string): Promise<string> {
  const { shop } = tools;
  const running = await listRunningPlans(tools.pool, userId);
  const customer = running.find((plan) => plan.customer !== null)?.customer ?? null;
  if (shop === null || customer === null) throw new AppError('not_found', 'No monthly plan runs.');
  return (await ask(tools, () => shop.openBilling(customer, `${tools.address()}${REPORTS}`))).url;
}

/** The job: tells Stripe that a monthly plan is to end. Throws where Stripe does not take it, to be tried again. */
export async function endPlan({ shop }: { shop: Shop | null }, subscription: string): Promise<void> {
  if (shop === null) throw new Error('a monthly plan cannot be ended without the keys of Stripe');
  await shop.endPlan(subscription);
}
