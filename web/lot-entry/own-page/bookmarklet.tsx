import { useCallback, useState } from 'react';
import { buttonLook } from '../../ui/button.tsx';
import { bookmarklet } from '../user-supplied-page.ts';

/** A link to drag to the bookmarks bar. It does its work on the page of a lot or a part, never on ours. */
export function Bookmarklet() {
  const [pressed, setPressed] = useState(false);
  // Set as the link comes into the page: read or dragged any sooner it would still be the address of a page of ours.
  const setAddress = useCallback((link: HTMLAnchorElement | null) => {
    // React refuses such addresses; this one is ours and holds nothing from outside.
    link?.setAttribute('href', bookmarklet(location.origin));
  }, []);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <a
        ref={setAddress}
        href="/import"
        draggable
        className={buttonLook('quiet')}
        onClick={(event) => {
          event.preventDefault();
          setPressed(true);
        }}
      >
        Send to LotLens
      </a>
      <span role={pressed ? 'status' : undefined}>
        {pressed
          ? 'It works from the bookmarks bar: drag it there, open the lot, and click it on the lot’s page.'
          : 'Drag it to your bookmarks bar once. Then click it on any lot’s page, or on a part’s page at a dealer’s store.'}
      </span>
    </div>
  );
}
