import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { preferencesQuery } from '../api/preferences.ts';
import { readSession } from '../api/session/session-store.ts';
import { lazyPart } from '../ui/act/lazy-part.tsx';
import { Button, Spinner } from '../ui/button.tsx';

const HowYouBuyForm = lazyPart(async () => (await import('./how-you-buy-form.tsx')).HowYouBuyForm);

/** `onDone`: it is answered, by the account of this name, or was put aside. */
type Props = { onDone: (by: string) => void };

/** Asks once how its user buys: every max bid goes by it. A line of one height until its user wants to choose. */
export function HowYouBuy({ onDone }: Props) {
  const { data } = useQuery(preferencesQuery());
  const [open, setOpen] = useState(false);
  const isAnswered = data?.deal?.buys_as !== undefined;
  useEffect(() => {
    if (isAnswered) onDone(readSession()?.userEmail ?? '');
  }, [isAnswered, onDone]);
  if (!data || isAnswered) return null;
  const putAside = (): void => onDone('yes');
  return (
    <section
      aria-labelledby="how-you-buy"
      className="grid gap-3 rounded-lg border border-rule bg-sheet px-4 py-2"
    >
      <div className="flex min-h-15 items-center gap-4 sm:min-h-11">
        <div className="mr-auto">
          <h2 id="how-you-buy" className="text-sm font-semibold">
            How do you buy?
          </h2>
          <p className="text-xs text-muted">Until you choose, max bids assume a licensed body shop.</p>
        </div>
        {open ? null : (
          <>
            <Button look="quiet" onClick={() => setOpen(true)}>
              Choose
            </Button>
            <Button look="text" className="max-sm:hidden" onClick={putAside}>
              Not now
            </Button>
          </>
        )}
      </div>
      {open ? (
        <Suspense fallback={<Spinner />}>
          <HowYouBuyForm deal={data.deal ?? {}} state={data.state} onAside={putAside} />
        </Suspense>
      ) : null}
    </section>
  );
}
