import { useId } from 'react';
import type { EstimateSettings } from '../../../contract/estimate-settings.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import { useLineEditingContext } from '../editing/line-editing.tsx';
import { useWanted } from '../editing/use-wanted.ts';
import type { LossSetting } from './loss-rules.ts';

type Insurer = NonNullable<NonNullable<EstimateSettings['loss']>['insurer']>;
const NOT_STATED = '';

/** The loss settings with another answer to whether an insurer settles; null where nothing is left of them. */
function withInsurer({ insurer: _, ...others }: LossSetting, answer: string): LossSetting | null {
  const next: LossSetting = answer === NOT_STATED ? others : { ...others, insurer: answer as Insurer };
  return Object.keys(next).length === 0 ? null : next;
}

/** Whether an insurer settles the loss: some laws bind only where one does, others only where none does. */
export function InsurerChoice({ estimate }: { estimate: Estimate }) {
  const editing = useLineEditingContext();
  const id = useId();
  const loss = estimate.scenario?.set.loss ?? {};
  const [value, want] = useWanted(loss.insurer ?? NOT_STATED);
  if (editing === null || estimate.cost_to_value === undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-sm">
      <label htmlFor={id} className="text-muted">
        Does an insurer settle?
      </label>
      <select
        id={id}
        className="min-h-8 rounded-md border border-rule-strong bg-sheet px-2 text-ink pointer-coarse:min-h-11"
        value={value}
        onChange={({ target }) => {
          const sent = editing.edit([{ kind: 'scenario', set: { loss: withInsurer(loss, target.value) } }]);
          want(target.value, sent);
        }}
      >
        <option value={NOT_STATED}>Not stated</option>
        <option value="settles">Yes</option>
        <option value="none">No</option>
      </select>
    </div>
  );
}
