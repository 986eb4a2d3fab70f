import { EventEmitter } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { KEYED_SOURCES, SETUP_SOURCES } from '../contract/operator/setup-sources.ts';
import { MORE_MAKES } from '../contract/vehicles/makes.ts';
import { SAMPLE_LOTS } from '../samples/sample-lots.ts';
import { answerSample } from '../samples/sample-sites.ts';
import { fillAccountEmail } from './accounts/account-emails.ts';
import type { AccountTools } from './accounts/account-tools.ts';
import { createAccountService } from './accounts/create-account-service.ts';
import { setHashCost } from './accounts/session/passwords.ts';
import { type ForCaller, userCaller } from './concurrency/work-caller.ts';
import { type Config, metricsPort } from './config.ts';
import { currentDetector } from './damage-detectors/current-detector.ts';
import { declaredDetector } from './damage-detectors/declared/declared.ts';
import type { DamageDetector } from './damage-detectors/detector.ts';
import { answerCacheIn } from './damage-detectors/vision/cache.ts';
import {
  type OpenedVision,
  openVision,
  type VisionTools,
  visionAddresses,
} from './damage-detectors/vision/setup.ts';
import { shippedTables } from './data-tables/table-files.ts';
import type { ThroughOutages } from './db/await-database.ts';
import { catalogueAnswers } from './db/catalogue/catalogue-answers.ts';
import { findCatalogueParts, findCataloguePrefixes } from './db/catalogue/catalogue-parts.ts';
import { dailySpendGate } from './db/catalogue/vision-spend.ts';
import { type Database, type LeaseDatabase, openDatabase, openLeaseDatabase } from './db/client.ts';
import { type DatabaseServer, openDatabaseServer } from './db/database-server.ts';
import { linesInDatabase } from './db/lots/host-pace.ts';
import type { VisitorLimits } from './db/lots/visitor-lots.ts';
import { type Listener, listenForNotifications } from './db/notifications.ts';
import { isSwitchedOn } from './db/ops/switches.ts';
import { findTables, keepTables } from './db/reports/estimate-tables.ts';
import { type Announcer, createAnnouncer } from './db/reports/report-events.ts';
import { createEstimating, type Estimating } from './estimate/workers/estimating.ts';
import type { EstimateReader } from './estimate-exchange/read-estimate.ts';
import { createSocketHub, type SocketHub } from './http/socket/socket-hub.ts';
import type { LogoReader } from './images/ingest-logo.ts';
import { loadStarterCatalogue } from './load-starter-catalogue.ts';
import type { Log } from './log.ts';
import { configuredLotFinder, lotSourceOrigins } from './lot-sources/index.ts';
import { createFetchPage } from './lots/fetch-page.ts';
import { listPhotosOf, type PhotoTools, readPhoto } from './lots/lot-photos.ts';
import type { BodyReader, LotReader } from './lots/lot-reader.ts';
import { lotByKey, lotKeyOf, parseLink, type ScrapeTools, scrapeLot } from './lots/scrape-lot.ts';
import { type Outbox, openOutbox } from './mail/outbox.ts';
import type { DeliveryTools } from './mail/send-mail.ts';
import { type MailTransport, outboxTransport, smtpTransport } from './mail/transport.ts';
import { createMetrics, type Metrics } from './metrics/metrics.ts';
import { processGauges } from './metrics/process-gauges.ts';
import { type Scrape, scrapeOf } from './metrics/scrape.ts';
import { serviceGauges } from './metrics/service-gauges.ts';
import { openKeysInForce } from './operator/keys-in-force.ts';
import type { SetupTools } from './operator/setup.ts';
import { usesOf } from './operator/source-list.ts';
import { keyedOrigins, type SourceBase, sourceTools } from './operator/source-tools.ts';
import { fillPartnerEmail } from './partners/joining/partner-emails.ts';
import { fillQuoteEmail } from './partners/quotes/quote-emails.ts';
import { noteMet } from './partners/stock/note-met.ts';
import type { StockTools } from './partners/stock/take-feed.ts';
import type { OpenedPageReader } from './parts-catalogues/dealer-store/opened-page.ts';
import { type CatalogueTools, catalogueAddresses, partsCatalogues } from './parts-catalogues/index.ts';
import type { PartsCatalogue } from './parts-catalogues/parts-catalogue.ts';
import { samplePrices } from './parts-catalogues/sample-prices/sample-prices.ts';
import { createPress, type Press } from './pdf/press/press.ts';
import { type TypesetterKind, typesetterKind } from './pdf/press/which-typesetter.ts';
import { createPrintedReports, type PrintedReports } from './pdf/printed-reports.ts';
import { addOnFolder } from './photo-reading/add-on-folder.ts';
import { createPhotoCover } from './photo-reading/covering/cover-photos.ts';
import { createTextReader, type TextReader } from './photo-reading/text-reader.ts';
import type { PipelineTools } from './pipeline/pipeline-tools.ts';
import type { EstimateConfig } from './pipeline/steps/make-report.ts';
import { PRODUCT_NAME } from './process/version.ts';
import type { PushTools } from './push/send-push.ts';
import { openVapid } from './push/vapid-keys.ts';
import { openQueue, type Queue } from './queue/queue.ts';
import { fillQuotaEmail } from './quota/quota-emails.ts';
import { openShop, type Shop, shopOrigins } from './quota/shop.ts';
import { createReading, type Reading } from './reading/reading.ts';
import { endedInBatch, fillBatchEmail, queueEndedBatch } from './reports/board/batch-mail.ts';
import { queueDeals } from './reports/deal/calculate-deals.ts';
import { createDealing, type Dealing } from './reports/deal/dealing.ts';
import type { TriageTools } from './reports/deal/triage-list.ts';
import type { VersionMade } from './reports/edit/edit-report.ts';
import type { EndTools } from './reports/end-report.ts';
import { createPreflight, type ReadPreflight } from './reports/preflight.ts';
import { queueLatePhotos } from './reports/recalculate/late-photos.ts';
import { fillMail, fillReportEmail, queueReportMail } from './reports/report-emails.ts';
import { queueReportPushes } from './reports/report-pushes.ts';
import type { RequestTools } from './reports/request-report.ts';
import { readSamplePhotoFile } from './reports/sample-report.ts';
import { noteBeside, type WatchTools } from './reports/watch/note-reading.ts';
import { createSeal } from './secrets/seal.ts';
import type { Roles } from './start-up-text.ts';
import { countedStore } from './storage/counted-store.ts';
import { openStore } from './storage/open-store.ts';
import type { Store } from './storage/store.ts';
import type { OffersTools } from './suppliers/check-offers.ts';
import {
  configuredEbay,
  configuredSellers,
  priceSourceOrigins,
  priceSources,
} from './suppliers/price-sources.ts';
import type { SellerNumbers } from './suppliers/seller-numbers/seller-numbers.ts';
import { createPageRenderer } from './web-fetch/browser.ts';
import { createGuardedFetch, type FetchEvent, type GuardedFetch } from './web-fetch/guarded-fetch.ts';
import { turnsBefore } from './web-fetch/host-line.ts';
import type { WebhookTools } from './webhooks/deliver-message.ts';
import { queueReportEvent } from './webhooks/queue-message.ts';
import { createWorkerPool, type OpenPool } from './workers/worker-pool.ts';

