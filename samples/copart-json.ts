import type { View } from './drawing/draw-photo.ts';
import { SAMPLE_SELLER, type SampleListing } from './sample-lots.ts';

const MAKE_CODES: Record<string, string> = { INFINITI: 'INFI', CHEVROLET: 'CHEV' };
const DAMAGE_CODES: Record<string, string> = { 'REAR END': 'RR', 'FRONT END': 'FR' };

/** Copart's own codes for what a photo shows. */
const LABELS: Record<View, string> = {
  front: 'SUVN',
  'front-left': 'DSFA',
  left: 'DSFA',
  'rear-left': 'DSRA',
  rear: 'SUVN',
  'rear-right': 'PSRA',
  right: 'PSFA',
  'front-right': 'PSFA',
  damage: 'DENT',
  interior: 'DIRF',
  odometer: 'ODOM',
};

/** Name of a photo on Copart's image host: thirty-two hexadecimal digits that hold lot and place in the list. */
export const copartPhotoId = (lot: SampleListing, index: number): string =>
  `${lot.number}${String(index + 1).padStart(2, '0')}`.padEnd(32, 'a0c1e5');

const folder = 'https://cs.copart.com/v1/AUTH_svc.pdoc00001/ids-c-prod-lpp/1126';

/** Answer of `/public/data/lotdetails/solr/{lot}` with the site's short keys and its sentinels. */
export function copartLotDetails(lot: SampleListing): unknown {
  const title = `${lot.year} ${lot.make} ${lot.model} ${lot.trim}`.trim();
  const sale = Date.parse(lot.saleDate);
  const runs = lot.runs === 'runs_and_drives';
  return {
    returnCode: 1,
    returnCodeDesc: 'Success',
    data: {
      lotDetails: {
        driveStatus: false,
        siteCodes: ['CPRTUS'],
        dynamicLotDetails: {
          errorCode: '',
          buyerNumber: 0,
          source: 'web',
          buyTodayBid: 0,
          currentBid: lot.currentBid,
          totalAmountDue: 0,
          sealedBid: false,
          hasBid: false,
          lotSold: false,
          bidStatus: 'NEVER_BID',
          saleStatus: 'PURE_SALE',
        },
        vehicleTypeCode: 'VEHTYPE_V',
        odometerUOM: 'A',
        lotPlugAcv: 0,
        lotSold: false,
        lotNumberStr: lot.number,
        ln: Number(lot.number),
        mkn: lot.make,
        lmg: lot.model,
        lm: lot.model,
        lcy: lot.year,
        fv: lot.vin,
        la: lot.acv ?? -1,
        rc: lot.repairCost ?? 0,
        obc: 'A',
        orr: lot.mileage,
        ord: 'ACTUAL',
        egn: lot.engine,
        cy: lot.cylinders,
        ld: `${title}  `,
        yn: lot.branch,
        cuc: 'USD',
        tz: 'CST',
        ianaTimeZone: 'America/Chicago',
        ad: sale,
        lad: 0,
        at: '11:00:00',
        aan: 41,
        hb: lot.currentBid,
        ss: 3,
        bndc: '',
        bnp: 0,
        ts: lot.state,
        stt: lot.title.startsWith('SALVAGE') ? 'SC' : 'CT',
        td: lot.title,
        tgc: lot.title.startsWith('SALVAGE') ? 'TITLEGROUP_S' : 'TITLEGROUP_C',
        tgd: lot.title.startsWith('SALVAGE') ? 'SALVAGE TITLE' : 'CLEAN TITLE',
        dd: lot.primaryDamage,
        tims: `${folder}/${copartPhotoId(lot, 0)}_thb.jpg`,
        lic: [runs ? 'CERT-D' : 'CERT-S', 'IV'],
        gr: '',
        dtc: DAMAGE_CODES[lot.primaryDamage] ?? 'UK',
        zip: lot.zip,
        offFlg: false,
        locCountry: 'USA',
        locCity: lot.city,
        locState: lot.state,
        tsmn: 'AUTOMATIC',
        tmtp: 'AUTOMATIC',
        lmc: MAKE_CODES[lot.make] ?? '',
        lcc: runs ? 'CERT-D' : 'CERT-S',
        ...(lot.secondaryDamage === null ? {} : { sdd: lot.secondaryDamage, sddr: lot.secondaryDamage }),
        bstl: lot.bodyStyle,
        lcd: runs ? 'RUNS AND DRIVES' : 'ENGINE START PROGRAM',
        clr: lot.color,
        ft: 'GAS',
        hk: 'YES',
        drv: lot.drive,
        ess: 'Pure Sale',
        showSeller: true,
        scn: SAMPLE_SELLER,
        vehTypDesc: 'AUTOMOBILE',
        syn: lot.branch,
        ils: false,
        lu: sale - 86_400_000,
        brand: 'COPART',
        lstg: 50,
        ldu: `${title} ${lot.branch}`.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
      },
    },
  };
}

