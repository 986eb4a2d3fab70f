import path from 'node:path';
import pg from 'pg';
import { SAMPLE_LOTS } from '../samples/sample-lots.ts';
import { answerSample } from '../samples/sample-sites.ts';
import { fillAccountLetter } from './accounts/account-letters.ts';
import type { AccountTools } from './accounts/account-tools.ts';
import { openAccounts } from './accounts/open-accounts.ts';
import type { Config } from './config.ts';
import { declaredDetector } from './damage-detectors/declared.ts';
import type { DamageDetector } from './damage-detectors/detector.ts';
import { answerCacheIn } from './damage-detectors/vision-cache.ts';
import { configuredVisionDetector, visionOrigin } from './damage-detectors/vision-setup.ts';
import { catalogueAnswers, takeCatalogueCall } from './db/catalogue-answers.ts';
import { findCatalogueParts } from './db/catalogue-parts.ts';
import { type Database, openDatabase } from './db/client.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './db/embedded-postgres.ts';
import { reserveHost } from './db/host-pace.ts';
import { migrate } from './db/migrate.ts';
import { type Listener, listenForNotifications } from './db/notifications.ts';
import { type Announcer, createAnnouncer } from './db/report-events.ts';
import { dailySpendGate } from './db/vision-spend.ts';
import type { VisitorLimits } from './db/visitor-lots.ts';
import { createSocketHub, type SocketHub } from './http/socket-hub.ts';
import { loadStarterCatalogue } from './load-starter-catalogue.ts';
import type { Log } from './log.ts';
import { createFetchPage } from './lots/fetch-page.ts';
import { listPhotosOf, type PhotoTools, readPhoto } from './lots/lot-photos.ts';
import type { BodyReader } from './lots/lot-reader.ts';
import { lotByKey, lotKeyOf, parseLink, type ScrapeTools, scrapeLot } from './lots/scrape-lot.ts';
import type { DeliveryTools } from './mail/send-mail.ts';
import { type MailTransport, outboxTransport, smtpTransport } from './mail/transport.ts';
import { catalogueAddresses, partsCatalogues } from './parts-catalogues/index.ts';
import type { PartsCatalogue } from './parts-catalogues/parts-catalogue.ts';
import { createPrintedReports, type PrintedReports } from './pdf/printed-reports.ts';
import type { EstimateSettings } from './pipeline/detect-damaged-parts.ts';
import { openQueue, type Queue } from './queue/queue.ts';
import { createReading, type Reading } from './reading/reading.ts';
import type { RequestTools } from './reports/request-report.ts';
import { readSamplePhoto } from './reports/sample-report.ts';
import type { Roles } from './start-up-text.ts';
import { openStore } from './storage/open-store.ts';
import type { Store } from './storage/store.ts';
import type { OffersTools } from './suppliers/check-offers.ts';
import { priceSourceOrigins, priceSources } from './suppliers/price-sources.ts';
import { createPageRenderer } from './web-fetch/browser.ts';
import { createGuardedFetch, type GuardedFetch } from './web-fetch/guarded-fetch.ts';

export const VERSION = '0.1.0';

const SAMPLE_KEYS: ReadonlySet<string> = new Set(SAMPLE_LOTS.map((lot) => lotKeyOf(parseLink(lot.link))));

/** Everything the service is composed of, made once from the configuration. */
export type Tools = {
  config: Config;
  log: Log;
  database: Database;
  pool: pg.Pool;
  queue: Queue;
  announcer: Announcer;
  store: Store;
  fetch: GuardedFetch;
  bodies: BodyReader;
  visitorLimits: VisitorLimits;
  delivery: DeliveryTools;
  lots: ScrapeTools;
  photos: PhotoTools;
  requests: RequestTools;
  printed: PrintedReports;
  catalogues: readonly PartsCatalogue[];
  detector: DamageDetector;
  photoCheckUsd: number;
  estimate: EstimateSettings;
  offers: OffersTools;
  accounts: AccountTools;
  accessSecret: Uint8Array;
  hub: SocketHub;
  readiness: { draining: boolean };
  roles: Roles;
  now(): Date;
  /** The address that was bound; links use it where PUBLIC_URL is not set. */
  setAddress(address: string): void;
  close(): Promise<void>;
};

