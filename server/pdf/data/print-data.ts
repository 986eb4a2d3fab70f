import { describeMarks } from '../../../contract/car-diagram/car-diagram.ts';
import type { Approval } from '../../../contract/claim/approval.ts';
import type { DealSheet } from '../../../contract/deal/deal-sheet.ts';
import { soldAs } from '../../../contract/lot-words.ts';
import { PARTNER_OFFERS_TITLE, type PartnerOffer } from '../../../contract/partners/offer.ts';
import { approvalWords } from '../../../contract/report-view/claim/approval-words.ts';
import { claimView } from '../../../contract/report-view/claim/claim-words.ts';
import type { VersionRow } from '../../../contract/report-view/claim/version-words.ts';
import { dealView } from '../../../contract/report-view/deal/deal-view.ts';
import { dollarsAndCents, wholeNumber } from '../../../contract/report-view/figures.ts';
import {
  evidenceRows,
  effectWords as movedWords,
} from '../../../contract/report-view/grounds/evidence-rows.ts';
import { missingViews } from '../../../contract/report-view/grounds/missing-views.ts';
import { narrowingRows } from '../../../contract/report-view/grounds/narrowing-rows.ts';
import { rangeEnds, widerWords } from '../../../contract/report-view/grounds/range-words.ts';
import { RISKS_WORDS, riskRows } from '../../../contract/report-view/grounds/risk-words.ts';
import { toldViewsWords } from '../../../contract/report-view/grounds/told-views.ts';
import { partsConfirmed } from '../../../contract/report-view/head/confirmed-parts.ts';
import {
  costDrivers,
  examinedHead,
  rangeSentence,
  shareOfValue,
} from '../../../contract/report-view/head/decision.ts';
import { examinedWords, zonesWords } from '../../../contract/report-view/head/examined.ts';
import { headlineReasons } from '../../../contract/report-view/head/headline.ts';
import { noValueWords, originMarks } from '../../../contract/report-view/head/lot-facts.ts';
import { unreadWords } from '../../../contract/report-view/head/photo-readings.ts';
import { reportRange } from '../../../contract/report-view/head/report-range.ts';
import { reservationsOf } from '../../../contract/report-view/head/reservations.ts';
import { lawLine, totalLossInLine } from '../../../contract/report-view/head/total-loss.ts';
import { verdictWords } from '../../../contract/report-view/head/verdict-words.ts';
import { marksOf } from '../../../contract/report-view/line-order.ts';
import { saleEndWords } from '../../../contract/report-view/market/sale-end.ts';
import {
  aboveRangeWords,
  costWords,
  forecastWords,
  likelyWords,
  possibleWords,
  writtenSum,
} from '../../../contract/report-view/outcome-rows.ts';
import { offerGroups, PARTNER_OFFERS_NOTE } from '../../../contract/report-view/partner-offers.ts';
import { reportAsShown } from '../../../contract/report-view/units/as-shown.ts';
import { inUnits, shownUnits, US_UNITS } from '../../../contract/report-view/units/shown-units.ts';
import { unitsWords } from '../../../contract/report-view/units/units-words.ts';
import { assumptionsOf, natureWords } from '../../../contract/report-view/words/assumptions.ts';
import { effectWords } from '../../../contract/report-view/words/choices.ts';
import { answerText, questionText } from '../../../contract/report-view/words/option-questions.ts';
import { valueWords } from '../../../contract/report-view/words/price-origin.ts';
import { differenceWords, sellerNote, sellerPlace } from '../../../contract/report-view/words/seller.ts';
import { plain } from '../../../contract/report-view/words/sentence.ts';
import { sourceWords } from '../../../contract/report-view/words/sources.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import type { CheckedNumber } from '../../../contract/schemas/offers.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import type { ShownUnits } from '../../../contract/units/shown-units.ts';
import { reportedCar } from '../../../contract/vehicles/car-name.ts';
import type { Logo } from '../../db/accounts/preferences.ts';
import { dayOf, dollarRange, dollars, joined, percent } from './figures.ts';
import { deepPlain, httpsLink } from './plain-text.ts';
import { type PhotoFile, photoNotes, printPhotos } from './print-boxes.ts';
import { COMPACT_BELOW, printLines, printPossible, RARE_BELOW } from './print-lines.ts';
import { printSuppliers } from './print-suppliers.ts';
import { printOutcome, printTax, printTotals } from './print-totals.ts';
import { printVehicle } from './print-vehicle.ts';
import { LABOUR_LETTERS, OPERATIONS } from './print-words.ts';

