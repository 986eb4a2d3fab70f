import { type ComponentType, lazy, useState } from 'react';
import { Button } from '../button.tsx';

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A part of a page, to be drawn in a `Suspense`, whose script comes when it is first drawn. Where it does not come the rest of the
 * page stays, and the part's place says so and asks again: with React's own `lazy` the whole page would go.
 */
export const lazyPart = <Props extends object>(load: Load<Props>) =>
  lazy(async () => ({ default: await load().catch(() => missingPart(load)) }));

const missingPart = <Props extends object>(load: Load<Props>): ComponentType<Props> =>
  function MissingPart(props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null);
    const ask = (): void =>
      void load().then(
        (loaded) => setPart(() => loaded),
        () => undefined,
      );
    return Part ? (
      <Part {...props} />
    ) : (
      <p className="flex flex-wrap items-center gap-x-3 text-sm">
        This part of the page could not be loaded.
        <Button look="text" onClick={ask}>
          Try again
        </Button>
      </p>
    );
  };