/** Answer of `/public/data/lotdetails/solr/lotImages/{lot}` in the `content[]` shape, with the engine video among the photos. */
export function copartLotImages(lot: SampleListing): unknown {
  const photo = (view: View, i: number) => {
    const id = copartPhotoId(lot, i);
    return {
      swiftFlag: false,
      frameCount: 0,
      status: 'I',
      imageTypeDescription: 'UNKNOWN',
      fullUrl: `${folder}/${id}_ful.jpg`,
      thumbnailUrl: `${folder}/${id}_thb.jpg`,
      highResUrl: `${folder}/${id}_hrs.jpg`,
      imageSeqNumber: i + 1,
      imageTypeCode: 'IMG',
      imageWorkflowStatus: 'APRVD',
      solrHighResUrl: `ids-c-prod-lpp/1126/${id}_hrs.jpg`,
      solrFullUrl: `ids-c-prod-lpp/1126/${id}_ful.jpg`,
      imageLabelCode: LABELS[view],
      highRes: true,
      lotNumberStr: lot.number,
      imageTypeEnum: 'IMAGE',
      ln: Number(lot.number),
    };
  };
  const video = {
    swiftFlag: false,
    frameCount: 0,
    status: 'I',
    highResUrl: `${folder}/${copartPhotoId(lot, 98)}_O.mp4`,
    imageSeqNumber: lot.views.length + 1,
    imageTypeCode: 'ENGVID',
    imageWorkflowStatus: 'APRVD',
    highRes: true,
    lotNumberStr: lot.number,
    imageTypeEnum: 'ENGINE_VIDEO_SOUND',
    ln: Number(lot.number),
  };
  const content = [...lot.views.map(photo), video];
  return {
    returnCode: 1,
    returnCodeDesc: 'Success',
    data: {
      imagesList: {
        totalElements: content.length,
        content,
        facetFields: [],
        spellCheckList: null,
        suggestions: null,
        realTime: false,
      },
    },
  };
}

/** What a number nobody knows gets. */
export const copartUnknownLot = (): unknown => ({
  returnCode: 0,
  returnCodeDesc: 'Lot not found',
  data: { lotDetails: null },
});

/** A refusal with the marks of the real one, written for this project. */
export const copartRefusal = (): string =>
  '<html><head><meta name="robots" content="noindex, nofollow"></head><body><iframe id="main-iframe" src="/_Incapsula_Resource?sample=1">Request unsuccessful. Incapsula incident ID: 90000006-00000000000000000</iframe></body></html>';

/** The lot page itself is an empty shell that fills itself by script. */
export const copartShell = (lot: SampleListing): string =>
  `<!DOCTYPE html><html lang="en"><head><title>${lot.year} ${lot.make} ${lot.model} | Copart</title></head><body><div id="app"></div></body></html>`;