const SAMPLE_KEYS: ReadonlySet<string> = new Set(SAMPLE_LOTS.map((lot) => lotKeyOf(parseLink(lot.link))));

/** Everything the service is composed of, made once from the configuration. */
export type Tools = {
  config: Config;
  log: Log;
  database: Database;
  pool: pg.Pool;
  databaseUrl: string;
  /** For what else a start needs of the database. */
  through: ThroughOutages;
  leases: LeaseDatabase;
  /** Says that a report waits for a worker. */
  reportQueued: EventEmitter<{ queued: [] }>;
  queue: Queue;
  announcer: Announcer;
  store: Store;
  fetch: GuardedFetch;
  bodiesFor: ForCaller<BodyReader>;
  logoReaderFor: ForCaller<LogoReader>;
  estimatesFor: ForCaller<EstimateReader>;
  dealerPagesFor: ForCaller<OpenedPageReader>;
  visitorLimits: VisitorLimits;
  delivery: DeliveryTools;
  push: PushTools;
  webhooks: WebhookTools;
  stock: StockTools;
  versionMade: VersionMade;
  setup: SetupTools;
  shop: Shop | null;
  reportEnded: PipelineTools['reportEnded'];
  outbox: Outbox;
  lots: ScrapeTools;
  photos: PhotoTools;
  textReader: TextReader;
  requests: RequestTools & EndTools;
  watch: WatchTools;
  printed: PrintedReports;
  readPreflight: ReadPreflight;
  triage: TriageTools;
  catalogues: readonly PartsCatalogue[];
  sellers: SellerNumbers | null;
  detector: DamageDetector;
  photoCheckUsd: number;
  photoWaitMs: number;
  readerWaitMs: number;
  estimate: EstimateConfig;
  estimating: Estimating;
  dealing: Dealing;
  offers: OffersTools;
  accounts: AccountTools;
  accessSecret: Uint8Array;
  hub: SocketHub;
  /** What is counted here, and all figures as Prometheus reads them. */
  metrics: Metrics;
  scrape: Scrape;
  readiness: { draining: boolean; starting: boolean };
  roles: Roles;
  now(): Date;
  /** The address people use: PUBLIC_URL, else what was bound; links are made of it. */
  address(): string;
  setAddress(bound: string): void;
  close(): Promise<void>;
};

