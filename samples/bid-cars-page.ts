import { SAMPLE_SELLER, type SampleListing } from './sample-lots.ts';

const spaced = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ' ');
const dollars = (n: number | null): string => `$${(n ?? 0).toLocaleString('en-US')}`;

/** Address part that bid.cars builds from the car's name and VIN. */
export const bidCarsSlug = (lot: SampleListing): string =>
  `${lot.year}-${lot.make}-${lot.model}-${lot.vin}`.replaceAll(' ', '-');

/** Folder of an active lot's photos: prefix and lot without the dash, then thirteen hexadecimal digits. */
export const bidCarsPhotoFolder = (lot: SampleListing): string => `1${lot.number}_5a3b1e90c0d01`;

/** A bid.cars lot page in the site's own form: description, structured data, option rows, gallery, and other cars around it. */
export function bidCarsPage(lot: SampleListing): string {
  const slug = bidCarsSlug(lot);
  const url = `https://bid.cars/en/lot/1-${lot.number}/${slug}`;
  const photo = (n: number): string => `https://images.bid.cars/${bidCarsPhotoFolder(lot)}/${slug}-${n}.jpg`;
  const photos = lot.views.map((_, i) => photo(i + 1));
  const name = `${lot.year} ${lot.make} ${lot.model}, ${lot.trim}`;
  const line = `${name} ✔️ VIN: ${lot.vin} Lot: 1-${lot.number}, Sale date: ${lot.saleDate} ➡️ Location: ${lot.city} (${lot.state}), USA | Odometer: ${spaced(lot.mileage)} mi`;
  return `<!DOCTYPE html>
<html lang="en"><head>
<title>${name} | ${lot.vin} | Bid History | BidCars</title>
<meta name="description" content="${line}">
<meta property="og:url" content="${url}">
<meta property="og:title" content="${name}">
<meta property="og:image" content="${photos[0]}">
<script type="application/ld+json">
${JSON.stringify(structuredData(lot, name, url, line, photos), null, 2)}
</script>
</head><body>
<header><h2 class="title_lot">${name}</h2><h1 class="vin_lot copy-vin">${lot.vin}</h1><span class="vin_lot copy-lot">1-${lot.number}</span>
<ul class="lot-info"><li class="location">${lot.city} (${lot.state})</li><li class="est_price">Estimated price $2,300 - $3,600</li></ul></header>
${gallery(lot, photos)}
${mainInfo(lot)}
${secondaryInfo(lot)}
${tertiaryInfo(lot)}
<div id="bidding-info"><div class="lot-price-info"><span class="field-name">Current Bid</span><span class="price current_bid">${dollars(lot.currentBid)}</span></div>
<div class="bid-status"><span id="time-left">Auction in a few weeks</span></div></div>
${history(lot)}
${otherCars()}
<footer><ul class="links-footer"><li><button>(UTC+00:00) UTC</button></li></ul></footer>
<script>
var lotNumber = '1-${lot.number}';
var auctionType = 'Copart';
var isArchived = 0;
var currentBid = ${lot.currentBid};
var finalBid = 0;
var typeOfVehicle = 'automobile';
var liveAuctionStartDateTime = '${lot.saleDate} 15:00:00';
</script>
</body></html>`;
}

function structuredData(
  lot: SampleListing,
  name: string,
  url: string,
  description: string,
  photos: string[],
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Vehicle',
    url,
    name: `${name} | ${lot.vin} | Bid History | BidCars`,
    description,
    manufacturer: lot.make,
    model: lot.model,
    vehicleIdentificationNumber: lot.vin,
    sku: lot.vin,
    mpn: lot.vin,
    productionDate: String(lot.year),
    modelDate: String(lot.year),
    vehicleModelDate: String(lot.year),
    color: lot.color,
    vehicleTransmission: 'Automatic',
    knownVehicleDamages: lot.primaryDamage,
    purchaseDate: lot.saleDate,
    brand: { '@type': 'Brand', name: lot.make },
    vehicleEngine: {
      '@type': 'EngineSpecification',
      engineType: lot.engine,
      name: lot.engine,
      fuelType: '0',
    },
    offers: {
      '@type': 'Offer',
      url,
      priceCurrency: 'USD',
      price: '25',
      priceValidUntil: lot.saleDate,
      itemCondition: 'https://schema.org/UsedCondition',
      availability: 'https://schema.org/OnlineOnly',
      seller: { '@type': 'Organization', name: SAMPLE_SELLER },
    },
    image: photos,
  };
}

