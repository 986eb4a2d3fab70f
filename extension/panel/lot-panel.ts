import type { Preflight, ScrapeAnswer } from '../../contract/api/auction-answers.ts';
import { readAuctionLink } from '../../contract/auction-link.ts';
import {
  declaredWords,
  noPhotosWords,
  supportedMakesWords,
  unsupportedWords,
} from '../../contract/lot-words.ts';
import { bidNowWords } from '../../contract/report-view/deal/bid-words.ts';
import { wholeDollars } from '../../contract/report-view/figures.ts';
import { lotFacts, mileageWords } from '../../contract/report-view/head/lot-facts.ts';
import { isSettled, preflightRows } from '../../contract/report-view/head/preflight.ts';
import { marketFacts } from '../../contract/report-view/market/market-facts.ts';
import { saleEndWords } from '../../contract/report-view/market/sale-end.ts';
import { contradictionWords } from '../../contract/report-view/words/reservation.ts';
import type { AuctionLink } from '../../contract/sites.ts';
import { AskFault, ask } from '../ask.ts';
import type { Progress, ReportPlace } from '../messages.ts';
import { pause } from '../pause.ts';
import { WORDS } from '../words.ts';
import { element, rowList } from './element.ts';
import { handOverPhotos } from './hand-over-photos.ts';
import { takePage } from './take-page.ts';
import { button, isConnected, showFault, status, type View } from './view.ts';

/** How often LotLens is asked how a report stands, and what its photos and range are by now. */
const LOOK_MS = 1_000;
const PREFLIGHT_LOOKS = 30;

/** What the lot of this page is, what a report would rest on, and the report. `isAnew`: its user wants the lot read although there is a report of it. */
export async function readLot(view: View, isAnew = false): Promise<void> {
  view.show(status(WORDS.reading));
  try {
    const reading = readAuctionLink(location.href);
    if (!reading.ok) return view.show(element('p', {}, WORDS.notALot));
    if (!(await isConnected(view))) return;
    const known = isAnew ? null : await ask({ kind: 'known_report', link: reading.link.canonicalUrl });
    if (known !== null) return await showKnown(view, known, reading.link);
    const quota = ask({ kind: 'quota' }).then(
      ({ left }) => left,
      () => null,
    );
    const pages = await takePage(reading.link);
    const lot = await ask({ kind: 'hand_over', link: reading.link.canonicalUrl, pages });
    showSummary(view, lot, await quota);
  } catch (error) {
    showFault(view, error, () => void readLot(view, isAnew));
  }
}

const anew = (view: View): HTMLElement => button(WORDS.readAnyway, () => void readLot(view, true), 'quiet');

/** Straight to the report that there is, where this extension may read it; else to where its user may. */
async function showKnown(
  view: View,
  known: ReportPlace & { readable: boolean },
  link: AuctionLink,
): Promise<void> {
  const compared = element('p', { className: 'muted', role: 'status' });
  void compareWithReport(link, compared);
  if (known.readable) return await followReport(view, known, compared);
  showElsewhere(view, known, compared);
}

/** The page its user has open beside what was read before: a sale that moved, a lot that is listed again. */
async function compareWithReport(link: AuctionLink, place: HTMLElement): Promise<void> {
  try {
    const pages = await takePage(link);
    const { watched, changes, bid } = await ask({ kind: 'compare', link: link.canonicalUrl, pages });
    // One that is in progress or archived has nothing to be compared with.
    if (watched)
      place.textContent = [
        changes.length === 0 ? WORDS.unchanged : WORDS.changed(changes),
        ...(bid === null ? [] : [bidNowWords(bid)]),
      ].join(' ');
  } catch {
    // The report itself is shown either way.
    place.textContent = WORDS.notCompared;
  }
}

const showElsewhere = (view: View, { address }: ReportPlace, compared: HTMLElement | null): void =>
  view.show(element('p', {}, WORDS.elsewhere), compared, linkTo(address), anew(view));