/**
 * Composition root: configuration → database, queue, store, fetch, mailer and what is made of them. Throws when the database
 * stays away, or when `stop` is aborted before it is there. `open` opens the database (default: as configured), `openPool` the
 * pools of its child processes.
 */
export async function createTools(
  given: Config,
  log: Log,
  {
    stop,
    open = () => openDatabaseServer(given, { stop }),
    openPool = createWorkerPool,
  }: { stop?: AbortSignal | undefined; open?(): Promise<DatabaseServer>; openPool?: OpenPool } = {},
): Promise<Tools> {
  setHashCost(given.NODE_ENV === 'test' ? 'test' : 'full');
  const server = await open();
  const { url, through } = server;
  const metrics = createMetrics({ role: given.ROLE, whole: tellsMetrics(given) });
  const onError = (error: Error) => {
    metrics.databaseError();
    log.warn({ error: String(error) }, 'database connection');
  };
  const database = openDatabase(url, { onError });
  const { pool } = database;
  const leases = openLeaseDatabase(url, onError);
  const seal = createSeal(given.SECRETS_KEY);
  const keys = await through(() => openKeysInForce(given, { pool, seal }));
  const { config } = keys;
  const reportQueued: Tools['reportQueued'] = new EventEmitter();
  const queue = await through(() => openQueue(url, log));
  const announcer = createAnnouncer(pool, onError);
  const hub = createSocketHub(pool, log);
  const connect = (): pg.Client =>
    new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      application_name: 'lotlens-listen',
    });
  const listener = await through(() =>
    listenForNotifications(connect, {
      ...hub,
      onError,
      onReportQueued: () => reportQueued.emit('queued'),
      onKeysChanged: () => void keys.refresh().catch(onError),
    }),
  );

  if (config.samples) await through(() => loadStarterCatalogue(pool));

  const fetch = createFetch(given, log, pool, metrics);
  const renderer =
    config.BROWSER_PATH === undefined
      ? null
      : createPageRenderer({
          browserPath: config.BROWSER_PATH,
          guardedFetch: fetch,
          userAgent: userAgentOf(config),
        });
  const { store: opened, storeName } = await openStore(config);
  const store = countedStore(opened, metrics.storeCall);
  let address = `http://localhost:${config.PORT}`;
  const publicUrl = () => config.publicUrl ?? address;

  const now = () => new Date();
  const base: SourceBase = { pool, fetch, log, now };
  const { prices: sourcePrices, ...lotTools } = sourceTools(base);
  /** What operators turned off has no calls left; tests in Setup still do. */
  const prices: typeof sourcePrices = {
    ...sourcePrices,
    takeCall: async (adapter, perDay) =>
      (await isSwitchedOn(pool, 'paid_catalogs')) && sourcePrices.takeCall(adapter, perDay),
  };
  const children = { idleMs: config.CHILD_IDLE_SECONDS * 1000, openPool };
  const reading = createReading(children);
  // The reports it makes are calculated by the tables of this version for ever.
  await through(() => keepTables(pool, shippedTables()));
  const estimating = createEstimating((id) => findTables(pool, id), log, children);
  const dealing = createDealing(children);
  const readerFor: ForCaller<LotReader> = (caller) => reading.for(caller).lots;
  const photos: PhotoTools = { pool, store, fetch: (request) => fetch.fetch(request), readerFor, log };
  const watch: WatchTools = { pool, queue, log };
  const allMakes = async (): Promise<boolean> =>
    config.MAKES === 'all' || (await isSwitchedOn(pool, 'all_makes'));
  const lots: ScrapeTools = {
    pool,
    fetchPage: createFetchPage((request) => fetch.fetch(request), renderer, readerFor),
    readerFor,
    allMakes,
    onReading: metrics.lotReading,
    onShared: (lot) => noteBeside(watch, null, { lot, readAt: new Date(lot.read_at) }),
    isSample: (link) => config.samples && SAMPLE_KEYS.has(lotKeyOf(link)),
    async listPhotos(lot, caller) {
      const listed = await listPhotosOf(pool, lot);
      if (config.PREFETCH_PHOTOS && listed.images.length > 0)
        await queue.send('take-photos', { lot_key: lot.lot_key, caller }, { account: caller });
      return listed;
    },
  };
  const requests: RequestTools & EndTools = {
    pool,
    announcer,
    lotFor: (request, userId) =>
      request.lot_key
        ? lotByKey(lots, request.lot_key)
        : scrapeLot(lots, request.auction_url, AbortSignal.timeout(60_000), userCaller(userId)),
    lotEnded: (client, batch) => queueEndedBatch(client, { queue, log }, { ...batch, ended: null }),
    cancelled: async (client, run) => {
      await endedInBatch(client, { queue, log }, run);
    },
  };
  const accounts = await through(() =>
    createAccountService({ pool, queue, freeReports: config.FREE_REPORTS, now }),
  );
  const outbox = await openOutbox(path.join(config.dataDir, 'outbox'));
  const mail = createMail(config, outbox);
  const delivery: DeliveryTools = {
    pool,
    transport: mail,
    from: config.MAIL_FROM,
    fill: fillMail({
      account: fillAccountEmail(publicUrl),
      report: fillReportEmail((origin) => config.publicUrl ?? origin ?? address),
      batch: fillBatchEmail((origin) => config.publicUrl ?? origin ?? address),
      quota: fillQuotaEmail(publicUrl),
      partner: fillPartnerEmail(publicUrl),
      quote: fillQuoteEmail(publicUrl),
    }),
  };
  const push: PushTools = {
    pool,
    queue,
    fetch: (request) => fetch.fetch(request),
    vapid: await through(() =>
      openVapid(pool, {
        privateKey: config.VAPID_PRIVATE_KEY ?? null,
        subject: config.VAPID_SUBJECT ?? `mailto:${config.SUPPORT_EMAIL}`,
      }),
    ),
    log,
  };
  const webhooks: WebhookTools = { pool, queue, fetch: (request) => fetch.fetch(request), seal, now };
  const press = createPress(children);
  const printed = createPrintedReports({
    press,
    store,
    readPhoto: async (id, size, caller) =>
      (await readSamplePhotoFile(id)) ?? (await readPhoto(photos, id, size, caller)),
    addressOf: (path) => `${publicUrl()}${path}`,
    log,
  });

  const textReader = createTextReader(addOnFolder(config.dataDir));
  const visionTools: VisionTools = {
    gate: (spender) =>
      dailySpendGate(pool, spender, {
        perUser: config.VISION_MAX_USD_PER_USER_DAY,
        all: config.VISION_MAX_USD_PER_DAY,
      }),
    cache: answerCacheIn(store, now),
    cover: createPhotoCover(textReader, {
      failed: (error) => log.warn({ error: String(error) }, 'a photo was not looked through for faces'),
    }),
    tell: (words) =>
      'found' in words
        ? log.info(words, 'a vision model is there now')
        : log.warn(words, 'no vision model could be looked for'),
  };
  const vision = await openVision(config, fetch, { ...visionTools, signal: stop });
  const { detector, replace } = currentDetector(vision.detector);
  /** Null: operators turned it off. */
  let visionKeys: string | null = visionKeysOf(config);
  /** Photos of the next report are looked at by the model of the keys in force, or by none. */
  const renewVision = async (): Promise<void> => {
    const wanted = (await isSwitchedOn(pool, 'photo_review')) ? visionKeysOf(keys.config) : null;
    if (wanted === visionKeys) return;
    visionKeys = wanted;
    replace(
      wanted === null ? declaredDetector : (await openVision(keys.config, fetch, visionTools)).detector,
    );
  };

  const catalogueTools: CatalogueTools = {
    ...prices,
    findStoredParts: (query) => findCatalogueParts(pool, query),
    findStoredPrefixes: (query) => findCataloguePrefixes(pool, query),
    keptAnswers: (adapter) => catalogueAnswers(pool, adapter),
    dealerPagesFor: (caller) => reading.for(caller).dealerPages,
  };
  let configuredCatalogues: readonly PartsCatalogue[] = [];
  let sellers: SellerNumbers | null = null;
  const offers: OffersTools = { sources: [], kept: catalogueAnswers(pool, 'offers'), now };
  /** Sources are made of the keys in force: now, and whenever an operator changes them. */
  const makeKeyedSources = (): void => {
    configuredCatalogues = partsCatalogues(keys.config, catalogueTools);
    const ebay = configuredEbay(keys.config, prices);
    offers.sources = priceSources(ebay);
    sellers = configuredSellers(keys.config, ebay, { kept: catalogueAnswers(pool, 'ebay-sellers'), now });
    lots.findLicensed = configuredLotFinder(keys.config, lotTools);
  };
  keys.onChange(makeKeyedSources);
  keys.onChange(renewVision);
  // What changed before anybody listened counts, too.
  await through(() => keys.refresh());
  // Last, so that every other source's price comes before a made-up one.
  const catalogues = (): readonly PartsCatalogue[] =>
    config.samples ? [...configuredCatalogues, samplePrices] : configuredCatalogues;

  const estimate: EstimateConfig = {
    profile: { id: config.RATE_PROFILE === 'insurer_paid' ? 'insurer' : 'shop' },
    defaultState: config.DEFAULT_STATE ?? null,
    currencies: config.EXCHANGE_RATES,
    affiliates: {
      ...(config.EBAY_CAMPAIGN_ID ? { ebay_campaign: config.EBAY_CAMPAIGN_ID } : {}),
      ...(config.AMAZON_TAG ? { amazon_tag: config.AMAZON_TAG } : {}),
    },
  };

  const preflight = {
    pool,
    get catalogues() {
      return catalogues();
    },
    detector,
    estimate,
    estimating,
    dealing,
    log,
    now,
  };
  processGauges(metrics.registry, {
    pools: { main: pool, claims: leases.claims, renewals: leases.renewals },
    sockets: hub.size,
  });
  const gauges = serviceGauges(metrics.registry, {
    pool,
    dataDir: config.dataDir,
    readUses: async () =>
      (
        await Promise.all(
          SETUP_SOURCES.map(async (source) =>
            (await usesOf({ pool, keys }, source)).map((use) => ({ source, ...use })),
          ),
        )
      ).flat(),
  });
  return {
    watch,
    metrics,
    scrape: scrapeOf(metrics.registry, gauges),
    get catalogues() {
      return catalogues();
    },
    get sellers() {
      return sellers;
    },
    offers,
    detector,
    textReader,
    photoCheckUsd: config.VISION_MAX_USD_PER_REPORT,
    photoWaitMs: config.VISION_WAIT_SECONDS * 1000,
    readerWaitMs: config.TEXT_READER_WAIT_SECONDS * 1000,
    estimating,
    estimate,
    readPreflight: createPreflight(preflight),
    triage: { pool, dealing, estimate, log, now },
    config,
    log,
    database,
    pool,
    databaseUrl: url,
    through,
    leases,
    reportQueued,
    queue,
    announcer,
    store,
    fetch,
    bodiesFor: (caller) => reading.for(caller).bodies,
    logoReaderFor: (caller) => reading.for(caller).logo,
    estimatesFor: (caller) => reading.for(caller).estimates,
    dealerPagesFor: (caller) => reading.for(caller).dealerPages,
    visitorLimits: {
      all: config.VISITOR_STORE_MB * 1_000_000,
      perSender: config.VISITOR_STORE_MB_PER_ADDRESS * 1_000_000,
    },
    delivery,
    push,
    webhooks,
    stock: {
      pool,
      queue,
      fetch: (request) => fetch.fetch(request),
      feedsFor: (caller) => reading.for(caller).feeds,
      now,
    },
    versionMade: (client, of) => queueReportEvent(client, { queue, log }, of, 'report.version'),
    setup: { ...base, seal, keys, detector },
    shop: await openShop(config, fetch),
    dealing,
    reportEnded: async (client, run, outcome) => {
      const mail = outcome === 'ready' ? 'report_ready' : 'report_failed';
      if (!(await endedInBatch(client, { queue, log }, run)))
        await queueReportMail(client, { queue, log }, run, mail);
      await queueReportPushes(client, { queue, log }, run, outcome);
      const event = outcome === 'ready' ? 'report.finished' : 'report.failed';
      await queueReportEvent(client, { queue, log }, run, event);
      if (outcome === 'ready') await queueLatePhotos(client, { queue, log }, run);
      if (outcome === 'ready') await queueDeals(client, { queue, log }, run);
      if (outcome === 'ready') await noteMet(client, { log, now }, run);
    },
    outbox,
    lots,
    photos,
    requests,
    printed,
    accounts,
    accessSecret: accounts.accessSecret,
    hub,
    now,
    readiness: { draining: false, starting: false },
    roles: rolesOf(config, {
      server,
      mail,
      storage: storeName,
      vision,
      catalogues: configuredCatalogues,
      allMakes: await through(() => allMakes()),
    }),
    address: publicUrl,
    setAddress(bound) {
      address = bound;
    },
    close: () =>
      closeAll({ press, listener, announcer, fetch, reading, estimating, dealing, leases, database, server }),
  };
}