/** Whose name and logo stand in the head: its owner's. */
export type PrintShop = {
  name: string | null;
  logo: Logo | null;
};
export const NO_SHOP: PrintShop = { name: null, logo: null };
export const logoFile = ({ type }: Logo): string => `logo.${type}`;

/** The versions of a report and its approvals, newest first. */
export type PrintHistory = { versions: readonly VersionRow[]; approvals: readonly Approval[] };

/** What is printed beside the report itself. */
export type PrintSetting = {
  /** Where the QR code leads; none without it. */
  liveUrl?: string | null;
  editedMark?: boolean;
  /** Whoever asked for it; null: not named. */
  preparedFor?: string | null;
  shop?: PrintShop;
  /** The report as it was approved. */
  approval?: Approval | null;
  /** How it came to what it says. */
  history?: PrintHistory | null;
  /** Our own address; null where it is not known. */
  home?: string | null;
  /** What to bid; null: left out. */
  deal?: DealSheet | null;
  /** What partners offer for its parts; null: nothing, or not for this reader. */
  offers?: PrintedOffers | null;
  /** What figures are written in; US dollars and miles by default. */
  units?: ShownUnits;
};

/** What partners offer, and what other prices are known of the same numbers. */
export type FoundOffers = { offers: readonly PartnerOffer[]; checked: readonly CheckedNumber[] };
type PrintedOffers = FoundOffers & {
  /** The address of a click on an offer, by its id. */
  addresses: Readonly<Record<string, string>>;
};

/** Versions with totals, what each moved and why, and who approved which. */
const historyWords = ({ versions, approvals }: PrintHistory) => ({
  versions: versions.map(({ version, date, total, moved, changes }) => ({
    version: String(version),
    day: dayOf(date) ?? '',
    total: dollarsAndCents(total),
    moved: moved === null ? '' : movedWords(moved),
    changes: changes.join('; '),
  })),
  approvals: approvals.map(({ version, approved_by, approved_at, note, sha256 }) => ({
    label: `Version ${version}`,
    value: joined([`${approved_by}, ${dayOf(approved_at) ?? ''}`, note, `SHA-256 ${sha256}`]),
  })),
});

/** Amounts that take more room than those in dollars: a code in place of a sign, or many digits. */
function isWideMoney(): boolean {
  const { money } = shownUnits();
  return money !== null && (money.sign.length > 1 || money.per_usd >= 5);
}

const MOST_UNMAPPED = 24;

/**
 * The report as the template lays it out: every figure and word settled here, plain text only (no markup can come of
 * it), in US dates and the units asked for. `covered` says which characters the font draws.
 */
export function printData(model: ReportModel, files: readonly PhotoFile[], options: PrintOptions) {
  return inUnits(options.units ?? US_UNITS, () => dataInUnits(reportAsShown(model), files, options));
}

type PrintOptions = Required<
  Omit<PrintSetting, 'shop' | 'deal' | 'approval' | 'history' | 'offers' | 'units'>
> &
  Pick<PrintSetting, 'shop' | 'deal' | 'approval' | 'history' | 'offers' | 'units'> & {
    covered: (codePoint: number) => boolean;
  };

