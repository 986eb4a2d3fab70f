import type { z } from 'zod';
import type {
  AccessKey,
  PairAnswer,
  PairingCode,
  pairRequestSchema,
} from '../../contract/api/access-key-answers.ts';
import type {
  EnterLotRequest,
  HandOverPhotoRequest,
  handOverPhotoAnswerSchema,
  LotReport,
  Preflight,
  ScrapeAnswer,
  ScrapeListAnswer,
  ScrapeListRequest,
  ScrapeRequest,
} from '../../contract/api/auction-answers.ts';
import type {
  OperatorSession,
  SaveKeysRequest,
  SetupSource,
  TestedSource,
  TestSourceRequest,
} from '../../contract/api/operator/operator-answers.ts';
import type { ReportDetail } from '../../contract/api/report-answers.ts';
import type * as calls from '../../contract/calls.ts';
import type { ClaimFile, claimRequestSchema } from '../../contract/claim/claim-file.ts';
import type { DealSettings } from '../../contract/deal/deal-settings.ts';
import type { DealSheet } from '../../contract/deal/deal-sheet.ts';
import type { KeptDealerPart, OpenedPage } from '../../contract/dealer-page/opened-page.ts';
import type { EstimateComparison } from '../../contract/estimate-exchange/estimate-comparison.ts';
import type { KeptEstimate } from '../../contract/estimate-exchange/kept-estimate.ts';
import type { SentEstimate } from '../../contract/estimate-exchange/sent-estimate.ts';
import type { PushState, PushSubscriptionRequest } from '../../contract/push/push-subscription.ts';
import type * as account from '../../contract/schemas/account.ts';
import type * as edit from '../../contract/schemas/edit-report.ts';
import type { ReportFrame } from '../../contract/schemas/events.ts';
import type { OffersAnswer } from '../../contract/schemas/offers.ts';
import type { CarPart } from '../../contract/schemas/part.ts';

const EMAIL = 'nadia@example.test';
const PASSWORD = 'tangerine velvet 81';
const LINK = 'https://www.copart.com/lot/51234567';
const REPORT_ID = '018f2c1e-7a64-7c3b-9d52-0b6c1f0e4a11';
const TASK_ID = '018f2c1e-7a64-7c3b-9d52-0b6c1f0e4a12';

/** A point of P-256. */
const VAPID_KEY = 'BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM';

const catalogSource: SetupSource = {
  source: 'parts_catalogs',
  on: true,
  from: 'stored',
  detail: 'api.parts-catalogs.com',
  keys: [{ name: 'PARTS_CATALOGS_KEY', value: null, ending: '0000' }],
  stored: 'in_force',
  stored_at: '2026-05-04T12:00:00.000Z',
  uses: [{ unit: 'calls', period: 'day', used: 74, cap: 2000 }],
  test: 'vin',
};

const preflight: Preflight = {
  photos: { listed: 12, held: 12, refused: 0 },
  vision_model: false,
  catalogue: 'none',
  estimate: { low: 3900, likely: 6400, high: 10200, width: 6300 },
};

const lot: ScrapeAnswer = {
  success: true,
  message: 'Auction data extracted',
  lot_key: 'copart:51234567',
  origin: 'fetched',
  read_at: '2026-05-04T12:00:00.000Z',
  site: 'copart',
  lot_number: '51234567',
  url: LINK,
  name: '2019 Toyota Camry LE',
  vin: '4T1B11HK5KU000000',
  vin_masked: false,
  year: 2019,
  make: 'Toyota',
  make_supported: true,
  model: 'Camry',
  trim: 'LE',
  body_style: 'Sedan',
  mileage: 61200,
  odometer: { value: 61200, unit: 'mi', brand: 'ACTUAL' },
  primary_damage: 'Front End',
  secondary_damage: null,
  loss_type: 'Collision',
  run_condition: 'runs_and_drives',
  keys: 'yes',
  airbags: 'intact',
  title: 'CA - Salvage Certificate',
  engine: '2.5L 4',
  drive: 'Front-wheel drive',
  transmission: 'Automatic',
  fuel: 'Gas',
  color: 'White',
  retail_value: 14500,
  seller_repair_cost: null,
  sale_date: null,
  location: 'CA - Sacramento',
  seller: null,
  listing_state: 'active',
  images: [],
  preflight,
};

