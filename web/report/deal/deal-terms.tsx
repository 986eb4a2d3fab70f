import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DealRowId, DealSettings, PartOutFigure } from '../../../contract/deal/deal-settings.ts';
import type { DealSheet } from '../../../contract/deal/deal-sheet.ts';
import { type Change, changed, tradeOf } from '../../../contract/deal/trade-settings.ts';
import {
  CUSTOMS_CLASS_NAMES,
  FEE_TITLE_NAMES,
  FUEL_NAMES,
  PART_OUT_NAMES,
  SEGMENT_NAMES,
  YARD_NAMES,
} from '../../../contract/report-view/deal/deal-words.ts';
import { dollarsAndCents, wholeDollars } from '../../../contract/report-view/figures.ts';
import { messageOf } from '../../api/api-error.ts';
import { savePreferences } from '../../api/preferences.ts';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import {
  AimFields,
  BuyingFields,
  CustomsFields,
  SellingFields,
  ThresholdFields,
  type TradeProps,
  usualWords,
} from '../../ui/form/deal-trade-fields.tsx';
import { ChoiceSetting, NumberSetting } from '../../ui/form/setting-fields.tsx';

type Props = {
  deal: DealSheet;
  settings: DealSettings;
  onSet: (change: Change<DealSettings>) => void;
  onReset: () => void;
};

const PART_OUT_FIGURES = Object.keys(PART_OUT_NAMES) as PartOutFigure[];
const LISTED = 'as listed';

/** Everything a deal is calculated with, what changes most in view, the rest in folds. */
export function DealTerms({ deal, settings, onSet, onReset }: Props) {
  const { counted, defaults } = deal;
  const by = Object.keys(defaults).length > 0 ? 'by your account' : 'as usual';
  const trade = { own: { ...defaults, ...settings }, counted, usual: usualFigures(deal), by, onSet };
  return (
    <div className="grid gap-2">
      <Fields>
        <NumberSetting
          label="Expected or current bid, $"
          value={settings.bid}
          usual={`None: at ${wholeDollars(deal.bid)}`}
          min={0}
          max={10_000_000}
          decimals={2}
          onSet={(bid) => onSet({ bid })}
        />
        <NumberSetting
          label="Sold at the auction for, $"
          value={settings.sold_for?.usd}
          usual={deal.price?.of === 'sold' ? 'As its page says' : 'Not known yet'}
          min={0.01}
          max={10_000_000}
          decimals={2}
          onSet={(usd) => onSet({ sold_for: usd === undefined ? undefined : { usd, day: deal.day } })}
        />
        <AimFields {...trade} />
      </Fields>
      <Fold title="How you buy">
        <BuyingFields {...trade} />
        <ChoiceSetting
          label="Fees of"
          options={FEE_TITLE_NAMES}
          value={settings.fee_title}
          none={usualWords(FEE_TITLE_NAMES, {
            own: settings.fee_title,
            counted: counted.fee_title,
            by: LISTED,
          })}
          onSet={(fee_title) => onSet({ fee_title })}
        />
        <ChoiceSetting
          label="Distance to the yard"
          options={YARD_NAMES}
          value={settings.yard_distance}
          none="By its city, where we have a rate"
          onSet={(yard_distance) => onSet({ yard_distance })}
        />
      </Fold>
      <Fold title="How you sell">
        <SellingFields {...trade} />
        <ChoiceSetting
          label="Vehicle class"
          options={SEGMENT_NAMES}
          value={settings.segment}
          none={usualWords(SEGMENT_NAMES, {
            own: settings.segment,
            counted: counted.segment,
            by: 'by its make',
          })}
          onSet={(segment) => onSet({ segment })}
        />
      </Fold>
      {counted.resale_key === null ? null : <ResaleAbroad deal={deal} of={counted.resale_key} />}
      {counted.destination === 'US' ? null : (
        <Fold title="For customs" open>
          <ChoiceSetting
            label="Fuel"
            options={FUEL_NAMES}
            value={settings.fuel}
            none={usualWords(FUEL_NAMES, { own: settings.fuel, counted: counted.fuel, by: LISTED })}
            onSet={(fuel) => onSet({ fuel })}
          />
          <NumberSetting
            label="Engine, liters"
            value={settings.liters}
            usual={listed(counted.liters)}
            min={0.1}
            max={12}
            decimals={3}
            onSet={(liters) => onSet({ liters })}
          />
          <NumberSetting
            label="Model year"
            value={settings.year}
            usual={listed(counted.year)}
            min={1950}
            max={2100}
            decimals={0}
            onSet={(year) => onSet({ year })}
          />
          {counted.fuel === 'electric' ? (
            <NumberSetting
              label="Battery, kWh"
              value={settings.battery_kwh}
              usual="Not known"
              min={1}
              max={300}
              decimals={1}
              onSet={(battery_kwh) => onSet({ battery_kwh })}
            />
          ) : null}
          <ChoiceSetting
            label="Customs class"
            options={CUSTOMS_CLASS_NAMES}
            value={settings.customs_class}
            none={
              counted.customs_class === null
                ? 'Not known'
                : usualWords(CUSTOMS_CLASS_NAMES, {
                    own: settings.customs_class,
                    counted: counted.customs_class,
                    by: 'by its body',
                  })
            }
            onSet={(customs_class) => onSet({ customs_class })}
          />
          <CustomsFields {...trade} by="by our table" usBuilt={counted.us_built} />
        </Fold>
      )}
      <Fold title="Part-out values and buy/pass rules">
        {PART_OUT_FIGURES.map((figure) => (
          <NumberSetting
            key={figure}
            label={`Parted out: ${PART_OUT_NAMES[figure].toLowerCase()}, $`}
            value={settings.part_out?.[figure]}
            usual={deal.part_out === null ? 'Not known' : dollarsAndCents(deal.part_out[figure])}
            min={0}
            max={10_000_000}
            decimals={2}
            onSet={(usd) => {
              const part_out = changed(settings.part_out ?? {}, { [figure]: usd });
              onSet({ part_out: Object.keys(part_out).length > 0 ? part_out : undefined });
            }}
          />
        ))}
        <ThresholdFields {...trade} />
      </Fold>
      <Keep deal={deal} settings={settings} onReset={onReset} />
    </div>
  );
}

