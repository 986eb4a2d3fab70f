import type { SampleListing } from './sample-lots.ts';

const money = (n: number | null): string => `$${(n ?? 0).toLocaleString('en-US')} USD`;
const titled = (text: string): string =>
  text.toLowerCase().replace(/(^|[\s/])\p{L}/gu, (letter) => letter.toUpperCase());

/** Photo numbers at IAAI are not contiguous. */
const photoNumber = (index: number): number => (index < 6 ? index + 1 : index + 109);

export const iaaiPhotoKey = (lot: SampleListing, index: number): string =>
  `${lot.number}~SID~B640~S1~I${photoNumber(index)}~RW1600~H1200~TH0`;

/** Which photo an image key names, or -1. */
export function iaaiPhotoIndex(lot: SampleListing, key: string): number {
  const number = /~I(\d+)(?:~|$)/.exec(key)?.[1];
  return key.startsWith(`${lot.number}~`)
    ? lot.views.findIndex((_, i) => String(photoNumber(i)) === number)
    : -1;
}

/** `6/29/2026 1:30:00 PM +00:00`, the form IAAI writes times in. */
function usTime(iso: string): string {
  const date = new Date(iso);
  const hour = date.getUTCHours();
  const minute = String(date.getUTCMinutes()).padStart(2, '0');
  return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()} ${hour % 12 || 12}:${minute}:00 ${hour < 12 ? 'AM' : 'PM'} +00:00`;
}

/** Writes objects as JSON.NET does: `$id` in each, arrays as `$values`. */
function jsonNet(value: unknown): unknown {
  let next = 1;
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return { $id: String(next++), $values: node.map(walk) };
    if (typeof node !== 'object' || node === null) return node;
    const id = String(next++);
    return { $id: id, ...Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, walk(inner)])) };
  };
  return walk(value);
}

const rows = (pairs: readonly (readonly [string, string])[]): unknown[] =>
  pairs.map(([key, value], i) => ({ key, value, order: i + 1 }));

const startCode = (lot: SampleListing): string =>
  lot.runs === 'runs_and_drives' ? 'Run & Drive' : lot.runs === 'starts' ? 'Starts' : 'Stationary';

function attributes(lot: SampleListing): Record<string, string | null> {
  return {
    Id: `${lot.number}~US`,
    Tenant: 'US',
    SalvageId: lot.number,
    StockNumber: lot.stockNumber,
    Year: String(lot.year),
    Make: lot.make,
    Model: lot.model,
    Series: lot.trim,
    InventoryType: 'AUTOMOBILE',
    InventoryCategory: 'VEHICLE',
    InventoryStatus: 'RS',
    Title: 'BillOfSale',
    TitleBrand: ' ',
    TitleCode: 'SAL',
    PrimaryDamageCode: 'LF',
    PrimaryDamageDesc: lot.primaryDamage,
    SecondaryDamageCode: 'LS',
    SecondaryDamageDesc: lot.secondaryDamage,
    LossTypeCode: '0',
    LossTypeDesc: 'Collision',
    Keys: 'True',
    KeyFOB: 'True',
    StartsCode: lot.runs === 'stationary' ? 'WST' : 'CST',
    StartsDesc: startCode(lot),
    RunAndDrive: lot.runs === 'runs_and_drives' ? 'True' : 'False',
    ODOValue: String(lot.mileage),
    ODOBrand: 'ACTUAL',
    ODOUoM: 'mi',
    AirbagState: lot.airbags,
    NoOfAirbags: '0',
    IsOffsite: 'False',
    Name: titled(lot.city),
    City: lot.city,
    State: `${lot.state} `,
    Zip: lot.zip,
    ProviderType: 'INS',
    ProviderName: '',
    Origin: 'Insurance',
    ProviderACV: null,
    VIN: lot.vin,
    VINStatus: 'OK',
    VINMask: lot.vin,
    BodyStyleName: lot.bodyStyle,
    Cylinders: lot.cylinders,
    CylindersDesc: `${lot.cylinders} Cyl`,
    DriveLineTypeDesc: lot.drive,
    EngineSize: lot.engine.toUpperCase().padEnd(200),
    EngineInformation: lot.engine,
    Segment: 'Passenger Car',
    VehicleClass: 'Passenger Car',
    ExteriorColor: lot.color,
    InteriorColor: ' ',
    FuelTypeCode: 'Gasoline',
    FuelTypeDesc: 'Gasoline',
    Transmission: 'Automatic',
    CountryOfOrigin: 'Japan',
    BranchNumber: '640',
    BranchName: lot.branch,
    BranchLink: '640~US',
    BranchState: lot.state,
    Aisle: 'C  ',
    Stall: '12',
    Lane: 'B',
    Slot: '41',
    AuctionDateTime: usTime(lot.saleDate),
    Currency: 'USD',
    Market: 'UnitedStates',
    TitleState: lot.state,
    TitleStateName: lot.stateName,
    TitleNotes: ' ',
    CatalyticConverter: 'Present',
    VehicleGrade: '14',
    EstRepairCost: String(lot.repairCost ?? ''),
    MinimumBidAmount: '0',
    DisplLiters: '3.7L',
    YearMakeModelSeries: `${lot.year} ${lot.make} ${lot.model} ${lot.trim}`,
  };
}

function viewModel(lot: SampleListing): unknown {
  const document = `${lot.title} (${lot.stateName})`;
  return jsonNet({
    // Empty on the real page as well: only `inventoryView` holds the lot.
    inventory: {
      segment: null,
      year: 0,
      make: null,
      model: null,
      stockNumber: null,
      salvageId: 0,
      vin: null,
    },
    inventoryView: {
      templateType: 0,
      attributes: attributes(lot),
      itemId: '69000103',
      vehicleInformation: rows([
        ['StockHash', lot.stockNumber],
        ['SellingBranch', lot.branch],
        ['VINMask', `${lot.vin} (OK)`],
        ['Loss', 'Collision'],
        ['PrimaryDamage', titled(lot.primaryDamage)],
        ['SecondaryDamage', titled(lot.secondaryDamage ?? '')],
        ['TitleSaleDoc', document],
        ['StartCode', startCode(lot)],
        ['KeySlashFob', 'Present'],
        ['Odometer', `${lot.mileage.toLocaleString('en-US')} mi (Actual)`],
        ['Airbags', lot.airbags],
      ]),
      vehicleDescription: rows([
        ['VINMask', `${lot.vin} (OK)`],
        ['Vehicle', 'Automobile'],
        ['BodyStyle', lot.bodyStyle],
        ['Engine', lot.engine.toUpperCase()],
        ['Transmission', 'Automatic Transmission'],
        ['DriveLineType', 'All Wheel Drive'],
        ['FuelType', 'Gasoline'],
        ['Cylinders', `${lot.cylinders} Cylinders`],
        ['ExteriorInterior', `${titled(lot.color)}/ Unknown`],
        ['ManufacturedIn', 'Japan'],
        ['VehicleClass', 'Passenger Car'],
        ['Model', lot.model],
        ['Series', lot.trim],
      ]),
      saleInformation: rows([
        ['SellingBranch', lot.branch],
        ['VehiclesVehicleLocation', 'At the branch'],
        ['AuctionDateTime', usTime(lot.saleDate)],
        ['Lane', 'B - #41'],
        ['ActualCashValue', money(lot.acv)],
        ['EstimatedRepairCost', money(lot.repairCost)],
        ['Seller', 'LotLens sample'],
        ['SellerType', '******'],
        ['TitleSaleDoc', document],
      ]),
      imageDimensions: {
        deepZoomInd: true,
        image360Ind: false,
        image360Url: '',
        vrdUrl: '',
        videos: [],
        keys: lot.views.map((_, i) => photoEntry(lot, i)),
      },
      buyNowIndicator: false,
      buyNowSold: false,
      branchId: '640~US',
    },
    auctionInformation: {
      itemID: '69000103',
      series: lot.trim,
      stockNumber: lot.stockNumber,
      biddingInformation: {
        year: lot.year,
        make: lot.make,
        model: lot.model,
        buyNowAmount: 0,
        bidIncrement: 25,
      },
      prebidInformation: { errorMessage: 'You are not logged in.', highBidAmount: '', buyNowSold: false },
      saleInformation: { branchLink: lot.branch, city: lot.city, state: `${lot.state} `, zip: lot.zip },
      currencyInd: 'USD',
      userLoginStatus: false,
    },
  });
}

const photoEntry = (lot: SampleListing, i: number) => ({
  k: iaaiPhotoKey(lot, i),
  w: 1600,
  h: 1200,
  sn: '',
  sid: Number(lot.number),
  b: 640,
  in: photoNumber(i),
  i,
  s: 1,
  ar: 1.33,
  art: 1.35,
  tw: 96,
  th: 72,
});

/** An IAAI lot page: the whole lot as one JSON in a script, the visible page reduced to its heading. */
export function iaaiPage(lot: SampleListing): string {
  const json = JSON.stringify(viewModel(lot)).replaceAll('<', '\\u003c');
  return `<!DOCTYPE html><html lang="en"><head><title>${lot.year} ${lot.make} ${lot.model} | IAA</title></head><body>
<h1 class="heading-2">${lot.year} ${lot.make} ${lot.model} ${lot.trim}</h1>
<script type="application/json" id="ProductDetailsVM">${json}</script>
</body></html>`;
}

/** Answer of `vis.iaai.com/dimensions`; the image service writes its keys in capitals. */
export const iaaiDimensions = (lot: SampleListing): unknown => ({
  DeepZoomInd: true,
  Image360Ind: false,
  Image360Url: '',
  Videos: [],
  keys: lot.views.map((_, i) =>
    Object.fromEntries(Object.entries(photoEntry(lot, i)).map(([key, value]) => [key.toUpperCase(), value])),
  ),
});

/** What a number that is no salvage id gets, with status 200 (a stock number, a lot that is gone). */
export const iaaiNotFoundPage = (): string =>
  '<!DOCTYPE html><html lang="en"><head><title>IAA</title></head><body><main id="DetailsNotFoundView"><h1>Vehicle details are not found</h1></main></body></html>';