const { success: _, message: __, preflight: ___, ...stored } = lot;
const { lot_key, origin: ____, read_at: _____, ...facts } = stored;

const card: calls.ReportListItem = {
  report_id: REPORT_ID,
  task_id: TASK_ID,
  model_name: lot.name,
  vin: lot.vin,
  lot_number: lot.lot_number,
  make_name: lot.make,
  body_type: lot.body_style,
  mileage: lot.mileage,
  task_status: 'download_images',
  progress: 0.3,
  message: 'Fetching Data',
  error_code: null,
  date: '2026-05-04T12:00:05.000Z',
  total_cost: null,
  url: LINK,
  lot_key,
  diagram: null,
  figures: null,
  archived: false,
  tag: 'Monday sale',
  note: null,
  seq: 42,
};

/** Examples by their schema's name in the OpenAPI file; people, car and numbers are made up. */
export const EXAMPLES = {
  Error: {
    message: 'There is no such report.',
    detail: 'There is no such report.',
    code: 'not_found',
    details: {},
  },
  Message: { message: 'Signed out.' } satisfies z.input<typeof account.messageAnswerSchema>,
  VerifiedEmail: { message: 'Your email address is confirmed.', email: EMAIL } satisfies z.input<
    typeof account.verifyEmailAnswerSchema
  >,
  RegisterRequest: {
    email: EMAIL,
    password: PASSWORD,
    first_name: 'Nadia',
    last_name: 'Example',
  } satisfies account.RegisterRequest,
  RegisteredAccount: {
    email: EMAIL,
    message: 'Registration successful. Please check your email to verify your account.',
  } satisfies z.input<typeof account.registerAnswerSchema>,
  RefreshRequest: { refresh_token: 'opaque' } satisfies z.input<typeof account.refreshRequestSchema>,
  VerifyEmailRequest: { code: 'from-the-mail' } satisfies z.input<typeof account.verifyEmailRequestSchema>,
  EmailRequest: { email: EMAIL } satisfies z.input<typeof account.emailOnlyRequestSchema>,
  ResetPasswordRequest: {
    token: 'from-the-mail',
    new_password: PASSWORD,
  } satisfies account.ResetPasswordRequest,
  ChangePasswordRequest: {
    old_password: PASSWORD,
    new_password: 'seven quiet lanterns',
  } satisfies account.ChangePasswordRequest,
  User: {
    first_name: 'Nadia',
    last_name: 'Example',
    email: EMAIL,
    phone: null,
  } satisfies account.User,
  Preferences: {
    rates: null,
    parts: 'used',
    state: 'CA',
    shop_name: 'Kline Auto Body',
    deal: { destination: 'US', channel: 'private', margin: { kind: 'share', percent: 20 } },
    logo: { width: 480, height: 160 },
    mails: { report_ready: true, report_failed: true, report_shared: false },
  } satisfies account.Preferences,
  EditPreferencesRequest: {
    parts: 'used',
    state: null,
    mails: { report_ready: false },
  } satisfies account.EditPreferencesRequest,
  ClaimRequest: { number: 'CLM-2041/7', deductible: 500 } satisfies z.input<typeof claimRequestSchema>,
  Claim: {
    report_id: REPORT_ID,
    version: 3,
    claim: { number: 'CLM-2041/7', deductible: 500 },
    decision: {
      state: 'TX',
      verdict: 'repairable',
      probability: 0.21,
      by_title: false,
      repair: 9120,
      value: { usd: 12500, of: 'user' },
      salvage: { least: 3100, most: 3100, of: 'user' },
      tips: [
        { of: 'repair', least: 12500, most: 12500, now: 9120 },
        { of: 'value', least: 9120, most: 9120, now: 12500 },
      ],
      evidence: [{ id: 'listing:primary', kind: 'declared_damage', moves: 4120 }],
      payments: { total_loss: 12000, owner_keeps: 8900, repair: 8620 },
    },
  } satisfies ClaimFile,
  DealRequest: {
    destination: 'UA',
    liters: 2,
    fuel: 'petrol',
    rates: { UAH: 0.024 },
    rows: { storage: 60 },
  } satisfies DealSettings,
  Deal: {
    report_id: REPORT_ID,
    day: '2026-11-23',
    settings: { bid: 5000 },
    defaults: { destination: 'US' },
    bid: 5000,
    rows: [
      {
        id: 'gate',
        group: 'auction',
        usd: 95,
        basis: { code: 'flat' },
        from: 'table',
        sources: [
          {
            key: 'D',
            name: 'ragamainidev/paddock-ai, docs/salvage-economics.md and src/salvage/fees.ts',
            where: 'github.com',
            words: 'Gate; C, K and L agree',
            date: '2026-08-17',
            read: '2026-11-21',
            judgement: false,
          },
        ],
      },
      {
        id: 'storage',
        group: 'auction',
        usd: null,
        basis: { code: 'unknown', needs: 'storage' },
        from: 'unknown',
        sources: [],
      },
    ],
    all_in: 9800,
    profit: 3200,
    highest_bid: 5400,
    ceiling: 4800,
    risk: 0.3,
    curve: [
      { bid: 4800, probability: 0.7 },
      { bid: 5400, probability: 0.5 },
    ],
    contributor: 'repair',
    part_out: null,
    verdict: 'consider',
    verdict_sources: [],
    reasons: [{ code: 'chance', probability: 0.55, bid: 5000, of: 'user' }],
    flags: [{ code: 'no_keys', effects: [{ code: 'look' }] }],
  } satisfies DealSheet,
  StoppedMails: {
    mail: 'report_ready',
    message: 'You will get no more emails when a report is ready.',
  } satisfies z.input<typeof account.unsubscribeAnswerSchema>,
  EditProfileRequest: { phone: '+1 916 555 0100' } satisfies account.EditProfileRequest,
  DeleteAccountRequest: { password: PASSWORD } satisfies z.input<typeof account.deleteAccountRequestSchema>,
  Session: {
    session_id: '018f2c1e-7a64-7c3b-9d52-0b6c1f0e4a13',
    current: true,
    user_agent: null,
    address: '203.0.113.7',
    created_at: '2026-05-04T11:58:00.000Z',
    last_used_at: '2026-05-04T12:00:00.000Z',
  } satisfies z.input<typeof account.sessionSchema>,
  AccessKey: {
    key_id: '018f2c1e-7a64-7c3b-9d52-0b6c1f0e4a14',
    kind: 'extension',
    name: 'Browser extension',
    scopes: ['lots:hand_over', 'reports:create', 'reports:read_own'],
    user_agent: null,
    created_at: '2026-05-04T11:58:00.000Z',
    last_used_at: null,
  } satisfies AccessKey,
  PairingCode: { code: '7K2M-X4QD', expires_at: '2026-05-04T12:10:00.000Z' } satisfies PairingCode,
  PairRequest: { code: '7K2M-X4QD' } satisfies z.input<typeof pairRequestSchema>,
  PairedExtension: {
    access_key: 'llk_opaque',
    key_id: '018f2c1e-7a64-7c3b-9d52-0b6c1f0e4a14',
    scopes: ['lots:hand_over', 'reports:create', 'reports:read_own'],
  } satisfies PairAnswer,
  PushSubscriptionRequest: {
    endpoint: 'https://fcm.googleapis.com/wp/opaque',
    expirationTime: null,
    keys: { p256dh: VAPID_KEY, auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
  } satisfies PushSubscriptionRequest,
  OperatorSession: { state: 'code_needed' } satisfies OperatorSession,
  OperatorCodeRequest: { code: '123456' },
  Setup: { can_change: true, sources: [catalogSource] },
  SetupSource: catalogSource,
  SaveKeysRequest: { values: { PARTS_CATALOGS_KEY: 'OEM-API-00000000' } } satisfies SaveKeysRequest,
  SavedKeys: { source: catalogSource, makes_left_out: ['Volvo'] },
  TestSourceRequest: { text: '4T1B11HK5KU000000' } satisfies TestSourceRequest,
  TestedSource: {
    outcome: 'ok',
    address: null,
    found: {
      kind: 'numbers',
      car: 'Camry',
      by_vin: true,
      groups: 38,
      examples: [{ group: 'Front bumper', name: 'COVER, FRONT BUMPER', number: '52119-00000' }],
    },
  } satisfies TestedSource,
  PushState: { on: true, public_key: VAPID_KEY } satisfies PushState,
  Quota: { seq: 41, available_reports: 2, in_progress_reports: 1 } satisfies account.Quota,
  LiveTicket: { ticket: 'opaque' } satisfies z.input<typeof calls.wsTicketAnswerSchema>,
  ReportFrame: {
    type: 'status',
    seq: 42,
    report_id: REPORT_ID,
    task_id: TASK_ID,
    status: 'download_images',
    progress: 0.3,
    label: 'Downloading Images',
    message: 'Fetching Data',
    date: '2026-05-04T12:00:05.000Z',
    total_cost: null,
    body_type: 'Sedan',
    error_code: null,
    report_version: 0,
    quota: { available_reports: 2, in_progress_reports: 1 },
  } satisfies ReportFrame,
  HandOverPhotoRequest: {
    lot_key: 'own_page:Jq0f7C1yBz0m8mSk',
    url: 'https://cs.copart.com/v1/AUTH_svc.pdoc00001/lpp/0126/90000002_ful.jpg',
    photo: '/9j/4AAQ',
  } satisfies HandOverPhotoRequest,
  HandedOverPhoto: { held: true, reason: null } satisfies z.input<typeof handOverPhotoAnswerSchema>,
  EnterLotRequest: {
    year: 2019,
    make: 'Toyota',
    model: 'Camry',
    primary_damage: 'Front end',
  } satisfies EnterLotRequest,
  ReportShare: { path: null, shared_at: null, photos: true } satisfies calls.ReportShare,
  ShareRequest: { photos: false } satisfies calls.ShareRequest,
  EditLinesRequest: {
    version: 0,
    edits: [{ kind: 'exclude', line_id: 'hood' }],
  } satisfies edit.EditLinesRequest,
  RecalculateRequest: { version: 0 } satisfies edit.RecalculateRequest,
  ReportVersion: {
    version: 1,
    date: '2026-05-04T12:10:00.000Z',
    total_cost: 8410.5,
    changed: 0,
    excluded: 1,
    added: 0,
  } satisfies edit.ReportVersion,
  CarPart: {
    category: 'fender',
    name: 'Front fender',
    section: 'fenders',
    sided: true,
    position: 'front',
  } satisfies CarPart,
  SentEstimateRequest: { files: [{ name: 'estimate.xml', content: 'PGEvPg==' }] } satisfies SentEstimate,
  KeptEstimate: {
    estimate_id: '5f0f8a3e-6f7b-4f4f-9d57-0c1f2ab3c4d5',
    file_name: 'estimate.xml',
    format: 'bms',
    system: 'mitchell',
    dated: '2026-05-04',
    vin: 'WBA3A5C50EJ900001',
    year: 2014,
    make: 'BMW',
    model: '328i',
    numbers: 12,
    prices: 11,
    hours: 23.4,
    kept_at: '2026-05-05T08:00:00.000Z',
  } satisfies KeptEstimate,
  OpenedPageRequest: {
    link: 'https://bmw.oempartsonline.com/oem-parts/bmw-bumper-cover-51117292991?vin=WBA3A5C50EJ900001',
    page: '<!DOCTYPE html><html>…</html>',
  } satisfies OpenedPage,
  KeptDealerPart: {
    number: '51117292991',
    name: 'Bumper Cover',
    price: 780.5,
    vin: 'WBA3A5C50EJ900001',
    vin_from: 'page',
    fits_vin: true,
    kept: {
      estimate_id: '5f0f8a3e-6f7b-4f4f-9d57-0c1f2ab3c4d6',
      file_name: 'bmw.oempartsonline.com',
      format: 'dealer_pages',
      system: null,
      dated: '2026-05-05',
      vin: 'WBA3A5C50EJ900001',
      year: 2014,
      make: 'BMW',
      model: '328i',
      numbers: 3,
      prices: 3,
      hours: 0,
      kept_at: '2026-05-05T08:00:00.000Z',
    },
  } satisfies KeptDealerPart,
  EstimateComparison: {
    theirs: {
      format: 'bms',
      version: '5.2.22',
      system: 'mitchell',
      dated: '2026-05-04',
      country: null,
      vehicle: { vin: null, vin_check_ok: null, year: 2016, make: 'BMW', model: '3 Series' },
      lines: 1,
      hours: 3.9,
      totals: { gross: 972.54, net: 972.54, tax: 72.54 },
    },
    ours: { lines: 1, hours: 4.2, total: 1375.02 },
    same_car: 'unknown',
    rows: [
      {
        number: 1,
        category: 'hood',
        side: 'none',
        position: 'front',
        ours: { names: ['Hood panel'], labour_hours: 1.7, refinish_hours: 2.5, parts: 1002, other: 0 },
        theirs: { names: ['Hood'], labour_hours: 1.5, refinish_hours: 2.4, parts: 800, other: 0 },
      },
    ],
    missed: [{ id: 'mask_jambs', name: 'Mask jambs and openings', called_by: ['Hood'] }],
  } satisfies EstimateComparison,
  Offers: { sources: [], numbers: [], left_out: 0 } satisfies OffersAnswer,
  SiteInfo: {
    support_email: 'support@lotlens.example',
    sales_email: 'sales@lotlens.example',
    free_reports: 3,
    extension_pages: {
      chrome: 'https://chromewebstore.google.com/detail/lotlens/abcdefghijklmnopabcdefghijklmnop',
      edge: null,
      firefox: null,
    },
    samples: [],
  } satisfies calls.SiteInfo,
  Health: { status: 'ok' } satisfies z.input<typeof calls.healthSchema>,
  TokenRequest: { username: EMAIL, password: PASSWORD } satisfies z.input<typeof account.tokenRequestSchema>,
  Tokens: {
    access_token: 'eyJhbGciOiJIUzI1NiJ9.e30.signature',
    token_type: 'bearer',
    refresh_token: 'opaque',
  } satisfies account.TokenAnswer,
  ScrapeRequest: { auction_link: LINK } satisfies ScrapeRequest,
  ScrapeListRequest: { links: [LINK, 'https://example.com/lot/1'] } satisfies ScrapeListRequest,
  ScrapedList: {
    success: true,
    message: 'Auction data extracted',
    entries: [
      { row: 1, listed: LINK, lot: stored, code: null, reason: null },
      {
        row: 2,
        listed: 'https://example.com/lot/1',
        lot: null,
        code: 'unsupported_url',
        reason: 'Only lots of bid.cars, copart.com, copart.ca, iaai.com and ca.iaai.com can be read.',
      },
    ],
    left_out: null,
  } satisfies ScrapeListAnswer,
  ScrapedLot: lot,
  ProcessReportRequest: {
    auction_url: LINK,
    lot_number: lot.lot_number,
    vin: lot.vin,
    make: lot.make,
    lot_key,
  } satisfies calls.ProcessReportRequest,
  StartedReport: {
    success: true,
    message: 'Report generation started',
    task_id: TASK_ID,
    report_id: REPORT_ID,
  } satisfies calls.ProcessReportAnswer,
  MarkReportsRequest: {
    report_ids: [REPORT_ID],
    archived: false,
    tag: 'Monday sale',
    note: 'Ask for the second key',
  } satisfies calls.MarkReportsRequest,
  SelectedReportsRequest: { report_ids: [REPORT_ID] },
  Preflight: preflight,
  LotReport: { report: { report_id: REPORT_ID, readable: true } } satisfies LotReport,
  ReportListItem: card,
  ReportDetail: {
    ...card,
    report: null,
    tables_current: null,
    editable: null,
    partial: { lot: facts, vehicle: null, photos: [], steps_done: ['create_task', 'crawl_vehicle_data'] },
  } satisfies ReportDetail,
  GenerateReportRequest: { report_id: REPORT_ID },
};
