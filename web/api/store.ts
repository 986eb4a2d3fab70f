import { useSyncExternalStore } from 'react';

/** A value outside React that pages follow: what several of them share, or what lives longer than any of them. */
export type Store<Value> = {
  get(): Value;
  /** Keeps the new value and tells who watches. */
  set(value: Value): void;
  /** Hears every change; answers what ends that. */
  watch(watcher: () => void): () => void;
};

/** Makes a store that holds `value`. */
export function createStore<Value>(value: Value): Store<Value> {
  let held = value;
  const watchers = new Set<() => void>();
  return {
    get: () => held,
    set(next) {
      held = next;
      for (const watcher of watchers) watcher();
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

/** What the store holds; the component is drawn again whenever that changes. Pages drawn ahead see it too. */
export const useStore = <Value>(store: Store<Value>): Value =>
  useSyncExternalStore(store.watch, store.get, store.get);
