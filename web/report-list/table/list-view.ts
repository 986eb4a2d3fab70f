import { createStore, useStore } from '../../api/store.ts';

export type ListView = 'cards' | 'table';
const KEY = 'reportsView';

/** How this browser shows the reports. */
const stored = createStore<ListView>(
  typeof window !== 'undefined' && localStorage.getItem(KEY) === 'table' ? 'table' : 'cards',
);

export const useListView = (): ListView => useStore(stored);

export function chooseListView(view: ListView): void {
  localStorage.setItem(KEY, view);
  stored.set(view);
}