/** What a model brings where it is sold: entered once, kept in the account for every lot of it. */
function ResaleAbroad({ deal, of }: { deal: DealSheet; of: string }) {
  const { resales = {} } = deal.defaults;
  const keeping = useMutation({
    mutationFn: (usd: number | undefined) =>
      savePreferences({ deal: { ...deal.defaults, resales: changed(resales, { [of]: usd }) } }),
  });
  return (
    <div className="max-w-md">
      <NumberSetting
        label={`Repaired, it sells for, $ (${of})`}
        value={resales[of]}
        usual="Not known: enter it once for this model"
        min={0}
        max={10_000_000}
        decimals={2}
        onSet={(usd) => keeping.mutate(usd)}
      />
      {keeping.isError ? (
        <FormMessage kind="error">
          {messageOf(keeping.error, 'That was not saved. Please try again.')}
        </FormMessage>
      ) : null}
    </div>
  );
}

/** What the rows say where nothing of one's own is set. */
function usualFigures({ rows }: DealSheet): NonNullable<TradeProps['usual']> {
  const basisOf = (id: DealRowId) => rows.find((row) => row.id === id)?.basis;
  const [margin, holding] = [basisOf('margin'), basisOf('holding')];
  return {
    margin: margin?.code === 'percent' ? `${margin.percent}%` : undefined,
    ...(holding?.code === 'days' ? { days: String(holding.days), usd_a_day: `$${holding.usd_a_day}` } : {}),
  };
}

const listed = (value: number | null): string => (value === null ? 'Not known' : `${value}, ${LISTED}`);

const Fields = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">{children}</div>
);

const Fold = ({ title, open = false, children }: { title: string; open?: boolean; children: ReactNode }) => (
  <details className="border-t border-rule" open={open}>
    <summary className="min-h-11 content-center text-sm font-medium text-signal">{title}</summary>
    <div className="pb-3">
      <Fields>{children}</Fields>
    </div>
  </details>
);

/** Keeps how its user buys and sells for all deals, or takes everything set here back. */
function Keep({ deal, settings, onReset }: Pick<Props, 'deal' | 'settings' | 'onReset'>) {
  const keeping = useMutation({
    mutationFn: () => savePreferences({ deal: { ...deal.defaults, ...tradeOf(settings) } }),
  });
  const own = Object.keys(settings).length > 0;
  const trade = Object.keys(tradeOf(settings)).length > 0;
  return (
    <div className="grid gap-2 border-t border-rule pt-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button look="quiet" busy={keeping.isPending} disabled={!trade} onClick={() => keeping.mutate()}>
          Save as my defaults
        </Button>
        <Button look="text" disabled={!own} onClick={onReset}>
          Reset everything
        </Button>
        <p className="text-sm text-muted">
          {trade
            ? 'Defaults apply to every bid sheet. See Account Settings.'
            : 'Changes apply to this report only.'}
        </p>
      </div>
      {keeping.isError ? (
        <FormMessage kind="error">{messageOf(keeping.error, 'An API error occurred.')}</FormMessage>
      ) : null}
      {keeping.isSuccess ? <FormMessage kind="done">Saved for all your deals.</FormMessage> : null}
    </div>
  );
}