const tip = (text: string): string =>
  `class="right-info tips-question" data-toggle="tooltip" data-placement="bottom" title="" data-original-title="${text}"`;

const mainInfo = (lot: SampleListing): string => `<div class="box" id="main-info"><div class="options-list">
<div class="option">Lot
  <span class="right-info"><span class="copy-lot"><span class="lot-drop">1-<h2>${lot.number}</h2></span><i class="fa fa-clipboard" aria-hidden="true"></i></span></span>
</div>
<div class="option">VIN
  <span class="right-info"><span class="copy-vin"><span class="vin-drop">${lot.vin}</span><i class="fa fa-clipboard" aria-hidden="true"></i></span></span>
</div>
<!--<div class="option only-mobile">Location <span class="right-info">${lot.city} (${lot.state})</span></div>-->
<div class="option"> Seller
  <span class="right-info inline"><div class="tips-question" data-toggle="tooltip" data-original-title="A made-up listing for trying the service."><span>${SAMPLE_SELLER}</span></div></span>
</div>
<div class="option sale_doc">Sale Document
  <span class="right-info inline"><div class="tips-question" data-toggle="tooltip" data-original-title="Export possible with this document."><span>${lot.title}</span></div></span>
</div>
</div></div>`;

const secondaryInfo = (
  lot: SampleListing,
): string => `<div class="box" id="secondary-info"><div class="options-list">
<div class="option">Loss
  <span ${tip('Noted by the auction house.')}>
    -
  </span>
</div>
<div class="option">Primary damage
  <span ${tip('Noted by the auction house.')}>
    ${lot.primaryDamage}
  </span>
</div>
<div class="option">Secondary damage
  <span ${tip('Noted by the auction house.')}>
    ${lot.secondaryDamage ?? '-'}
  </span>
</div>
<div class="option">Odometer
  <span ${tip('Noted by the auction house; compare the odometer photo.')}>
    ${spaced(lot.mileage)}
    mi
    (${spaced(Math.round(lot.mileage * 1.609344))} km)
  </span>
</div>
<div class="option start_code" data-start-code="Run / Drive">Start code
  <span ${tip('The vehicle started and a gear could be engaged.')}>
    Run and Drive
  </span>
</div>
<div class="option">
  Key
  <span ${tip('The key was recorded as present.')}>
    Present
    <img src="https://bid.cars/img/upd/icons/key.svg" width="24" height="24" alt="Key Present">
  </span>
</div>
<div class="option">ACV / ERC
  <span ${tip('Actual Cash Value (ACV) / Estimated Repair Cost (ERC)')}>${dollars(lot.acv)}
    USD /
    ${dollars(lot.repairCost)}
    USD</span>
</div>
</div></div>`;