/** Composition root: configuration → database, queue, store, fetch, mailer and what is made of them. */
export async function createTools(config: Config, log: Log): Promise<Tools> {
  const embedded =
    config.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({ folder: path.join(config.dataDir, 'postgres') })
      : null;
  const url = config.DATABASE_URL ?? embedded?.url ?? '';
  await migrate(url);
  const onError = (error: Error) => log.warn({ error: String(error) }, 'database connection');
  const database = openDatabase(url, { onError });
  const { pool } = database;
  const queue = await openQueue(url, log);
  const announcer = createAnnouncer(pool, onError);
  const hub = createSocketHub(pool, log);
  const listener = await listenForNotifications(
    () => new pg.Client({ connectionString: url, application_name: 'lotlens-listen' }),
    { ...hub, onError },
  );

  if (config.samples) await loadStarterCatalogue(pool);

  const fetch = createFetch(config, log, pool);
  const renderer =
    config.BROWSER_PATH === undefined
      ? null
      : createPageRenderer({
          browserPath: config.BROWSER_PATH,
          guardedFetch: fetch,
          userAgent: userAgentOf(config),
        });
  const { store, storeName } = openStore(config);
  let address = `http://localhost:${config.PORT}`;
  const publicUrl = () => config.publicUrl ?? address;

  const reading = createReading();
  const reader = reading.lots;
  const photos: PhotoTools = { pool, store, fetch: (request) => fetch.fetch(request), reader, log };
  const lots: ScrapeTools = {
    pool,
    fetchPage: createFetchPage((request) => fetch.fetch(request), renderer, reader),
    reader,
    isSample: (link) => config.samples && SAMPLE_KEYS.has(lotKeyOf(link)),
    async listPhotos(lot) {
      const listed = await listPhotosOf(pool, lot);
      if (config.PREFETCH_PHOTOS && listed.images.length > 0)
        await queue.send('take-photos', { lot_key: lot.lot_key });
      return listed;
    },
  };
  const requests: RequestTools = {
    pool,
    queue,
    announcer,
    lotFor: (request) =>
      request.lot_key
        ? lotByKey(lots, request.lot_key)
        : scrapeLot(lots, request.auction_url, AbortSignal.timeout(60_000)),
  };
  const now = () => new Date();
  const accounts = await openAccounts({ pool, queue, freeReports: config.FREE_REPORTS, now });
  const mail = createMail(config);
  const delivery: DeliveryTools = {
    pool,
    transport: mail,
    from: config.MAIL_FROM,
    fill: fillAccountLetter(publicUrl),
  };
  const printed = createPrintedReports({
    store,
    readPhoto: async (id) => (await readSamplePhoto(id, 'model')) ?? (await readPhoto(photos, id, 'model')),
    addressOf: (path) => `${publicUrl()}${path}`,
  });

  const detector =
    configuredVisionDetector(config, fetch, {
      gate: (spender) =>
        dailySpendGate(pool, spender, {
          perUser: config.VISION_MAX_USD_PER_USER_DAY,
          all: config.VISION_MAX_USD_PER_DAY,
        }),
      cache: answerCacheIn(store, now),
    }) ?? declaredDetector;

  const catalogues = partsCatalogues(config, {
    findStoredParts: (query) => findCatalogueParts(pool, query),
    keptAnswers: (adapter) => catalogueAnswers(pool, adapter),
    takeCall: (adapter, perDay) => takeCatalogueCall(pool, adapter, perDay),
    fetch: (request) => fetch.fetch(request),
    dealerPages: reading.dealerPages,
    now,
  });

  const offers: OffersTools = {
    sources: priceSources(config, {
      fetch: (request) => fetch.fetch(request),
      takeCall: (adapter, perDay) => takeCatalogueCall(pool, adapter, perDay),
      now,
    }),
    kept: catalogueAnswers(pool, 'offers'),
    now,
  };

  return {
    catalogues,
    offers,
    detector,
    photoCheckUsd: config.VISION_MAX_USD_PER_REPORT,
    estimate: {
      profile: { id: config.RATE_PROFILE === 'insurer_paid' ? 'insurer' : 'shop' },
      defaultState: config.DEFAULT_STATE ?? null,
      currencies: config.EXCHANGE_RATES,
      affiliates: {
        ...(config.EBAY_CAMPAIGN_ID ? { ebay_campaign: config.EBAY_CAMPAIGN_ID } : {}),
        ...(config.AMAZON_TAG ? { amazon_tag: config.AMAZON_TAG } : {}),
      },
    },
    config,
    log,
    database,
    pool,
    queue,
    announcer,
    store,
    fetch,
    bodies: reading.bodies,
    visitorLimits: {
      all: config.VISITOR_STORE_MB * 1_000_000,
      perSender: config.VISITOR_STORE_MB_PER_ADDRESS * 1_000_000,
    },
    delivery,
    lots,
    photos,
    requests,
    printed,
    accounts,
    accessSecret: accounts.accessSecret,
    hub,
    now,
    readiness: { draining: false },
    roles: rolesOf(config, { embedded, mail, storage: storeName, detector, catalogues }),
    setAddress(bound) {
      address = bound.replace('127.0.0.1', 'localhost');
    },
    close: () => closeAll({ listener, announcer, fetch, reading, database, embedded }),
  };
}

