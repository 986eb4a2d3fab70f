import { useState } from 'react';
import { readAuctionLink } from '../../contract/auction-link.ts';
import { messageOf } from '../api/api-error.ts';
import { type ScrapedLot, scrapeLot } from '../api/auction.ts';
import { rereadBoard, startBatch } from '../api/reports/board.ts';
import { LotDialogs, type LotStep } from '../lot-entry/lot-dialogs.tsx';
import { scrapeNotice } from '../lot-entry/lot-notices.tsx';
import type { OnPages } from '../lot-entry/user-supplied-page-dialog.tsx';
import { notify } from '../ui/notices.tsx';

type Props = { link: string; onClose: () => void };

/** The ways on for a lot of the board whose site refuses: its page from the user's own browser, and its report from that. */
export function HandOver({ link, onClose }: Props) {
  const [step, setStep] = useState<LotStep>({ kind: 'own_page', link, files: [] });
  const [busy, setBusy] = useState(false);

  const read: OnPages = async (address, pages, choice) => {
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
      const lots = [{ link: readAuctionLink(url).ok ? url : link, lot_key }];
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
      onClose={onClose}
    />
  );
}
