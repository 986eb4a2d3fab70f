import type { DealDefaults } from '../../../contract/deal/deal-settings.ts';
import type { DealSheet } from '../../../contract/deal/deal-sheet.ts';
import { type Change, changed } from '../../../contract/deal/trade-settings.ts';
import { BUYS_AS_NAMES, DESTINATION_NAMES } from '../../../contract/report-view/deal/buyer-names.ts';
import {
  BID_WAY_NAMES,
  BROKER_NAMES,
  BUYER_NAMES,
  CAUTION_NAMES,
  CHANNEL_NAMES,
  COST_NAMES,
} from '../../../contract/report-view/deal/deal-words.ts';
import { ChoiceSetting, NumberSetting, SwitchSetting } from './setting-fields.tsx';

export type TradeProps = {
  own: DealDefaults;
  /** What counts where nothing of one's own does; null: not known here. */
  counted: DealSheet['counted'] | null;
  /** The figures that count then, where they are known. */
  usual?: {
    margin?: string | undefined;
    days?: string | undefined;
    usd_a_day?: string | undefined;
  };
  /** Whose settings count then: `by your account`. */
  by: string;
  onSet: (change: Change<DealDefaults>) => void;
};

/** The three figures a bid can count on, and one of another share that was set before. */
const cautions = (own: number | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...new Set([...Object.keys(CAUTION_NAMES).map(Number), ...(own === undefined ? [] : [own])])].map(
      (quantile) => [
        String(Math.round(quantile * 100)),
        CAUTION_NAMES[quantile] ?? `${Math.round(quantile * 100)}% cost less`,
      ],
    ),
  );
const share = (percent: string | undefined): number | undefined =>
  percent === undefined ? undefined : Number(percent) / 100;
const inPercent = (of: number | undefined): string | undefined =>
  of === undefined ? undefined : String(Math.round(of * 100));

/** What counts where nothing is set, and whose it is; whose alone where it is not known. */
const said = (what: string | undefined, by: string): string =>
  what === undefined ? `${by.charAt(0).toUpperCase()}${by.slice(1)}` : `${what}, ${by}`;

/** What stands in a choice that is not made: what counts instead, where that is known. */
export const usualWords = <Value extends string>(
  words: Readonly<Record<Value, string>>,
  { own, counted, by }: { own: Value | undefined; counted: Value | null | undefined; by: string },
): string => said(own === undefined && counted ? words[counted] : undefined, by);

/** Where the car is sold, and what is to be left of it. */
export function AimFields({ own, counted, usual = {}, by, onSet }: TradeProps) {
  const { margin } = own;
  return (
    <>
      <ChoiceSetting
        label="How do you buy?"
        options={BUYS_AS_NAMES}
        value={own.buys_as}
        none={usualWords(BUYS_AS_NAMES, { own: own.buys_as, counted: counted?.buys_as, by })}
        onSet={(buys_as) => onSet({ buys_as })}
      />
      <ChoiceSetting
        label="Sold in"
        options={DESTINATION_NAMES}
        value={own.destination}
        none={usualWords(DESTINATION_NAMES, { own: own.destination, counted: counted?.destination, by })}
        onSet={(destination) => onSet({ destination })}
      />
      <NumberSetting
        label="Target profit, % of the resale"
        value={margin?.kind === 'share' ? margin.percent : undefined}
        usual={margin === undefined ? said(usual.margin, by) : 'In dollars'}
        min={0}
        max={90}
        decimals={1}
        onSet={(percent) => onSet({ margin: percent === undefined ? undefined : { kind: 'share', percent } })}
      />
    </>
  );
}

/** Who repairs, a profit in dollars and the repair figure to use: the sheet of a report has them as switches. */
export function RepairFields({ own, counted, by, onSet }: TradeProps) {
  const { margin } = own;
  const figures = cautions(own.repair_quantile);
  return (
    <>
      <ChoiceSetting
        label="Who repairs it"
        options={COST_NAMES}
        value={own.cost}
        none={usualWords(COST_NAMES, { own: own.cost, counted: counted?.cost, by })}
        onSet={(cost) => onSet({ cost })}
      />
      <NumberSetting
        label="Or target profit, $"
        value={margin?.kind === 'amount' ? margin.usd : undefined}
        usual={margin === undefined ? said(undefined, by) : 'As a share'}
        min={0}
        max={10_000_000}
        decimals={2}
        onSet={(usd) => onSet({ margin: usd === undefined ? undefined : { kind: 'amount', usd } })}
      />
      <ChoiceSetting
        label="Repair figure to use"
        options={figures}
        value={inPercent(own.repair_quantile)}
        none={usualWords(figures, {
          own: inPercent(own.repair_quantile),
          counted: inPercent(counted?.repair_quantile),
          by,
        })}
        onSet={(quantile) => onSet({ repair_quantile: share(quantile) })}
      />
    </>
  );
}

