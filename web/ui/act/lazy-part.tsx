import { type ComponentType, lazy, useState } from 'react';
import { Button } from '../button.tsx';

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A part of a page, to be drawn in a `Suspense`, whose script comes when it is first drawn. Where it does not come the rest of the
 * page stays, and the part's place says so and asks again: with React's own `lazy` the whole page would go.
 */
export const lazyPart = <Props extends object>(load: Load<Props>) =>
  lazy(async () => ({ default: await load().catch(() => missingPart(load)) }));

const missingPart = <Props extends object>(load: Load<Props>): ComponentType<Props> => {
  // Of all views of the part: what came for one is there for the next.
  let Part: ComponentType<Props> | null = null;
  return function MissingPart(props) {
    const [isAway, setAway] = useState<boolean>();
    const ask = (): void =>
      void load().then(
        (loaded) => {
          Part = loaded;
          setAway(false);
        },
        () => setAway(true),
      );
    return Part ? (
      <Part {...props} />
    ) : (
      <p className="flex flex-wrap items-center gap-x-3 text-sm">
        This part of the page could not be loaded.
        {/* After an update of the service its name is another, which only a new page knows. */}
        <Button look="text" onClick={isAway ? () => location.reload() : ask}>
          {isAway ? 'Load again' : 'Try again'}
        </Button>
      </p>
    );
  };
};
