import type { ReactNode, RefObject } from 'react';
import { LINK_EXAMPLES, readAuctionLink } from '../../contract/auction-link.ts';
import { UNREAD_LOT_CODES } from '../../contract/schemas/errors.ts';
import type { Site } from '../../contract/sites.ts';
import { ApiError } from '../api/api-error.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { closeNotices, type Notice } from '../ui/notices.tsx';
import type { LotStep } from './lot-dialogs.tsx';
import { readOtherInput } from './other-input.ts';
import { WaysOn } from './ways-on.tsx';

/** Title of the notice when a lot of the site can't be read (docs/product.md); null: the general one. */
const SUPPORT_NOTICES: Record<Site, string | null> = {
  'bid.cars': null,
  copart: 'Copart Support Limited (try bid.cars)',
  iaai: 'IAAI Support Limited',
};

/** The notice for a lot that could not be read (docs/product.md), the reason after it. */
export function scrapeNotice(error: unknown, site: Site | null): { title: string; text: string } {
  const message = error instanceof ApiError ? error.message : 'An API error occurred.';
  const told = error instanceof ApiError ? error.details.reason : undefined;
  const reason = typeof told === 'string' ? told : '';
  if (!(error instanceof ApiError && UNREAD_LOT_CODES.some((code) => code === error.code)))
    return { title: 'Data Extraction Error', text: message };
  const notice = site === null ? null : SUPPORT_NOTICES[site];
  if (notice !== null) return { title: notice, text: reason };
  const advice = 'Could not extract data from this auction link. Please verify the URL and try again.';
  return { title: 'Data Extraction Error', text: reason === '' ? advice : `${advice} ${reason}` };
}

/** What the buttons of a notice do at the field they stand by. */
export type FieldActions = {
  field: RefObject<HTMLElement | null>;
  choose: (address: string) => void;
  onStep: (step: LotStep) => void;
  /** The ways on stay at the field when the notice has gone. */
  onStuck: (stuck: { address: string; ways: ReactNode }) => void;
};

/** `notice` at its field, with the ways on from `address`. */
export function atField(address: string, { field, onStep, onStuck }: FieldActions, notice: Notice): Notice {
  const link = readAuctionLink(address).ok ? address.trim() : '';
  const ways = <WaysOn address={link} field={field} onStep={onStep} />;
  return { about: field.current, actions: ways, onGone: () => onStuck({ address, ways }), ...notice };
}

/** The notice for a text that is no lot link (docs/product.md), with what else it may be. */
export function refusedText(text: string, { field, choose, onStep }: FieldActions): Notice {
  const other = readOtherInput(text);
  return {
    kind: 'error',
    title: 'Invalid URL Format',
    text: other?.message ?? 'Please use a lot link of one of these forms:',
    examples: LINK_EXAMPLES,
    actions: (
      <>
        {other !== null && other.all.length > 0 ? (
          <Button
            onClick={() => {
              field.current?.focus();
              closeNotices();
              onStep({ kind: 'list', source: { links: other.all }, read: null });
            }}
          >
            Read all {other.all.length}
          </Button>
        ) : null}
        {other?.links.map(({ name, canonicalUrl }) => (
          <Button
            key={canonicalUrl}
            look={other.all.length > 0 ? 'quiet' : 'primary'}
            onClick={() => choose(canonicalUrl)}
          >
            {name}
          </Button>
        ))}
        {other?.places.map(({ name, url }) => (
          <a key={url} href={url} target="_blank" rel="noreferrer" className={buttonLook('quiet')}>
            {name}
          </a>
        ))}
        <WaysOn address="" field={field} onStep={onStep} />
      </>
    ),
  };
}
