import { useRef, useState } from 'react';

/** What was picked shows at once, and until the last of its changes is done; then what the report says. */
export function useWanted<Value>(said: Value): [Value, (value: Value, done: Promise<unknown>) => void] {
  const [wanted, setWanted] = useState<{ value: Value } | null>(null);
  const last = useRef<Promise<unknown>>(null);
  const want = (value: Value, done: Promise<unknown>): void => {
    setWanted({ value });
    last.current = done;
    void done.finally(() => {
      if (last.current === done) setWanted(null);
    });
  };
  return [wanted ? wanted.value : said, want];
}
