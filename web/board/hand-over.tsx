import { useState } from 'react';
import { readAuctionLink } from '../../contract/auction-link.ts';
import { messageOf } from '../api/api-error.ts';
import { type ScrapedLot, scrapeLot } from '../api/auction.ts';
import { rereadBoard, startBatch } from '../api/reports/board.ts';
import type { ListSource } from '../lot-entry/list/lot-list-dialog.tsx';
import { LotDialogs, type LotStep } from '../lot-entry/lot-dialogs.tsx';
import { scrapeNotice } from '../lot-entry/lot-notices.tsx';
import type { OnPages } from '../lot-entry/user-supplied-page-dialog.tsx';
import { notify } from '../ui/notices.tsx';

/** A lot whose page is handed over, or a list to pick lots of. */
export type Handing = { link: string } | { list: ListSource };
type Props = { of: Handing; onClose: () => void };

const firstStep = (of: Handing): LotStep =>
  'link' in of
    ? { kind: 'own_page', link: of.link, files: [] }
    : { kind: 'list', source: of.list, read: null };

/**
 * Lots for the board: those picked of a list, or one whose site refuses, by its page from the user's own browser, with its report
 * from that.
 */
export function HandOver({ of, onClose }: Props) {
  const [step, setStep] = useState<LotStep>(() => firstStep(of));
  const [asked, setAsked] = useState('link' in of ? of.link : '');
  const [busy, setBusy] = useState(false);

  const read: OnPages = async (address, pages, choice) => {
    setAsked(address);
    setBusy(true);
    try {
      setStep({ kind: 'summary', lot: await scrapeLot(address, pages, choice) });
      return null;
    } catch (error) {
      const known = readAuctionLink(address);
      const { title, text } = scrapeNotice(error, known.ok ? known.link.site : null);
      return { text: `${title}. ${text}`, error };
    } finally {
      setBusy(false);
    }
  };
  /** By its own link where it has one: a page may be of another lot than the one it was asked for. */
  const start = async ({ url, lot_key }: ScrapedLot): Promise<void> => {
    try {
      const lots = [{ link: readAuctionLink(url).ok ? url : asked, lot_key }];
      await startBatch({ lots, confirm: true });
      await rereadBoard();
    } catch (error) {
      notify({
        kind: 'error',
        title: 'The lot could not be started',
        text: messageOf(error, 'An API error occurred.'),
      });
    }
  };
  return (
    <LotDialogs
      step={step}
      busy={busy}
      onStep={setStep}
      onPages={read}
      onStart={(lot) => void start(lot)}
      onMade={onClose}
      onClose={onClose}
    />
  );
}