function dataInUnits(model: ReportModel, files: readonly PhotoFile[], options: PrintOptions) {
  const { estimate, lot, headline, examined, seller } = model;
  const { shop = NO_SHOP, deal = null, approval = null, history = null, offers = null } = options;
  const name = reportedCar(model);
  const share = shareOfValue(model);
  const written = writtenSum(estimate);
  // An approved version stays as it was.
  const now = approval ? Date.parse(approval.approved_at) : Date.now();
  const data = {
    title: `${name ?? 'Vehicle not named'}: damage and parts report`,
    name: name ?? 'Vehicle not named',
    marks: [
      ...originMarks(model),
      saleEndWords(lot, now),
      options.editedMark ? 'Edited by its user after it was made' : null,
      approval && `Version ${approval.version} as approved by ${approval.approved_by}`,
    ].filter((mark) => mark !== null),
    short_mark: joined([model.sample && 'Sample', options.editedMark && 'Edited'], ', '),
    approval: approval && approvalWords(approval, (time) => dayOf(time) ?? ''),
    made: dayOf(model.created_at) ?? '',
    lot_title: soldAs(lot),
    lot_url: httpsLink(lot.url) ?? '',
    live_url: options.liveUrl ?? '',
    shop: shop.name ?? '',
    logo: shop.logo && {
      path: logoFile(shop.logo),
      ratio: shop.logo.width / shop.logo.height,
      alt: shop.name === null ? 'Logo of the shop' : `Logo of ${shop.name}`,
    },
    parties: [
      ...(model.claim?.number ? [{ label: 'Claim', value: model.claim.number }] : []),
      { label: 'Prepared for', value: options.preparedFor ?? 'not named' },
      {
        label: 'Prepared by',
        value: joined([shop.name, shop.name === null ? 'LotLens' : 'with LotLens', options.home], ', '),
      },
      { label: 'Sold by', value: joined([lot.seller ?? 'not known', soldAs(lot)], ', ') },
    ],
    ...printVehicle(model, now),
    nature: natureWords(
      model.lot_origin === 'entered' ? 'user' : 'listing',
      examined.photos_examined,
      partsConfirmed(estimate),
    ),
    wide_money: isWideMoney(),
    estimated: estimate.lines.length > 0 || headline.repair.likely > 0,
    forecast: forecastWords(estimate),
    written: written && {
      amount: written.amount === null ? 'None' : dollars(written.amount),
      note: written.note,
    },
    repair: {
      label: estimate.located === false ? 'Repair, forecast' : 'Repair, likely',
      likely: dollars(headline.repair.likely),
      low: dollars(headline.repair.low),
      high: dollars(headline.repair.high),
      at: shareOf(headline.repair),
      half: halfOf(model),
    },
    verdict: verdictWords(model),
    law: model.total_loss ? plain(lawLine(model.total_loss) ?? []) : '',
    to_value: share === null ? noValueWords(model) : plain(share),
    parts_count: wholeNumber(headline.parts_count),
    drivers: costDrivers(model).map(({ name: driver, amount }) => ({
      name: driver,
      amount: dollars(amount),
    })),
    reasons: estimate.outcome ? [] : headlineReasons(headline).map(plain),
    looked: examinedHead(model),
    sure: plain(rangeSentence(model)),
    above_range: aboveRangeWords(estimate),
    examined: [examinedWords(model), zonesWords(examined), toldViewsWords(model), unreadWords(model)].filter(
      (sentence) => sentence !== '',
    ),
    diagram_alt: `Unfolded view of the car, front up. ${describeMarks(marksOf(estimate.lines))}`,
    photos: printPhotos(model, files),
    photo_notes: photoNotes(model, files),
    blocks: printLines(estimate),
    cost_words: costWords(estimate),
    possible: printPossible(estimate),
    possible_words: possibleWords(estimate),
    compact_below: percent(COMPACT_BELOW),
    rare_below: percent(RARE_BELOW),
    scenario: (estimate.scenario?.effects ?? []).map(
      (effect) =>
        `${effectWords(effect, estimate)} (${effect.change < 0 ? '\u2212' : '+'}${dollars(Math.abs(effect.change))})`,
    ),
    excluded: (estimate.excluded ?? []).map(
      ({ name: part, cost, own_reason: why }) =>
        `${part} (${dollars(cost.likely)}${why === undefined ? '' : `: “${why}”`})`,
    ),
    totals: printTotals(estimate),
    tax: printTax(estimate),
    subtotal: dollarsAndCents(estimate.subtotal),
    outcome: printOutcome(estimate),
    likely_words: likelyWords(estimate),
    total: dollarsAndCents(estimate.total.likely),
    total_range: dollarRange(estimate.total),
    our_total:
      options.editedMark && model.edit?.estimated_total
        ? `${dollarsAndCents(model.edit.estimated_total.likely)} (${dollarRange(model.edit.estimated_total)})`
        : '',
    seller: {
      repair: seller.repair_cost === null ? 'None' : dollars(seller.repair_cost),
      value_name: model.lot_origin === 'entered' ? 'Value as entered' : 'Value by the listing',
      value: seller.retail_value === null ? 'not declared' : dollars(seller.retail_value),
      place: sellerPlace(model),
      note: plain(sellerNote(model)),
      model_value: estimate.vehicle_value
        ? `${estimate.outcome ? 'Taken as value before the damage' : 'By our model'}: ${dollars(estimate.vehicle_value.likely)} (${dollarRange(estimate.vehicle_value)}). ${valueWords(estimate.vehicle_value)}`
        : '',
      difference: differenceWords(model),
    },
    total_loss: totalLossWords(model),
    history: history && historyWords(history),
    claim: model.claim || history ? claimView(model) : null,
    grounds: groundsOf(model),
    deal: deal && dealOf(deal),
    partner_offers: offers && offersOf(estimate, offers),
    assumptions: [...unitsWords(), ...ratesOf(estimate), ...assumptionsOf(estimate).map(plain)],
    reservations: reservationsOf(model).head,
    more_reservations: reservationsOf(model).beyond,
    unmapped: model.unmapped_parts.slice(0, MOST_UNMAPPED),
    unmapped_more: Math.max(0, model.unmapped_parts.length - MOST_UNMAPPED) + (model.unmapped_more ?? 0),
    sources: model.sources.map((note) => {
      const { what, source } = sourceWords(note, model);
      return {
        what,
        source: joined([source, note.version && `version ${note.version}`], ', '),
        dated: dayOf(note.dated) ?? '',
      };
    }),
    versions: `Tables ${estimate.versions.tables}, damage prior ${estimate.versions.prior}, dated ${dayOf(estimate.versions.dated) ?? 'unknown'}. Damage engine: ${joined([model.detection.engine.id, model.detection.engine.model], ', ')}.`,
    report_id: model.report_id,
    lot_read: dayOf(model.lot_read_at) ?? '',
    legend: legendOf(estimate),
    questions: questionWords(estimate),
    suppliers: printSuppliers(estimate.lines),
  };
  return deepPlain(data, options.covered);
}

