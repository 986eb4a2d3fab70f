import { clsx } from 'clsx';
import { chooseListView, type ListView, useListView } from './list-view.ts';

const VIEWS: Record<ListView, string> = { cards: 'Cards', table: 'Table' };

/** Cards or table; remembered. `onChoose` hears the choice. */
export function ViewToggle({ onChoose }: { onChoose: (view: ListView) => void }) {
  const shown = useListView();
  return (
    <fieldset className="flex rounded-md border border-rule-strong/60 bg-sheet p-0.5">
      <legend className="sr-only">Show reports as</legend>
      {Object.entries(VIEWS).map(([view, label]) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === shown}
          onClick={() => {
            chooseListView(view as ListView);
            onChoose(view as ListView);
          }}
          className={clsx(
            'min-h-9 grow rounded text-sm pointer-coarse:min-h-11',
            // The border is seen in forced colors alone.
            view === shown
              ? 'border border-transparent bg-sunken px-2.75 font-medium text-ink'
              : 'px-3 text-muted hover:text-ink',
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