/** How lots are bought. */
export function BuyingFields({ own, counted, by, onSet }: TradeProps) {
  return (
    <>
      <ChoiceSetting
        label="Broker"
        options={BROKER_NAMES}
        value={own.broker}
        none={usualWords(BROKER_NAMES, { own: own.broker, counted: counted?.broker, by })}
        onSet={(broker) => onSet({ broker })}
      />
      <ChoiceSetting
        label="Bidding"
        options={BID_WAY_NAMES}
        value={own.bid_way}
        none={usualWords(BID_WAY_NAMES, { own: own.bid_way, counted: counted?.bid_way, by })}
        onSet={(bid_way) => onSet({ bid_way })}
      />
      <SwitchSetting
        label="Unsecured payment (higher Copart fees)"
        checked={own.unsecured ?? false}
        onSet={(unsecured) => onSet({ unsecured })}
      />
      <SwitchSetting
        label="High-volume buyer (25 cars and $75,000 a year)"
        checked={own.high_volume ?? counted?.high_volume ?? false}
        onSet={(high_volume) => onSet({ high_volume })}
      />
    </>
  );
}

/** How cars are sold, and what they cost until then. */
export function SellingFields({ own, counted, usual = {}, by, onSet }: TradeProps) {
  return (
    <>
      <ChoiceSetting
        label="Sold to"
        options={CHANNEL_NAMES}
        value={own.channel}
        none={usualWords(CHANNEL_NAMES, { own: own.channel, counted: counted?.channel, by })}
        onSet={(channel) => onSet({ channel })}
      />
      <ChoiceSetting
        label="Stored until sold"
        options={BUYER_NAMES}
        value={own.buyer}
        none={usualWords(BUYER_NAMES, { own: own.buyer, counted: counted?.buyer, by })}
        onSet={(buyer) => onSet({ buyer })}
      />
      <NumberSetting
        label="Days until sold"
        value={own.holding_days}
        usual={said(usual.days, by)}
        min={0}
        max={1000}
        decimals={0}
        onSet={(holding_days) => onSet({ holding_days })}
      />
      <NumberSetting
        label="Holding, $ a day"
        value={own.holding_usd_a_day}
        usual={said(usual.usd_a_day, by)}
        min={0}
        max={10_000}
        decimals={2}
        onSet={(holding_usd_a_day) => onSet({ holding_usd_a_day })}
      />
    </>
  );
}

const inShares = (percent: number | undefined): number | undefined =>
  percent === undefined ? undefined : percent / 100;
const inPercents = (share: number | undefined): number | undefined =>
  share === undefined ? undefined : Math.round(share * 100);

/** When the verdict says what. */
export function ThresholdFields({ own, by, onSet }: TradeProps) {
  const thresholds = own.thresholds ?? {};
  const set = (change: Change<NonNullable<DealDefaults['thresholds']>>): void => {
    const next = changed(thresholds, change);
    onSet({ thresholds: Object.keys(next).length > 0 ? next : undefined });
  };
  const shared = { usual: said(undefined, by), min: 0 };
  return (
    <>
      <NumberSetting
        {...shared}
        label="Buy from this chance on, %"
        value={inPercents(thresholds.buy_chance)}
        max={100}
        decimals={0}
        onSet={(percent) => set({ buy_chance: inShares(percent) })}
      />
      <NumberSetting
        {...shared}
        label="Consider from this chance on, %"
        value={inPercents(thresholds.consider_chance)}
        max={100}
        decimals={0}
        onSet={(percent) => set({ consider_chance: inShares(percent) })}
      />
      <NumberSetting
        {...shared}
        label="Parts bring × what they cost"
        value={thresholds.parts_share}
        max={10}
        decimals={2}
        onSet={(parts_share) => set({ parts_share })}
      />
    </>
  );
}

const CURRENCIES = ['EUR', 'GEL', 'UAH', 'PLN'] as const;

/** What counts at customs wherever a car goes. `usBuilt`: false where the VIN says that the car was not made in the US. */
export function CustomsFields({ own, by, usBuilt = true, onSet }: TradeProps & { usBuilt?: boolean | null }) {
  const rates = own.rates ?? {};
  return (
    <>
      {CURRENCIES.map((currency) => (
        <NumberSetting
          key={currency}
          label={`$ for 1 ${currency}`}
          value={rates[currency]}
          usual={said(undefined, by)}
          min={0.0001}
          max={1000}
          decimals={6}
          onSet={(rate) => {
            const next = changed(rates, { [currency]: rate });
            onSet({ rates: Object.keys(next).length > 0 ? next : undefined });
          }}
        />
      ))}
      {usBuilt === true ? (
        <div className="sm:col-span-2">
          <SwitchSetting
            label="EU duty 0% for a car made in the US"
            checked={own.eu_duty_off ?? false}
            onSet={(eu_duty_off) => onSet({ eu_duty_off })}
          />
          <p className="text-sm text-muted">
            Check TARIC first: that used cars are among the goods of US origin was not seen.
          </p>
        </div>
      ) : null}
    </>
  );
}