/** The fuel row's value is left unclosed, as on the site: a real HTML parser must cope. */
const tertiaryInfo = (
  lot: SampleListing,
): string => `<div class="box" id="tertiary-info"><div class="options-list icons_list">
<div class="option no-wrap-text-ellipsis">Exterior color <span class="right-info">${lot.color}</span></div>
<div class="option no-wrap-text-ellipsis">Engine <span class="right-info">2.0L, 4 cyl., 240HP</span></div>
<div class="option no-wrap-text-ellipsis">Transmission <span class="right-info">Automatic <img src="https://bid.cars/img/upd/icons/automatics.svg" width="24" height="24" alt="Automatic"></span></div>
<div class="option no-wrap-text-ellipsis">Fuel Type
  <span class="right-info">
    Gasoline <img src="https://bid.cars/img/upd/icons/patrol.svg" width="24" height="24" alt="Gasoline">
</div>
<div class="option no-wrap-text-ellipsis">Drive Type <span class="right-info drive_type_icons">${lot.drive} | <img src="https://bid.cars/img/upd/icons/rwd.svg" width="24" height="24" alt="${lot.drive}"></span></div>
<div class="more-specs">
<div class="option no-wrap-text-ellipsis">Data fetched from the platform Copart</div>
<div class="option no-wrap-text-ellipsis">Model<span class="right-info">${lot.model.toLowerCase()}</span></div>
<div class="option no-wrap-text-ellipsis">Body Style<span class="right-info">${lot.bodyStyle}</span></div>
<div class="option no-wrap-text-ellipsis">Engine<span class="right-info">${lot.engine}</span></div>
<div class="option no-wrap-text-ellipsis">Drive<span class="right-info">${lot.drive}</span></div>
<div class="option no-wrap-text-ellipsis">Transmission<span class="right-info">Automatic</span></div>
<div class="option no-wrap-text-ellipsis">Sale Status<span class="right-info">Pure sale</span></div>
</div>
<a href="#" class="show-more-specs"><span class="more-text">Show more</span><span class="num">6</span></a>
</div></div>`;

const gallery = (
  lot: SampleListing,
  photos: string[],
): string => `<div id="productCarousel" class="f-carousel">
${photos
  .map(
    (
      url,
      i,
    ) => `<div class="f-carousel__slide" data-thumb-src="${url}" data-fancybox="gallery" data-src="${url}">
<img src="${url}" alt="${lot.vin} ${lot.year} ${lot.make} ${lot.model} photo no. ${i + 1}"/>
</div>`,
  )
  .join('\n')}
<div class="top-buttons new-ver"><a href="#" class="open-fullscreen">View ${photos.length} Photos</a></div>
</div>`;

const history = (
  lot: SampleListing,
): string => `<a href="#" class="button link-history">Sales History <span>1</span></a>
<table class="tabs-content table sales-history-table">
<thead><tr><th scope="col">Auction</th><th scope="col">Date</th><th scope="col">Lot #</th><th scope="col">Final bid</th><th scope="col">Odometer</th><th scope="col">Status</th><th scope="col">Seller</th></tr></thead>
<tbody><tr><th scope="row"><span class="seo-label copart">Copart</span></th><td>2026-11-05</td><td><a href="https://bid.cars/en/lot/1-${lot.number}" class="full-row-link" rel="nofollow">1-${lot.number}</a></td><td><span class="status price">$1,225</span></td><td>${spaced(lot.mileage)} mi</td><td><span class="status not-sold">Not sold</span></td><td>${SAMPLE_SELLER}</td></tr></tbody>
</table>`;

/** Cars that are not this lot: a reader that takes the whole page for one car is caught by these. */
const otherCars = (): string => `<section class="similar-offers"><h3>Similar offers</h3>
${[
  ['1-90000071', '2015 BMW 3 Series, 320I', 'WBA3B1C50FK990071', '64 120', '$4,900', 'Rear end'],
  ['0-90000072', '2013 BMW 3 Series, 335I', 'WBA3A9C53DF990072', '121 733', '$2,350', 'Side'],
]
  .map(
    ([lot, name, vin, miles, price, damage]) => `<div class="item-horizontal" data-lot="${lot}">
<a href="https://bid.cars/en/lot/${lot}"><img src="https://images.bid.cars/${lot?.replace('-', '')}_5a3b1e90c0d99/${vin}-1.jpg" alt="${name}"></a>
<div class="option">VIN <span class="right-info">${vin}</span></div><div class="option">Primary damage <span class="right-info">${damage}</span></div>
<div class="option">Odometer <span class="right-info">${miles} mi</span></div><span class="price">${price}</span></div>`,
  )
  .join('\n')}
</section>`;