const userAgentOf = (config: Config): string => config.USER_AGENT ?? `LotLens/${VERSION}`;

function createFetch(config: Config, log: Log, pool: pg.Pool): GuardedFetch {
  const modelOrigin = visionOrigin(config);
  const { apiOrigins, hosts } = catalogueAddresses(config);
  return createGuardedFetch({
    userAgent: userAgentOf(config),
    sourceOrigins: config.SOURCE_ORIGINS,
    ...(config.samples ? { answerLocally: answerSample } : {}),
    extraHosts: hosts,
    apiOrigins: [
      ...apiOrigins,
      ...priceSourceOrigins(config),
      ...(modelOrigin === null ? [] : [modelOrigin]),
    ],
    pace: { reserve: (host, intervalMs) => reserveHost(pool, host, intervalMs) },
    observe: (event) => log.info(event, 'fetch'),
  });
}

function createMail(config: Config): MailTransport {
  if (config.SMTP_URL !== undefined) return smtpTransport(config.SMTP_URL);
  return outboxTransport(path.join(config.dataDir, 'outbox'), (mail) => {
    const link = /https?:\/\/\S+/.exec(mail.text)?.[0] ?? '';
    // Only outside production: there a link in the output would be a key left in the door.
    if (!config.production) process.stdout.write(`Mail to ${mail.to}: ${mail.subject}\n  ${link}\n`);
  });
}

function rolesOf(
  config: Config,
  made: {
    embedded: EmbeddedPostgres | null;
    mail: MailTransport;
    storage: string;
    detector: DamageDetector;
    catalogues: readonly PartsCatalogue[];
  },
): Roles {
  const { embedded, mail, storage, detector, catalogues } = made;
  return {
    database: embedded
      ? `PostgreSQL of our own in ${path.join(config.dataDir, 'postgres')} (default)`
      : 'PostgreSQL at DATABASE_URL',
    mail: config.SMTP_URL === undefined ? `${mail.name} (default)` : mail.name,
    detector:
      detector === declaredDetector
        ? 'declared damage; photos are not examined (default)'
        : `${detector.name}; at most $${config.VISION_MAX_USD_PER_REPORT} a report`,
    catalogue: [
      catalogues.map(({ label }) => label).join(', '),
      config.samples ? 'with the starter catalogue of the sample cars' : '',
      catalogues.length === 1 ? '(default)' : '',
    ]
      .filter((words) => words !== '')
      .join(' '),
    storage,
  };
}

async function closeAll(parts: {
  listener: Listener;
  announcer: Announcer;
  fetch: GuardedFetch;
  reading: Reading;
  database: Database;
  embedded: EmbeddedPostgres | null;
}): Promise<void> {
  await parts.announcer.stop();
  await parts.listener.stop();
  await parts.fetch.close();
  await parts.reading.close();
  await parts.database.close();
  await parts.embedded?.stop();
}