const userAgentOf = (config: Config): string => config.USER_AGENT ?? PRODUCT_NAME;

/** Whether somebody may read this process's figures. */
const tellsMetrics = (config: Config): boolean =>
  metricsPort(config) !== undefined || (config.ROLE !== 'worker' && config.METRICS_TOKEN !== undefined);

/** What the detector of photos is made of, of all that Setup may change. */
const visionKeysOf = (config: Config): string =>
  JSON.stringify(KEYED_SOURCES.vision.map(({ name }) => config[name]));

/** The guarded fetch of this configuration, also for keys that Setup has yet to try. */
export function createFetch(
  config: Config,
  log: Log,
  pool: pg.Pool,
  metrics?: Pick<Metrics, 'fetched'>,
): GuardedFetch {
  const model = visionAddresses(config);
  const { apiOrigins, hosts } = catalogueAddresses(config);
  return createGuardedFetch({
    userAgent: userAgentOf(config),
    sourceOrigins: config.SOURCE_ORIGINS,
    ...(config.samples ? { answerLocally: answerSample } : {}),
    extraHosts: hosts,
    apiOrigins: [
      ...apiOrigins,
      ...priceSourceOrigins(config),
      ...lotSourceOrigins(config),
      ...model.apiOrigins,
      ...keyedOrigins(config),
      ...shopOrigins(config),
    ],
    localModels: model.localModels,
    pace: { line: linesInDatabase(pool, turnsBefore) },
    observe: (event) => {
      metrics?.fetched(event);
      logFetch(log, event);
    },
  });
}