/** Whose rates: among the facts of an estimate, which reports of schema_version 1 have not. */
const ratesOf = ({ facts, profile }: Estimate): string[] =>
  facts ? [] : [`Rates: ${joined([profile.name, profile.state])}`];

/** Where the middle half of the costs begins and ends between low and high, 0 to 1; `null` in reports that did not store it. */
function halfOf(model: ReportModel): readonly [number, number] | null {
  const { band, half } = reportRange(model);
  const width = band.to - band.from;
  return half === null || width <= 0
    ? null
    : [(half.from - band.from) / width, (half.to - band.from) / width];
}

/** Where the likely figure lies between low and high, 0–1. */
function shareOf({ low, likely, high }: { low: number; likely: number; high: number }): number {
  return high > low ? Math.min(1, Math.max(0, (likely - low) / (high - low))) : 0.5;
}

function totalLossWords({ total_loss }: ReportModel): string {
  if (!total_loss) return '';
  return joined(
    [plain(totalLossInLine(total_loss)), `As of ${dayOf(total_loss.dated) ?? 'unknown date'}.`],
    ' ',
  );
}

/** The deal as the page shows it, with the sources of its rows in one list. */
function dealOf(deal: DealSheet) {
  const view = dealView(deal);
  return {
    ...view,
    dated: `Calculated on ${dayOf(deal.day) ?? deal.day} from dated tables and its user’s own figures; no offer, and no advice on customs.`,
    sources: view.groups.flatMap(({ rows }) =>
      rows.flatMap(({ name, sources }) => (sources.length > 0 ? [{ name, words: sources.join(' · ') }] : [])),
    ),
  };
}

/** The offers of partners as the page shows them. */
const offersOf = ({ lines }: Estimate, { offers, checked, addresses }: PrintedOffers) => ({
  title: PARTNER_OFFERS_TITLE,
  note: PARTNER_OFFERS_NOTE,
  groups: offerGroups(lines, offers, checked, (day) => dayOf(day) ?? day).map((group) => ({
    name: group.name,
    other: group.other,
    offers: group.offers.map(({ offer_id, ...words }) => ({
      ...words,
      url: httpsLink(addresses[offer_id] ?? '') ?? '',
    })),
  })),
});

/** What the estimate rests on, why its range is as wide as it is, and what it leaves out. */
const groundsOf = (model: ReportModel) => ({
  evidence: evidenceRows(model.estimate),
  ends: rangeEnds(model.estimate).map((end) => ({ ...end, amount: dollars(end.amount) })),
  wider: widerWords(model),
  narrowing: narrowingRows(model),
  missing: missingViews(model),
  risks: riskRows(model.estimate).map((row) => ({ ...row, chance: percent(row.probability) })),
  risks_words: RISKS_WORDS,
});

/** Only what the report uses. */
function legendOf({ lines }: Estimate): string[] {
  const operations = new Set(lines.map(({ operation }) => OPERATIONS[operation]));
  const letters = new Set(lines.flatMap(({ labour }) => (labour ? [LABOUR_LETTERS[labour.type]] : [])));
  return [...operations, ...letters]
    .filter(([short]) => short !== '')
    .map(([short, word]) => `${short} ${word}`);
}

/** What decides between part numbers: the question with its answer, or with the answers there are. */
const questionWords = ({ questions = [] }: Estimate): string[] =>
  questions.map((question) => {
    const given = question.answered ?? question.known;
    const answer = answerText(question, given?.answer);
    return answer !== '' && given
      ? `${questionText(question)} ${answer} (by ${given.by === 'vin' ? 'the VIN' : 'its user'}).`
      : `${questionText(question)} Open: ${question.answers.map(({ id }) => answerText(question, id)).join(' / ')}.`;
  });
