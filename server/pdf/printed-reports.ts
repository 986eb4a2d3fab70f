import { createHash } from 'node:crypto';
import { addressOf } from '../../contract/api/api-call.ts';
import { partnerOut } from '../../contract/api/partners/offer-calls.ts';
import type { Approval } from '../../contract/claim/approval.ts';
import type { DealSheet } from '../../contract/deal/deal-sheet.ts';
import type { StatementFile } from '../../contract/partners/commission.ts';
import { isUsUnits } from '../../contract/report-view/units/shown-units.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import type { ShownUnits } from '../../contract/units/shown-units.ts';
import { shareWork } from '../concurrency/share-work.ts';
import type { WorkCaller } from '../concurrency/work-caller.ts';
import type { Log } from '../log.ts';
import { photoIdOf } from '../lots/lot-photos.ts';
import type { Store } from '../storage/store.ts';
import {
  type FoundOffers,
  NO_SHOP,
  type PrintHistory,
  type PrintSetting,
  type PrintShop,
} from './data/print-data.ts';
import { boxedPhotos } from './data/print-photos.ts';
import type { Press } from './press/press.ts';
import { PRINT_VERSION } from './print-version.ts';

export type PrintedReport = { filename: string; bytes: Uint8Array };

/** How a report is printed: the page its QR code leads to, open to everybody (none by default), for whom and by whom, and as approved. */
export type PrintOptions = {
  path?: string | null;
  preparedFor?: string;
  shop?: PrintShop;
  /** What to bid; left out where nothing is given. */
  deal?: DealSheet | null;
  approval?: Approval;
  history?: PrintHistory;
  /** What partners offer for its parts; left out where it is not for its owner. */
  offers?: FoundOffers;
  /** What figures are written in. */
  units?: ShownUnits;
};

export type PrintedReports = {
  /** The report as PDF: printed once per content, in the turn of the first to ask, then served from the store. */
  pdfOf(caller: WorkCaller, model: ReportModel, options?: PrintOptions): Promise<PrintedReport>;
  /** A partner's month as PDF. */
  statementOf(caller: WorkCaller, statement: StatementFile): Promise<PrintedReport>;
};

/** `<year>-<make>-<model>-<lot>` and the ending, in letters that every file system takes. */
export function reportFileName(model: ReportModel, ending: string): string {
  const { year, make, model: name } = model.vehicle;
  const words = [year, make, name, model.lot.lot_number].map((word) =>
    String(word ?? '')
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, ''),
  );
  return `${words.filter((word) => word !== '').join('-')}${ending}`;
}

/**
 * Prints of one report that are kept at most: as its owner, a link, a claim and some settings give them. With one more only that stays,
 * since no name of a file says how old it is.
 */
const MOST_KEPT = 8;

export function createPrintedReports(tools: {
  press: Pick<Press, 'print'>;
  store: Store;
  readPhoto(id: string, size: 'medium' | 'thumbnail', caller: WorkCaller): Promise<Uint8Array | null>;
  /** The address of one of our pages. */
  addressOf(path: string): string;
  log: Log;
}): PrintedReports {
  const shared = shareWork<PrintedReport>();

  const print = async (
    caller: WorkCaller,
    model: ReportModel,
    key: string,
    setting: PrintSetting,
  ): Promise<PrintedReport> => {
    const filename = reportFileName(model, '.pdf');
    const kept = await tools.store.get(key);
    if (kept) return { filename, bytes: kept.bytes };
    const boxed = boxedPhotos(model);
    const photos = await Promise.all(
      model.photos.map(async (photo) => {
        const id = photoIdOf(photo.url);
        const size = boxed.has(photo.number) ? 'medium' : 'thumbnail';
        const bytes = id === null ? null : await tools.readPhoto(id, size, caller);
        return bytes === null ? [] : [{ number: photo.number, bytes }];
      }),
    );
    const bytes = await tools.press.print(caller, { model, photos: photos.flat(), setting });
    await tools.store.put(key, bytes, 'application/pdf');
    // The print is made and kept, whatever becomes of those before.
    await forgetOthers(key).catch((error: unknown) =>
      tools.log.warn({ key, error: String(error) }, 'old prints of a report were not deleted'),
    );
    return { filename, bytes };
  };

  /** Each change of a report makes another file, and the ones before are seldom asked for again: they can be printed anew. */
  async function forgetOthers(key: string): Promise<void> {
    const kept = await tools.store.list(key.slice(0, key.lastIndexOf('/') + 1));
    if (kept.length <= MOST_KEPT) return;
    for (const other of kept) if (other !== key) await tools.store.delete(other);
  }

  const addressesOf = ({ offers }: FoundOffers, { report_id }: ReportModel) =>
    Object.fromEntries(
      offers.map(({ offer_id }) => [
        offer_id,
        tools.addressOf(addressOf(partnerOut, { params: { offer_id }, query: { report: report_id } })),
      ]),
    );

  return {
    statementOf: async (caller, statement) => ({
      filename: `lotlens-statement-${statement.period}.pdf`,
      bytes: await tools.press.print(caller, { statement }),
    }),
    pdfOf(
      caller,
      model,
      { path = null, preparedFor, shop = NO_SHOP, deal = null, approval, history, offers, units } = {},
    ) {
      const options = {
        liveUrl: path === null ? null : tools.addressOf(path),
        editedMark: (model.edit?.changes ?? 0) > 0,
        preparedFor: preparedFor ?? null,
        shop,
        deal,
        approval: approval ?? null,
        history: history ?? null,
        offers:
          offers && offers.offers.length > 0 ? { ...offers, addresses: addressesOf(offers, model) } : null,
        home: new URL(tools.addressOf('/')).host,
        ...(units && !isUsUnits(units) ? { units } : {}),
      };
      const hash = createHash('sha256')
        .update(PRINT_VERSION)
        .update(JSON.stringify([{ ...options, shop: shop.name }, model]))
        .update(shop.logo?.bytes ?? '')
        .digest('hex')
        .slice(0, 32);
      const key = `reports/${model.report_id}/${hash}.pdf`;
      return shared(key, () => print(caller, model, key, options));
    },
  };
}
