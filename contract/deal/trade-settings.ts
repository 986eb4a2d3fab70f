import type { DealDefaults, DealSettings } from './deal-settings.ts';

/** What an account keeps for all its deals; the rest of a deal's settings is about one lot. */
const TRADE: Record<keyof DealDefaults, true> = {
  buys_as: true,
  cost: true,
  labor_usd: true,
  paint_sublet: true,
  used_airbags: true,
  resales: true,
  destination: true,
  channel: true,
  buyer: true,
  unsecured: true,
  high_volume: true,
  bid_way: true,
  broker: true,
  repair_quantile: true,
  risk: true,
  margin: true,
  eu_duty_off: true,
  rates: true,
  holding_days: true,
  holding_usd_a_day: true,
  thresholds: true,
};

/** Of what is set for a deal, what can be kept for all. */
export const tradeOf = (settings: DealSettings): DealDefaults =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => Object.hasOwn(TRADE, name)));

/** A setting's new value; undefined takes it away. */
export type Change<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Settings with a change. */
export const changed = <T extends object>(held: T, change: Change<T>): T =>
  Object.fromEntries(Object.entries({ ...held, ...change }).filter(([, value]) => value !== undefined)) as T;
