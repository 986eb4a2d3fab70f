import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { Switch } from '../../../contract/api/operator/console-answers.ts';
import { SWITCH_WORDS } from '../../../contract/operator/console-words.ts';
import type { SwitchName } from '../../../contract/operator/switches.ts';
import { switchesQuery, turnSwitch } from '../../api/operator/console.ts';
import { AskingButton } from '../../ui/act/asking-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Loaded, Rows, timeOf, useAct } from './section-parts.tsx';

/** What can be turned off or on, and what is; turned by one who gave a code. `only`: one of them alone. */
export function Switches({ coded, only }: { coded: boolean; only?: SwitchName }) {
  const switches = useQuery(switchesQuery());
  return (
    <Loaded of={switches}>
      {(all) => (
        <div className="mt-4">
          <Rows label="Switches">
            {all
              .filter(({ name }) => only === undefined || name === only)
              .map((one) => (
                <OneSwitch key={one.name} of={one} coded={coded} />
              ))}
          </Rows>
        </div>
      )}
    </Loaded>
  );
}

function OneSwitch({ of: { name, on, changed_at }, coded }: { of: Switch; coded: boolean }) {
  const { busy, outcome, act } = useAct();
  const words = SWITCH_WORDS[name];
  const turn = (wanted: boolean): void =>
    act(async () => {
      await turnSwitch(name, wanted);
      return wanted ? 'Turned on.' : 'Turned off.';
    });
  const title = `switch-${name}`;
  return (
    <li aria-labelledby={title} className="grid gap-3 py-4 sm:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="min-w-0">
        <h2 id={title} className="font-semibold">
          {words.name}
        </h2>
        <p className={clsx('text-sm', on ? 'text-ready' : 'text-fail')}>
          {on ? 'On' : 'Off'}
          {changed_at === null ? '' : ` since ${timeOf(changed_at)}`}
        </p>
        <p className="mt-1 text-sm text-muted">When off: {words.off}</p>
        {words.on === undefined ? null : <p className="mt-1 text-sm text-muted">When on: {words.on}</p>}
      </div>
      <div className="grid content-start gap-2">
        {!coded ? null : on ? (
          <AskingButton
            name={`Turn off ${words.name.toLowerCase()}`}
            question={words.off}
            yes="Turn off"
            busy={busy}
            onYes={() => turn(false)}
          />
        ) : (
          <Button busy={busy} className="justify-self-start" onClick={() => turn(true)}>
            Turn on {words.name.toLowerCase()}
          </Button>
        )}
        {outcome}
      </div>
    </li>
  );
}
