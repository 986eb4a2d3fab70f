import { field, text, useSiteInfo } from '../../api/site-info.ts';
import type { ExtensionBrowser } from '../../ui/browser-name.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';

const BROWSERS: Record<ExtensionBrowser, string> = { chrome: 'Chrome', edge: 'Edge', firefox: 'Firefox' };
const textLink = 'inline-flex min-h-6 items-center break-all text-signal underline pointer-coarse:min-h-11';

type Props = {
  /** Empty where there is no link of a lot. */
  link: string;
  browser: ExtensionBrowser;
  onClose: () => void;
  /** To the ways that need nothing installed. */
  onOwnPage: () => void;
};

/** How to get the extension for this browser, connect it, and read the lot with it. */
export function ExtensionDialog({ link, browser, onClose, onOwnPage }: Props) {
  const info = useSiteInfo();
  const { extension_pages: pages } = info;
  const page = pages === undefined ? undefined : text(field(pages, browser));
  const name = BROWSERS[browser];
  return (
    <Dialog title="Get the browser extension" onClose={onClose}>
      <p className="text-sm text-muted">
        Your browser can see the lot even where our server may not. With the extension one press on a lot’s
        own page shows its summary, free, and starts its report.
      </p>
      <ol className="mt-4 grid list-inside list-decimal gap-4 text-sm">
        <li>
          {page === undefined ? (
            `Get it for ${name}`
          ) : page === null ? (
            <>
              Ask{' '}
              <a className={textLink} href={`mailto:${info.support_email}`}>
                {info.support_email}
              </a>{' '}
              for the package for {name}: it stands in no store.
            </>
          ) : (
            <a className={buttonLook()} href={page} target="_blank" rel="noreferrer">
              Get it for {name}
            </a>
          )}
        </li>
        <li>
          Connect it: signed in, open Account Settings, Browser extension. It shows an address and a code to
          type into the extension, once.
        </li>
        <li>
          {link === '' ? (
            'Open the lot’s page'
          ) : (
            <a className={textLink} href={link} target="_blank" rel="noreferrer">
              Open the lot’s page
            </a>
          )}{' '}
          and press LotLens in the browser’s toolbar.
        </li>
      </ol>
      <DialogActions>
        <Button look="text" className="mr-auto" onClick={onOwnPage}>
          Without installing anything
        </Button>
        <Button look="quiet" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
