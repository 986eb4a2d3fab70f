import { type ReactNode, useId } from 'react';
import type { DealSettings } from '../../../contract/deal/deal-settings.ts';
import type { DealSheet } from '../../../contract/deal/deal-sheet.ts';
import type { Change } from '../../../contract/deal/trade-settings.ts';
import { CAUTION_NAMES, COST_NAMES } from '../../../contract/report-view/deal/deal-words.ts';
import { wholeDollars } from '../../../contract/report-view/figures.ts';
import { NumberSetting, SwitchSetting } from '../../ui/form/setting-fields.tsx';

type Props = {
  deal: DealSheet;
  settings: DealSettings;
  onSet: (change: Change<DealSettings>) => void;
};

/** Who repairs the car, how careful to be, and what to keep: each choice with what it does to repair and max bid. */
export function DealSwitches({ deal, settings, onSet }: Props) {
  const { counted, switches } = deal;
  const margin = settings.margin ?? deal.defaults.margin;
  return (
    <div className="grid gap-4 border-y border-rule py-3">
      <Choices title="Who repairs it">
        {(name) =>
          switches.cost.map(({ cost, ...effect }) => (
            <Choice
              key={cost}
              name={name}
              label={COST_NAMES[cost]}
              effect={effect}
              checked={counted.cost === cost}
              onPick={() => onSet({ cost })}
            />
          ))
        }
      </Choices>
      <Choices title="Repair figure to use">
        {(name) =>
          switches.caution.map(({ quantile, ...effect }) => (
            <Choice
              key={quantile}
              name={name}
              label={CAUTION_NAMES[quantile] ?? ''}
              effect={effect}
              checked={counted.repair_quantile === quantile}
              onPick={() => onSet({ repair_quantile: quantile })}
            />
          ))
        }
      </Choices>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        <NumberSetting
          label="Target profit, $"
          value={margin?.kind === 'amount' ? margin.usd : undefined}
          usual={usualProfit(deal)}
          min={0}
          max={10_000_000}
          decimals={2}
          onSet={(usd) => onSet({ margin: usd === undefined ? undefined : { kind: 'amount', usd } })}
        />
        <SwitchSetting
          label="For myself: no target profit"
          checked={margin?.kind === 'amount' && margin.usd === 0}
          onSet={(mine) => onSet({ margin: mine ? { kind: 'amount', usd: 0 } : undefined })}
        />
        {counted.cost === 'own_labor' ? (
          <>
            <NumberSetting
              label="An hour of your labor, $"
              value={settings.labor_usd ?? deal.defaults.labor_usd}
              usual="$30"
              min={0}
              max={500}
              decimals={2}
              onSet={(labor_usd) => onSet({ labor_usd })}
            />
            <SwitchSetting
              label="Paint at a shop’s door rate"
              checked={counted.paint_sublet}
              onSet={(paint_sublet) => onSet({ paint_sublet })}
            />
          </>
        ) : null}
        {counted.may_use_airbags ? (
          <SwitchSetting
            label="Used airbags that never went off"
            checked={settings.used_airbags ?? deal.defaults.used_airbags ?? false}
            onSet={(used_airbags) => onSet({ used_airbags })}
          />
        ) : null}
      </div>
    </div>
  );
}

/** What is wanted where nothing is set, as its row tells it. */
function usualProfit({ rows }: DealSheet): string {
  const usd = rows.find(({ id }) => id === 'margin')?.usd ?? null;
  return usd === null ? 'A tenth, at least $1,500' : wholeDollars(usd);
}

function Choices({ title, children }: { title: string; children: (name: string) => ReactNode }) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{title}</legend>
      <div className="flex flex-wrap gap-2">{children(name)}</div>
    </fieldset>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  effect: { repair: number; max_bid: number | null };
  checked: boolean;
  onPick: () => void;
};

const Choice = ({ name, label, effect, checked, onPick }: ChoiceProps) => (
  <label className="figures min-h-11 grow cursor-pointer rounded-md border border-rule-strong px-3 py-1 text-sm has-checked:border-ink has-checked:bg-sunken">
    <input type="radio" className="mr-2" name={name} checked={checked} onChange={onPick} />
    <span className="font-medium">{label}</span>
    <span className="block text-muted">
      Repair {wholeDollars(effect.repair)},{' '}
      {effect.max_bid === null ? 'no bid pays' : `max bid ${wholeDollars(effect.max_bid)}`}
    </span>
  </label>
);