function showSummary(view: View, lot: ScrapeAnswer, left: number | null): void {
  view.heading.textContent = lot.name ?? WORDS.title;
  const preflight = element('div');
  const behind = element('p', { className: 'muted', role: 'status' });
  const facts = lotFacts(lot, Date.now()).flatMap(({ key, label, value }) =>
    value === null || key === 'odometer' ? [] : [{ label, value }],
  );
  const end = saleEndWords(lot, Date.now());
  const label = left === null ? WORDS.generateUnknown : left === 0 ? WORDS.noneLeft : WORDS.generate(left);
  const generate = button(label, () => void startReport(view, lot, attempt));
  // One press is one report, however often it has to be sent.
  const attempt = crypto.randomUUID();
  generate.disabled = left === 0 || !lot.make_supported;
  const board = button(
    left === 0 ? WORDS.toBoardWithoutReport : WORDS.toBoard,
    () => void putOnBoard(view, lot),
    'quiet',
  );
  board.disabled = !lot.make_supported;
  view.show(
    end === null ? null : element('p', { className: 'fault' }, end),
    rowList([
      { label: 'VIN', value: lot.vin ?? 'Unknown' },
      { label: 'Lot', value: lot.lot_number || 'None' },
      { label: 'Mileage', value: mileageWords(lot) },
      { label: 'Damage', value: declaredWords(lot) || 'Not declared' },
      ...facts,
      ...marketFacts(lot, Date.now()),
    ]),
    ...(lot.contradictions ?? []).map((contradiction) =>
      element('p', { className: 'fault' }, contradictionWords(contradiction)),
    ),
    preflight,
    lot.images.length === 0 ? element('p', { className: 'muted' }, noPhotosWords(lot.origin)) : behind,
    lot.make_supported ? null : element('p', { className: 'fault' }, unsupportedWords(lot)),
    lot.make_supported ? null : element('p', { className: 'muted' }, supportedMakesWords(lot) ?? ''),
    generate,
    board,
  );
  const tell = (told: Preflight): void => preflight.replaceChildren(rowList(preflightRows(told)));
  if (lot.preflight !== null) tell(lot.preflight);
  const photos = lot.images.map(({ url }) => url);
  void handOverPhotos(lot.lot_key, photos, (count) => {
    behind.textContent = count === 0 ? '' : WORDS.photosBehind(count);
  });
  void followPreflight(view, lot.lot_key, preflight, tell);
}

/** Photos come in and the range is calculated while the summary is read. */
async function followPreflight(
  { isOpen }: View,
  lotKey: string,
  place: HTMLElement,
  tell: (told: Preflight) => void,
): Promise<void> {
  for (let looks = 0; looks < PREFLIGHT_LOOKS; looks += 1) {
    await pause(LOOK_MS);
    if (!isOpen() || !place.isConnected) return;
    // What cannot be told now may be a second later; what was told stays.
    const told = await ask({ kind: 'preflight', lot_key: lotKey }).catch(() => null);
    if (told === null) continue;
    tell(told);
    if (isSettled(told)) return;
  }
}

async function startReport(view: View, lot: ScrapeAnswer, attempt: string): Promise<void> {
  view.show(status(WORDS.starting));
  try {
    const started = await ask({ kind: 'start', auction_url: lot.url, lot_key: lot.lot_key, attempt });
    await followReport(view, started);
  } catch (error) {
    showFault(view, error, () => void startReport(view, lot, attempt));
  }
}

/** The lot on the board: its report is started in its turn, and nobody waits for it here. */
async function putOnBoard(view: View, lot: ScrapeAnswer): Promise<void> {
  view.show(status(WORDS.puttingOnBoard));
  try {
    const { state, reason, address, report } = await ask({
      kind: 'board',
      auction_url: lot.url,
      lot_key: lot.lot_key,
    });
    const words = WORDS.onBoard[state];
    view.show(
      state === 'refused'
        ? element('p', { className: 'fault', role: 'alert' }, reason ?? words)
        : status(words),
      linkTo(address, WORDS.openBoard),
      report === null ? null : linkTo(report.address),
    );
  } catch (error) {
    showFault(view, error, () => void putOnBoard(view, lot));
  }
}

const linkTo = (address: string, words: string = WORDS.openReport): HTMLAnchorElement =>
  element('a', { className: 'button', href: address, target: '_blank', rel: 'noreferrer' }, words);

/** `compared`: what the open page has to tell beside it. */
async function followReport(
  view: View,
  place: ReportPlace,
  compared: HTMLElement | null = null,
): Promise<void> {
  const { report_id, address } = place;
  const bar = element('progress', { max: 1, value: 0 });
  const words = status(WORDS.starting);
  view.show(words, bar, compared, linkTo(address));
  while (view.isOpen()) {
    const now = await ask({ kind: 'progress', report_id }).catch((error: unknown) => {
      // Their own start of this lot in LotLens came first, which this key may not read.
      if (error instanceof AskFault && error.code === 'not_found') return null;
      throw error;
    });
    if (now === null) return showElsewhere(view, place, compared);
    if (now.name !== null) view.heading.textContent = now.name;
    if (now.outcome !== 'in_progress') return showOutcome(view, now, { address, compared });
    bar.value = Math.max(bar.value, now.progress);
    if (words.textContent !== now.label) words.textContent = now.label;
    await pause(LOOK_MS);
  }
}

function showOutcome(
  view: View,
  { outcome, label, message, repair, verdict }: Progress,
  { address, compared }: { address: string; compared: HTMLElement | null },
): void {
  if (outcome !== 'ready' || repair === null) {
    view.show(
      element('p', { className: 'fault', role: 'alert' }, message),
      compared,
      linkTo(address),
      anew(view),
    );
    return;
  }
  const range = `${wholeDollars(repair.low)} to ${wholeDollars(repair.high)}, ${WORDS.likely} ${wholeDollars(repair.likely)}`;
  view.show(
    status(label),
    rowList([
      { label: WORDS.repair, value: range },
      ...(verdict === null ? [] : [{ label: WORDS.verdict, value: verdict }]),
    ]),
    compared,
    linkTo(address),
    anew(view),
  );
}