/** Writes a fetch to the log: for debugging alone where it looked for a server and found none, as most machines have none. */
export function logFetch(log: Log, event: FetchEvent): void {
  if (event.probe && event.fault === 'FetchNetwork') log.debug(event, 'fetch');
  else log.info(event, 'fetch');
}

function createMail(config: Config, outbox: Outbox): MailTransport {
  if (config.SMTP_URL !== undefined) return smtpTransport(config.SMTP_URL);
  return outboxTransport(outbox, (mail) => {
    const link = /https?:\/\/\S+/.exec(mail.text)?.[0] ?? '';
    // Only outside production: there a link in the output would be a key left in the door.
    if (!config.production) process.stdout.write(`Mail to ${mail.to}: ${mail.subject}\n  ${link}\n`);
  });
}

const PDF_WORDS: Record<TypesetterKind, string> = {
  native: 'Typst, PDF/UA-1 (default)',
  wasm: 'Typst in WebAssembly: the same tagged pages without the PDF/UA mark (default on this platform)',
};

function rolesOf(
  config: Config,
  made: {
    server: DatabaseServer;
    mail: MailTransport;
    storage: string;
    vision: OpenedVision;
    catalogues: readonly PartsCatalogue[];
    allMakes: boolean;
  },
): Roles {
  const { server, mail, storage, vision, catalogues, allMakes } = made;
  return {
    database: server.embedded
      ? `PostgreSQL of our own in ${path.join(config.dataDir, 'postgres')} (default)`
      : 'PostgreSQL at DATABASE_URL',
    mail: config.SMTP_URL === undefined ? `${mail.name} (default)` : mail.name,
    detector: detectorWords(config, vision),
    catalogue: [
      catalogues.map(({ label }) => label).join(', '),
      config.samples ? 'with the starter catalog of the sample cars' : '',
      catalogues.length === 1 ? '(default)' : '',
    ]
      .filter((words) => words !== '')
      .join(' '),
    makes: allMakes
      ? `the 19 and ${MORE_MAKES.length} more`
      : `the 19 (default); ${MORE_MAKES.length} more with “All makes” in Setup (/operator/setup) or MAKES=all`,
    storage,
    pdf: PDF_WORDS[typesetterKind()],
  };
}

function detectorWords(config: Config, { detector, searched, rated }: OpenedVision): string {
  if (!detector.examines_photos)
    return `declared damage; photos are not examined: ${searched ?? 'VISION_PROVIDER=none'}`;
  const weighed = rated === null ? '' : `; ${rated}`;
  if (searched !== null) return `photos by ${searched}, with declared damage; free of charge${weighed}`;
  return `${detector.name}; at most $${config.VISION_MAX_USD_PER_REPORT} a report${weighed}`;
}

async function closeAll(parts: {
  press: Press;
  listener: Listener;
  announcer: Announcer;
  fetch: GuardedFetch;
  leases: LeaseDatabase;
  reading: Reading;
  estimating: Estimating;
  dealing: Dealing;
  database: Database;
  server: DatabaseServer;
}): Promise<void> {
  await parts.press.close();
  await parts.announcer.stop();
  await parts.listener.stop();
  await parts.fetch.close();
  await parts.leases.close();
  await parts.reading.close();
  await parts.estimating.close();
  await parts.dealing.close();
  await parts.database.close();
  await parts.server.stop();
}
