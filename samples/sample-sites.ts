import { bidCarsPage, bidCarsPhotoFolder } from './bid-cars-page.ts';
import {
  copartLotDetails,
  copartLotImages,
  copartPhotoId,
  copartRefusal,
  copartShell,
  copartUnknownLot,
} from './copart-json.ts';
import type { View } from './drawing/draw-photo.ts';
import { iaaiDimensions, iaaiNotFoundPage, iaaiPage, iaaiPhotoIndex } from './iaai-page.ts';
import { SAMPLE_LISTINGS, type SampleListing, type SampleNumber } from './sample-lots.ts';
import { samplePhoto } from './sample-photo.ts';

export type SampleAnswer = { status: number; headers: Record<string, string>; body: Buffer };

const GONE = '90000005';
const REFUSED = '90000006';

const html = (text: string, status = 200): SampleAnswer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from(text),
});
const json = (value: unknown): SampleAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json;charset=UTF-8' },
  body: Buffer.from(JSON.stringify(value)),
});

const isSampleNumber = (number: string): number is SampleNumber => Object.hasOwn(SAMPLE_LISTINGS, number);
function listingOf(site: SampleListing['site'], number: string | undefined): SampleListing | null {
  if (number === undefined || !isSampleNumber(number)) return null;
  const lot = SAMPLE_LISTINGS[number];
  return lot.site === site ? lot : null;
}

/**
 * Answers what the three sites would get asked for a sample lot: lot pages, their JSON and their photos.
 * Anything else is null and goes to the network.
 */
export async function answerSample(url: URL): Promise<SampleAnswer | null> {
  const host = url.hostname.replace(/^(www|m)\./, '');
  if (host === 'bid.cars') return bidCarsAnswer(url);
  if (host === 'images.bid.cars') return bidCarsPhoto(url);
  if (host === 'copart.com') return copartAnswer(url);
  if (host === 'cs.copart.com') return copartPhoto(url);
  if (host === 'iaai.com') return iaaiAnswer(url);
  if (host === 'vis.iaai.com') return iaaiImages(url);
  return null;
}

function bidCarsAnswer(url: URL): SampleAnswer | null {
  const lot = listingOf('bid.cars', /\/lot\/1-(\d+)(?:\/|$)/.exec(url.pathname)?.[1]);
  return lot === null ? null : html(bidCarsPage(lot));
}

async function bidCarsPhoto(url: URL): Promise<SampleAnswer | null> {
  const lot = listingOf('bid.cars', /^\/1(\d+)_/.exec(url.pathname)?.[1]);
  const place = /-(\d+)\.jpg$/.exec(url.pathname)?.[1];
  if (lot === null || !url.pathname.startsWith(`/${bidCarsPhotoFolder(lot)}/`)) return null;
  return await photo(lot, Number(place) - 1, 1600);
}

function copartAnswer(url: URL): SampleAnswer | null {
  const number = url.pathname.match(/\d{8}/)?.[0] ?? url.searchParams.get('lotNumber') ?? '';
  if (!/^\/(lot|public\/data\/lotdetails)\//.test(url.pathname)) return null;
  if (number === REFUSED) return html(copartRefusal(), 403);
  const images = /lotimages|lot-images/i.test(url.pathname);
  const data = url.pathname.startsWith('/public/');
  if (number === GONE) return data ? json(copartUnknownLot()) : html('<!DOCTYPE html><title>Copart</title>');
  const lot = listingOf('copart', number);
  if (lot === null) return null;
  if (!data) return html(copartShell(lot));
  return json(images ? copartLotImages(lot) : copartLotDetails(lot));
}

async function copartPhoto(url: URL): Promise<SampleAnswer | null> {
  const [, id, size] = /\/([0-9a-f]{32})_(thb|ful|hrs)\.jpg$/.exec(url.pathname) ?? [];
  const lot = listingOf('copart', id?.slice(0, 8));
  if (lot === null || id === undefined) return null;
  const index = lot.views.findIndex((_, i) => copartPhotoId(lot, i) === id);
  return await photo(lot, index, size === 'thb' ? 144 : size === 'ful' ? 640 : 1600);
}

function iaaiAnswer(url: URL): SampleAnswer | null {
  const number = /^\/vehicledetails?\/(\d+)(?:~us)?\/?$/i.exec(url.pathname)?.[1];
  const lot = listingOf('iaai', number);
  if (lot !== null) return html(iaaiPage(lot));
  return isSampleStockNumber(number) ? html(iaaiNotFoundPage()) : null;
}

const isSampleStockNumber = (number: string | undefined): boolean =>
  Object.values(SAMPLE_LISTINGS).some((lot) => lot.site === 'iaai' && lot.stockNumber === number);

async function iaaiImages(url: URL): Promise<SampleAnswer | null> {
  const key = url.searchParams.get('imageKeys') ?? '';
  const dimensions = url.pathname.toLowerCase() === '/dimensions';
  if (dimensions && isSampleStockNumber(/^(\d+)~/.exec(key)?.[1])) return json({ keys: [] });
  const lot = listingOf('iaai', /^(\d+)~/.exec(key)?.[1]);
  if (lot === null) return null;
  if (dimensions) return json(iaaiDimensions(lot));
  if (!/^\/(resizer|retriever)$/i.test(url.pathname)) return null;
  return await photo(lot, iaaiPhotoIndex(lot, key), Number(url.searchParams.get('width') ?? 1600) || 1600);
}

async function photo(lot: SampleListing, index: number, width: number): Promise<SampleAnswer> {
  const view: View | undefined = lot.views[index];
  if (view === undefined || !isSampleNumber(lot.number)) return html('not found', 404);
  const body = await samplePhoto(lot.number, view, width);
  return {
    status: 200,
    headers: { 'content-type': 'image/jpeg', 'content-length': String(body.length) },
    body,
  };
}
