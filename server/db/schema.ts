import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  ACCOUNT_SEARCHED,
  LOT_END,
  LOT_LAST,
  MAKE,
  NAMED,
  NUMBERED,
  numberInLink,
  OUTCOME,
  SHELF,
  SORTED_BY,
  TAG,
  VIN_END,
  VIN_LAST,
} from './listed-by.ts';

/** Every table, once. `npm run db:generate` writes the SQL migration from it. Times come from the database. */

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const newId = sql`gen_random_uuid()`;
/** A search reads what was written lately one by one: kB of it, so that it never has much to read. */
const FEW_PENDING = { gin_pending_list_limit: 64 };

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey().default(newId),
    email: text('email').notNull(),
    /** Lower-cased, NFKC: what makes an address the same account. */
    emailKey: text('email_key').notNull().unique(),
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phone: text('phone'),
    verifiedAt: moment('verified_at'),
    availableReports: integer('available_reports').notNull().default(0),
    /** Whether its verification brought the free reports, or its mailbox had them already; null until then. */
    freeStart: text('free_start', { enum: ['given', 'had_before'] }),
    /** Last event number given out to this user. */
    eventSeq: bigint('event_seq', { mode: 'number' }).notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('available_reports_not_negative', sql`${table.availableReports} >= 0`),
    index('users_newest').on(table.createdAt.desc(), table.id.desc()),
    index('users_searched')
      .using('gin', sql.raw(`${ACCOUNT_SEARCHED} gin_trgm_ops`))
      .with(FEW_PENDING),
    // Tidied away while they stay so.
    index('users_unverified').on(table.createdAt).where(sql`verified_at IS NULL`),
  ],
);

/**
 * Mailboxes that had their free reports, by hash; a row outlives its account, or deleting and opening it anew would bring them
 * again.
 */
export const freeStarts = pgTable('free_starts', {
  mailbox: text('mailbox').primaryKey(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** What an account's new reports start with, what their PDF carries, and which mails go out; no row: nothing was set. */
export const accountPreferences = pgTable('account_preferences', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Own labor rates, US dollars an hour. */
  rates: jsonb('rates'),
  /** What deals are calculated with. */
  deal: jsonb('deal'),
  /** What figures are shown in; nothing: US dollars and miles. */
  units: jsonb('units'),
  /** How long reports stay; nothing: until their owner deletes them. */
  keeping: jsonb('keeping'),
  parts: text('parts'),
  state: text('state'),
  shopName: text('shop_name'),
  /** A PNG or JPEG that we wrote ourselves. */
  logo: bytea('logo'),
  logoType: text('logo_type', { enum: ['png', 'jpeg'] }),
  logoWidth: integer('logo_width'),
  logoHeight: integer('logo_height'),
  mailReportReady: boolean('mail_report_ready').notNull().default(true),
  mailReportFailed: boolean('mail_report_failed').notNull().default(true),
  mailReportShared: boolean('mail_report_shared').notNull().default(false),
  mailLotChanged: boolean('mail_lot_changed').notNull().default(true),
  mailSaleSoon: boolean('mail_sale_soon').notNull().default(true),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().default(newId),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent'),
    address: text('address'),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
    endedReason: text('ended_reason'),
    /** Since when it may do what operators do: a one-time code was given. */
    operatorSince: moment('operator_since'),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_ended').on(sql.raw('(least(ended_at, expires_at))')),
  ],
);

/** Accounts that run this installation, made so by the command line, with the sealed secret of their one-time codes. */
export const operators = pgTable('operators', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Null, like its key's version: made without a SECRETS_KEY, so that there are no codes yet. */
  sealedSecret: bytea('sealed_secret'),
  keyVersion: integer('key_version'),
  /** The 30 seconds of the last code that was taken: none of them or before is taken again. */
  lastStep: bigint('last_step', { mode: 'number' }),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** Keys that act for an account within their scopes, each known by its hash alone. */
export const accessKeys = pgTable(
  'access_keys',
  {
    id: uuid('id').primaryKey().default(newId),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What it was made for: an extension that was paired, or a program. */
    kind: text('kind', { enum: ['extension', 'program'] }).notNull(),
    name: text('name').notNull(),
    hash: bytea('hash').notNull().unique(),
    scopes: text('scopes').array().notNull(),
    /** The origin of the extension, from which alone it works; null: from anywhere. */
    origin: text('origin'),
    userAgent: text('user_agent'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** To the minute. */
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    index('access_keys_user').on(table.userId),
    index('access_keys_origin').on(table.origin).where(sql`revoked_at IS NULL`),
  ],
);

/** Addresses that are told of an account's reports, each with the secret that its messages are signed with, sealed. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    /** Of contract/programs. */
    events: text('events').array().notNull(),
    /** `off`: by its owner; `failing`: its address took nothing any more. */
    state: text('state', { enum: ['on', 'off', 'failing'] })
      .notNull()
      .default('on'),
    sealedSecret: bytea('sealed_secret').notNull(),
    keyVersion: integer('key_version').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    deliveredAt: moment('delivered_at'),
  },
  (table) => [index('webhooks_user').on(table.userId)],
);

/** What a webhook was told, or is to be told. */
export const webhookMessages = pgTable(
  'webhook_messages',
  {
    id: uuid('id').primaryKey().default(newId),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    /** The body to the letter: it is what was signed. */
    payload: text('payload').notNull(),
    state: text('state', { enum: ['waiting', 'delivered', 'failed'] })
      .notNull()
      .default('waiting'),
    /** How often it was tried; a job that knows another number is an old one. */
    attempts: integer('attempts').notNull().default(0),
    /** `attempts` when it was last sent again by its owner: the schedule starts there. */
    replayedAt: integer('replayed_at').notNull().default(0),
    nextAt: moment('next_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('webhook_messages_newest').on(table.webhookId, table.createdAt.desc()),
    index('webhook_messages_created').on(table.createdAt),
  ],
);

/** What became of each try of a message. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => webhookMessages.id, { onDelete: 'cascade' }),
    at: moment('at').notNull().defaultNow(),
    /** Null: no answer came. */
    status: integer('status'),
    problem: text('problem'),
    /** The start of what was answered. */
    answer: text('answer').notNull(),
    ms: integer('ms').notNull(),
  },
  (table) => [index('webhook_attempts_message').on(table.messageId)],
);

/** Where the browser of a session is told of reports that ended (web push), and the keys to encrypt for it. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').primaryKey().default(newId),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id')
      .notNull()
      .unique()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull().unique(),
    /** As the browser gave them, base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('push_subscriptions_user').on(table.userId)],
);

export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: bytea('hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    parentHash: bytea('parent_hash'),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    replacedAt: moment('replaced_at'),
  },
  (table) => [
    index('refresh_tokens_session').on(table.sessionId),
    index('refresh_tokens_spent').on(table.expiresAt).where(sql`replaced_at IS NOT NULL`),
  ],
);

export const linkTokens = pgTable(
  'link_tokens',
  {
    hash: bytea('hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['verify', 'reset', 'pair'] }).notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    index('link_tokens_user').on(table.userId, table.kind),
    index('link_tokens_spent').on(sql.raw('(coalesce(used_at, expires_at))')),
  ],
);

export const wsTickets = pgTable(
  'ws_tickets',
  {
    hash: bytea('hash').primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    index('ws_tickets_session').on(table.sessionId),
    index('ws_tickets_expires').on(table.expiresAt),
  ],
);

export const serverSecrets = pgTable('server_secrets', {
  name: text('name').primaryKey(),
  value: bytea('value').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** Settings that an operator saved, by their name in the environment; sealed, whether they are secret or not. */
export const storedKeys = pgTable('stored_keys', {
  name: text('name').primaryKey(),
  sealed: bytea('sealed').notNull(),
  keyVersion: integer('key_version').notNull(),
  storedAt: moment('stored_at').notNull().defaultNow(),
});

export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: moment('resets_at').notNull(),
  },
  (table) => [index('rate_limits_resets').on(table.resetsAt)],
);

export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey().default(newId),
    recipient: text('recipient').notNull(),
    template: text('template').notNull(),
    parameters: jsonb('parameters').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    sentAt: moment('sent_at'),
    failure: text('failure'),
  },
  (table) => [
    index('mails_unsent').on(table.createdAt.desc(), table.id.desc()).where(sql`sent_at IS NULL`),
    index('mails_created').on(table.createdAt),
  ],
);

export const lots = pgTable(
  'lots',
  {
    key: text('key').primaryKey(),
    site: text('site'),
    lotNumber: text('lot_number').notNull(),
    origin: text('origin', { enum: ['fetched', 'own_page', 'entered', 'sample', 'licensed'] }).notNull(),
    lot: jsonb('lot').notNull(),
    readAt: moment('read_at').notNull().defaultNow(),
    /** When tidying up next asks whether it is used; a report of it that is deleted asks at once (trigger of the migration). */
    lookAt: moment('look_at').notNull().defaultNow(),
  },
  (table) => [index('lots_read').on(table.readAt), index('lots_look').on(table.lookAt)],
);

/** What visitors' own pages and entries take up, by who sent them, so that the oldest give way. */
export const visitorLots = pgTable(
  'visitor_lots',
  {
    lotKey: text('lot_key')
      .primaryKey()
      .references(() => lots.key, { onDelete: 'cascade' }),
    /** Of the address, hashed. */
    sender: text('sender').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    keptAt: moment('kept_at').notNull().defaultNow(),
  },
  (table) => [index('visitor_lots_kept').on(table.keptAt)],
);

export const lotPhotos = pgTable(
  'lot_photos',
  {
    /** Unguessable: the photo's address on our origin. */
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    lotKey: text('lot_key')
      .notNull()
      .references(() => lots.key, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    sourceUrl: text('source_url'),
    label: text('label'),
    state: text('state', { enum: ['listed', 'kept', 'refused', 'duplicate'] })
      .notNull()
      .default('listed'),
    problem: text('problem'),
    sha256: text('sha256'),
    perceptualHash: text('perceptual_hash'),
    width: integer('width'),
    height: integer('height'),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    /** As of `lots`, of a photo that left its listing: whether it is shown anywhere. */
    lookAt: moment('look_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('lot_photos_number').on(table.lotKey, table.number),
    index('lot_photos_look').on(table.lookAt).where(sql`number < 1`),
  ],
);

/** Lots on a board that have no report yet; a row goes with the start of its report. */
export const waitingLots = pgTable(
  'waiting_lots',
  {
    id: uuid('id').primaryKey().default(newId),
    /** In the order they came, of those that came in one moment too. */
    number: bigserial('number', { mode: 'number' }).notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What makes it the same lot: site and id of its link, else how it was handed over or typed. */
    key: text('key').notNull(),
    /** Its link, or the VIN or number it was asked for by. */
    listed: text('listed').notNull(),
    /** Of the stored lot, where its page or list was handed over. */
    lotKey: text('lot_key'),
    /** Its car, where that was known when it was put there. */
    name: text('name'),
    /** The lots that were put there at once: one mail tells when all have ended. */
    batchId: uuid('batch_id'),
    state: text('state', { enum: ['queued', 'no_reports', 'refused'] }).notNull(),
    /** Its place among the queued lots of all accounts, the lowest first; null once it was begun, or is not queued. */
    turn: integer('turn'),
    code: text('code'),
    reason: text('reason'),
    /** As of reports. */
    origin: text('origin'),
    askedByKey: uuid('asked_by_key').references(() => accessKeys.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('waiting_lots_once').on(table.userId, table.key),
    index('waiting_lots_turn').on(table.turn).where(sql`turn IS NOT NULL`),
    index('waiting_lots_created').on(table.createdAt),
    index('waiting_lots_of_lot').on(table.lotKey),
    index('waiting_lots_key').on(table.askedByKey).where(sql`asked_by_key IS NOT NULL`),
    index('waiting_lots_of_batch').on(table.batchId).where(sql`batch_id IS NOT NULL`),
  ],
);

export const reports = pgTable(
  'reports',
  {
    id: uuid('id').primaryKey().default(newId),
    taskId: uuid('task_id').notNull().default(newId),
    /** Null: made from the command line, charged to nobody. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    lotKey: text('lot_key').notNull(),
    url: text('url').notNull(),
    modelName: text('model_name'),
    vin: text('vin'),
    lotNumber: text('lot_number'),
    makeName: text('make_name'),
    bodyType: text('body_type'),
    mileage: integer('mileage'),
    status: text('status').notNull().default('create_task'),
    message: text('message').notNull().default(''),
    errorCode: text('error_code'),
    totalCostCents: bigint('total_cost_cents', { mode: 'number' }),
    /** What the card's small diagram shows, so that the list never opens a model. */
    diagram: jsonb('diagram'),
    model: jsonb('model'),
    /** What the estimate is calculated from, as values; null in reports made before it was kept. */
    inputs: jsonb('inputs'),
    /** The model with its owner's edits; null while there are none. `model` stays as it was made. */
    editedModel: jsonb('edited_model'),
    /** Of the edits, 0 for none: an edit that builds on an older one is refused. */
    version: integer('version').notNull().default(0),
    /** Raised by every worker that claims the run; a commit with an older number writes nothing. */
    fence: bigint('fence', { mode: 'number' }).notNull().default(0),
    /**
     * From when any worker may claim the run: at once, after a wait a source asked for, or when `claimedBy`'s lease ends
     * unless it renews it. Null: not for workers. In no index, so that renewing rewrites none.
     */
    claimableAt: moment('claimable_at').defaultNow(),
    /** The worker that holds the lease. */
    claimedBy: text('claimed_by'),
    /** Workers that ended or went silent while they ran it, since it last ran in a process of its own (report-leases.ts). */
    workerDeaths: integer('worker_deaths').notNull().default(0),
    /** Whether `claimedBy` runs it in a process of its own. */
    inOwnProcess: boolean('in_own_process').notNull().default(false),
    /** Processes of its own that it took down. */
    ownProcessDeaths: integer('own_process_deaths').notNull().default(0),
    /** When a worker last claimed it: its account's last turn. */
    lastClaimedAt: moment('last_claimed_at'),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    /** Out of the owner's everyday list since then. */
    archivedAt: moment('archived_at'),
    /** The owner's own words. */
    tag: text('tag'),
    note: text('note'),
    /** What the owner set for its deal; null: nothing. */
    dealSettings: jsonb('deal_settings'),
    // What a worker last calculated of its deal; `dealStamp` tells from what (db/reports/deal-settings.ts).
    dealVerdict: text('deal_verdict', { enum: ['buy', 'consider', 'parts', 'pass'] }),
    dealCeilingCents: bigint('deal_ceiling_cents', { mode: 'number' }),
    /** Expected price and answer of that deal. */
    dealBrief: jsonb('deal_brief'),
    dealStamp: text('deal_stamp'),
    /** The lots it was started with at once; null: by itself, or tried again. */
    batchId: uuid('batch_id'),
    /** The sale, as it was listed, that its owner was alerted of. */
    alertedOfSale: text('alerted_of_sale'),
    /** Claim number and deductible, as its owner noted them; null: nothing. */
    claim: jsonb('claim'),
    // What the list shows and sorts by, so that it never opens a model; null until finished.
    repairLowCents: bigint('repair_low_cents', { mode: 'number' }).generatedAlwaysAs(
      sql`round((coalesce(edited_model, model) #>> '{headline,repair,low}')::numeric * 100)::bigint`,
    ),
    repairHighCents: bigint('repair_high_cents', { mode: 'number' }).generatedAlwaysAs(
      sql`round((coalesce(edited_model, model) #>> '{headline,repair,high}')::numeric * 100)::bigint`,
    ),
    /** As valueShare of contract/report-view/head/decision.ts. */
    valueShare: doublePrecision('value_share').generatedAlwaysAs(
      sql`CASE WHEN coalesce(edited_model, model) #> '{headline,repair_to_value,likely}' IS NOT NULL
            AND coalesce(coalesce(edited_model, model) #>> '{estimate,cost_to_value,source}', 'listed') = 'listed'
          THEN (coalesce(edited_model, model) #>> '{headline,repair_to_value,likely}')::float8
          ELSE (coalesce(edited_model, model) #>> '{estimate,total,likely}')::float8
            / nullif(greatest((coalesce(edited_model, model) #>> '{estimate,cost_to_value,value}')::float8, 0), 0) END`,
    ),
    verdict: text('verdict').generatedAlwaysAs(sql`coalesce(edited_model, model) #>> '{total_loss,verdict}'`),
    saleDate: text('sale_date').generatedAlwaysAs(sql`coalesce(edited_model, model) #>> '{lot,sale_date}'`),
    listingState: text('listing_state').generatedAlwaysAs(
      sql`coalesce(edited_model, model) #>> '{lot,listing_state}'`,
    ),
    /** The lot's market without its lists. */
    market: jsonb('market').generatedAlwaysAs(
      sql`CASE WHEN jsonb_typeof(coalesce(edited_model, model) #> '{lot,market}') = 'object'
          THEN (coalesce(edited_model, model) #> '{lot,market}') - '{sale_history,similar_lots,site_price_band,site_fees,page_rates}'::text[] END`,
    ),
    /** The first photo that is kept, small. */
    photo: text('photo').generatedAlwaysAs(
      sql`jsonb_path_query_first(coalesce(edited_model, model), '$.photos[*].thumbnail ? (@ != null)') #>> '{}'`,
    ),
    photosTotal: integer('photos_total').generatedAlwaysAs(
      sql`(coalesce(edited_model, model) #>> '{examined,photos_total}')::int`,
    ),
    photosExamined: integer('photos_examined').generatedAlwaysAs(
      sql`(coalesce(edited_model, model) #>> '{examined,photos_examined}')::int`,
    ),
    partsConfirmed: integer('parts_confirmed').generatedAlwaysAs(
      sql`jsonb_array_length(jsonb_path_query_array(coalesce(edited_model, model), '$.estimate.evidence[*] ? (@.kind == "part_answer")'))`,
    ),
    /** The address its user asked for it at, for the links in mails; null: not from a browser. */
    origin: text('origin'),
    /** The access key that asked for it, which may read it; null: its user did. */
    startedByKey: uuid('started_by_key').references(() => accessKeys.id, { onDelete: 'set null' }),
    /** The trace of the request that asked for it, as W3C Trace Context names them; the run's log lines carry it. */
    traceId: text('trace_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    index('reports_user_newest').on(table.userId, table.createdAt.desc(), table.id.desc()),
    // The list of an account: an index for each way to sort, and for each filter (listed-by.ts).
    ...Object.entries(SORTED_BY).map(([sort, by]) =>
      index(`reports_by_${sort}`).on(table.userId, sql.raw(SHELF), sql.raw(by), table.id),
    ),
    index('reports_of_outcome').on(table.userId, sql.raw(SHELF), sql.raw(OUTCOME), table.createdAt, table.id),
    index('reports_of_make').on(table.userId, sql.raw(SHELF), sql.raw(MAKE), table.createdAt, table.id),
    ...[
      { number: 'lot', end: LOT_END, last: LOT_LAST },
      { number: 'vin', end: VIN_END, last: VIN_LAST },
    ].flatMap(({ number, end, last }) => [
      index(`reports_by_${number}_end`).on(
        table.userId,
        sql.raw(SHELF),
        sql.raw(`${end} text_pattern_ops`),
        table.id,
      ),
      index(`reports_by_${number}_last`).on(
        table.userId,
        sql.raw(SHELF),
        sql.raw(last),
        table.createdAt,
        table.id,
      ),
    ]),
    index('reports_by_tag')
      .on(table.userId, sql.raw(SHELF), sql.raw(`${TAG} text_pattern_ops`), table.id)
      .where(sql`tag IS NOT NULL`),
    index('reports_searched')
      .using('gin', sql.raw(`${NAMED} gin_trgm_ops`), sql.raw(`${NUMBERED} gin_trgm_ops`))
      .with(FEW_PENDING),
    index('reports_user_link').on(table.userId, sql.raw(numberInLink('url'))),
    // What an account's, or the service's, time for reports is over for.
    index('reports_user_finished').on(table.userId, table.finishedAt).where(sql`finished_at IS NOT NULL`),
    index('reports_finished').on(table.finishedAt).where(sql`finished_at IS NOT NULL`),
    index('reports_started_by_key').on(table.startedByKey).where(sql`started_by_key IS NOT NULL`),
    index('reports_running').on(table.userId).where(sql`finished_at IS NULL`),
    // What operators see of all accounts.
    index('reports_newest').on(table.createdAt.desc(), table.id.desc()),
    index('reports_ended').on(table.finishedAt).where(sql`finished_at IS NOT NULL`),
    index('reports_failed').on(table.createdAt.desc(), table.id.desc()).where(sql`error_code IS NOT NULL`),
    index('reports_error')
      .on(table.errorCode, table.createdAt.desc(), table.id.desc())
      .where(sql`error_code IS NOT NULL`),
    // A lot that is read again is compared with the reports of it.
    index('reports_of_batch').on(table.batchId).where(sql`batch_id IS NOT NULL`),
    index('reports_by_sale').on(table.saleDate).where(sql`model IS NOT NULL AND archived_at IS NULL`),
    index('reports_of_lot').on(table.lotKey),
    index('reports_of_link').on(table.url),
    index('reports_of_car').on(table.vin),
    index('reports_user_last_claimed')
      .on(table.userId, table.lastClaimedAt)
      .where(sql`last_claimed_at IS NOT NULL`),
    uniqueIndex('reports_one_running_per_lot')
      .on(table.userId, table.lotKey)
      .where(sql`finished_at IS NULL AND user_id IS NOT NULL`),
  ],
);

/** What was read of the lots of finished reports that is not as it was, in the order it came. */
export const lotChanges = pgTable(
  'lot_changes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    /** One of contract/watch. */
    fact: text('fact').notNull(),
    before: text('before'),
    after: text('after').notNull(),
    /** Who told it: the site, or a licensed source by name. */
    source: text('source').notNull(),
    readAt: moment('read_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('lot_changes_of_report').on(table.reportId, table.id)],
);

export const reportSteps = pgTable(
  'report_steps',
  {
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    step: text('step').notNull(),
    status: text('status', { enum: ['running', 'done', 'failed'] }).notNull(),
    attempt: integer('attempt').notNull(),
    output: jsonb('output'),
    errorCode: text('error_code'),
    startedAt: moment('started_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
    /** When a source first asked this step to come later. */
    postponedSince: moment('postponed_since'),
  },
  (table) => [primaryKey({ columns: [table.reportId, table.step] })],
);

/** Every version of an owner's edits, whole: an earlier one can be made the newest again. */
export const reportVersions = pgTable(
  'report_versions',
  {
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    edits: jsonb('edits').notNull(),
    totalCostCents: bigint('total_cost_cents', { mode: 'number' }).notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.reportId, table.version] })],
);

/** Reports as they stood before their owner had them recalculated: nothing of them is lost. */
export const reportsBefore = pgTable(
  'reports_before',
  {
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    /** The version that was recalculated; what came of it is the one after. */
    version: integer('version').notNull(),
    model: jsonb('model').notNull(),
    inputs: jsonb('inputs'),
    editedModel: jsonb('edited_model'),
    /** What the recalculation told its owner. */
    told: jsonb('told').notNull(),
    replacedAt: moment('replaced_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.reportId, table.version] })],
);

/** Versions of reports as their owners approved them: never changed (triggers of the migration refuse it), gone only with the report. */
export const reportApprovals = pgTable(
  'report_approvals',
  {
    id: uuid('id').primaryKey().default(newId),
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    /** The report with its claim as it stood, JSON to the letter: what `sha256` is of. */
    content: text('content').notNull(),
    sha256: text('sha256').notNull(),
    totalCostCents: bigint('total_cost_cents', { mode: 'number' }).notNull(),
    /** The name of the account's user then. */
    approvedBy: text('approved_by').notNull(),
    note: text('note'),
    approvedAt: moment('approved_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('report_approvals_once').on(table.reportId, table.sha256),
    check(
      'report_approvals_as_hashed',
      sql`${table.sha256} = encode(sha256(convert_to(${table.content}, 'UTF8')), 'hex')`,
    ),
  ],
);

/** What happened to reports and no other table keeps: never changed (triggers of the migration refuse it), gone only with the report. */
export const reportTrail = pgTable(
  'report_trail',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    kind: text('kind', {
      enum: ['claim_noted', 'shared', 'share_changed', 'share_ended', 'recalculated', 'downloaded'],
    }).notNull(),
    /** The name of the account's user then; null: whoever had the shared link. */
    byName: text('by_name'),
    details: jsonb('details').notNull(),
    at: moment('at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [index('report_trail_report').on(table.reportId)],
);

/** Tables that reports were calculated with, each set once: an edit is calculated by those its report was made with. */
export const estimateTables = pgTable('estimate_tables', {
  /** Of what they say: see table-files.ts. */
  id: text('id').primaryKey(),
  /** Their texts by path, gzipped JSON. */
  files: bytea('files').notNull(),
  keptAt: moment('kept_at').notNull().defaultNow(),
});

/** Read-only links that owners chose to share; deleting the row revokes. The token follows from salt and server secret. */
export const reportShares = pgTable('report_shares', {
  reportId: uuid('report_id')
    .primaryKey()
    .references(() => reports.id, { onDelete: 'cascade' }),
  salt: bytea('salt').notNull(),
  hash: bytea('hash').notNull().unique(),
  /** Whether its photos are shown to whoever has the link. */
  photos: boolean('photos').notNull().default(true),
  /** Whether its deal is: a bid is its owner's secret. */
  deal: boolean('deal').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const reportEvents = pgTable(
  'report_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    payload: jsonb('payload').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('report_events_user_seq').on(table.userId, table.seq),
    index('report_events_created').on(table.createdAt),
    index('report_events_report').on(table.reportId),
  ],
);

export const quotaLedger = pgTable(
  'quota_ledger',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Null once the account is erased: the ledger stays, anonymised. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** No foreign key: the ledger outlives reports. */
    reportId: uuid('report_id'),
    /** `refund`: a report that failed goes back; `purchase` and `take_back`: of a payment. */
    kind: text('kind', {
      enum: ['grant', 'reserve', 'settle', 'refund', 'purchase', 'take_back'],
    }).notNull(),
    amount: integer('amount').notNull(),
    reason: text('reason').notNull().default(''),
    /** The payment it is of (`quota_payments`). */
    payment: text('payment'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('quota_ledger_once').on(table.reportId, table.kind).where(sql`report_id IS NOT NULL`),
    uniqueIndex('quota_ledger_purchase').on(table.payment).where(sql`kind = 'purchase'`),
    index('quota_ledger_user').on(table.userId, table.id),
    // Each payment has its own; checks read these alone.
    index('quota_ledger_payments').on(table.payment).where(sql`kind IN ('purchase', 'take_back')`),
  ],
);

/** What an account's moves come to, up to the one that a note of the service names: the check of the ledger adds on from there. */
export const ledgerSums = pgTable('ledger_sums', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  moved: bigint('moved', { mode: 'number' }).notNull(),
});

/** Plans that users went to pay for, with what they cost and bring as it was then. */
export const quotaPurchases = pgTable(
  'quota_purchases',
  {
    id: uuid('id').primaryKey().default(newId),
    /** Null once the account is erased: what was paid stays, anonymised. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    planId: text('plan_id').notNull(),
    every: text('every', { enum: ['month'] }),
    reports: integer('reports').notNull(),
    priceCents: bigint('price_cents', { mode: 'number' }).notNull(),
    /** `ended`: a monthly plan that goes on no more. */
    state: text('state', { enum: ['open', 'failed', 'expired', 'paid', 'ended'] })
      .notNull()
      .default('open'),
    /** Stripe's ids of the payment page, the customer and the monthly plan. */
    session: text('session'),
    customer: text('customer'),
    subscription: text('subscription'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('quota_purchases_user').on(table.userId)],
);

/** What was paid, by the payment page of a pack or the invoice of a month: each brings its reports once. */
export const quotaPayments = pgTable(
  'quota_payments',
  {
    /** Stripe's id of the page or the invoice. */
    reference: text('reference').primaryKey(),
    purchaseId: uuid('purchase_id')
      .notNull()
      .references(() => quotaPurchases.id),
    paidCents: bigint('paid_cents', { mode: 'number' }).notNull(),
    /** Added to the balance; 0 where the account was gone. */
    reports: integer('reports').notNull(),
    /** To be taken back since money went back, and taken back: those in use are taken when they come free. */
    owed: integer('owed').notNull().default(0),
    takenBack: integer('taken_back').notNull().default(0),
    refundedAt: moment('refunded_at'),
    paidAt: moment('paid_at').notNull().defaultNow(),
  },
  (table) => [
    index('quota_payments_purchase').on(table.purchaseId),
    check(
      'taken_back_as_owed',
      sql`0 <= ${table.takenBack} AND ${table.takenBack} <= ${table.owed} AND ${table.owed} <= ${table.reports}`,
    ),
  ],
);

/** What Stripe told of a payment's money, in whatever order it did: which page or invoice it is of, and what of it went back. */
export const paymentCharges = pgTable(
  'payment_charges',
  {
    /** Stripe's id of the payment intent. */
    payment: text('payment').primaryKey(),
    reference: text('reference'),
    refundedCents: bigint('refunded_cents', { mode: 'number' }).notNull().default(0),
    notedAt: moment('noted_at').notNull().defaultNow(),
  },
  (table) => [index('payment_charges_reference').on(table.reference)],
);

/** Stripe's events that were taken, each once; nothing of what they hold. */
export const paymentEvents = pgTable('payment_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  outcome: text('outcome').notNull(),
  receivedAt: moment('received_at').notNull().defaultNow(),
});

/** Who asked for more reports, and what they got. */
export const quotaRequests = pgTable(
  'quota_requests',
  {
    id: uuid('id').primaryKey().default(newId),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reports: integer('reports').notNull(),
    /** In the user's own words. */
    reason: text('reason').notNull(),
    askedAt: moment('asked_at').notNull().defaultNow(),
    granted: integer('granted'),
    grantedAt: moment('granted_at'),
  },
  (table) => [
    index('quota_requests_user').on(table.userId),
    // One at a time waits for an answer.
    uniqueIndex('quota_requests_open').on(table.userId).where(sql`granted_at IS NULL`),
  ],
);

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Whose key it is: an account, or the address of a visitor. */
    owner: text('owner').notNull(),
    key: text('key').notNull(),
    /** Null: a visitor's. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    requestHash: text('request_hash').notNull(),
    /** What the call answered; null while it is being handled, by whoever holds the claim. */
    answer: jsonb('answer'),
    claim: uuid('claim'),
    claimedUntil: moment('claimed_until').notNull().defaultNow(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.key] }),
    index('idempotency_keys_user').on(table.userId),
    index('idempotency_keys_created').on(table.createdAt),
  ],
);

export const hostPace = pgTable('host_pace', {
  host: text('host').primaryKey(),
  nextAt: moment('next_at').notNull(),
  /** The gap between the last turn and the next, ms: no wait is longer, whatever happened to the clock. */
  gapMs: integer('gap_ms').notNull().default(0),
});

/** Requests that wait for a turn at a host, of all processes. */
export const hostWaits = pgTable(
  'host_waits',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    host: text('host').notNull(),
    caller: text('caller').notNull(),
    /** When its caller last had a turn, or began to wait if that was later, as a number of the sequence of ids. */
    since: bigint('since', { mode: 'number' }).notNull(),
    /** The gap after this request. */
    intervalMs: integer('interval_ms').notNull(),
    joinedAt: moment('joined_at').notNull().default(sql`clock_timestamp()`),
    /** Passed over from then on, until its process asks again. */
    askedUntil: moment('asked_until').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('host_waits_turn').on(table.host, table.since, table.id),
    index('host_waits_caller').on(table.caller),
  ],
);

export const catalogueParts = pgTable(
  'catalogue_parts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    catalogue: text('catalogue').notNull(),
    make: text('make').notNull(),
    model: text('model').notNull(),
    modelKey: text('model_key').notNull(),
    yearFrom: integer('year_from').notNull(),
    yearTo: integer('year_to').notNull(),
    vinPrefix: text('vin_prefix'),
    partGroup: text('part_group').notNull(),
    number: text('number').notNull(),
    numberNorm: text('number_norm').notNull(),
    name: text('name').notNull(),
    side: text('side'),
    position: text('position'),
    quantity: numeric('quantity', { mode: 'number' }),
    notes: text('notes'),
    price: numeric('price', { mode: 'number' }),
    currency: text('currency'),
    supplierUrl: text('supplier_url'),
    source: text('source').notNull(),
    licence: text('licence'),
    dated: date('dated'),
    importedAt: moment('imported_at').notNull().defaultNow(),
  },
  (table) => [
    index('catalogue_parts_model').on(table.make, table.modelKey),
    index('catalogue_parts_catalogue').on(table.catalogue),
  ],
);

/** Estimates of estimating systems, and dealers' pages, whose numbers, prices and hours an account keeps for its own reports; never the files. */
export const keptEstimates = pgTable(
  'kept_estimates',
  {
    id: uuid('id').primaryKey().default(newId),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    fileName: text('file_name').notNull(),
    /** Of the files, or of a dealer's store, VIN and day: the same are kept once. */
    sha256: text('sha256').notNull(),
    format: text('format', { enum: ['ems', 'bms', 'dealer_pages', 'pasted'] }).notNull(),
    system: text('system'),
    dated: date('dated'),
    vin: text('vin').notNull(),
    make: text('make').notNull(),
    model: text('model'),
    modelKey: text('model_key'),
    year: integer('year'),
    keptAt: moment('kept_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('kept_estimates_once').on(table.userId, table.sha256),
    index('kept_estimates_vin').on(table.userId, table.vin),
    index('kept_estimates_model').on(table.userId, table.make, table.modelKey),
  ],
);

/** The lines of a kept estimate that tell an OEM number. */
export const keptEstimateParts = pgTable(
  'kept_estimate_parts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    estimateId: uuid('estimate_id')
      .notNull()
      .references(() => keptEstimates.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    /** As written. */
    number: text('number').notNull(),
    name: text('name').notNull(),
    partGroup: text('part_group').notNull(),
    side: text('side', { enum: ['left', 'right'] }),
    /** Of one piece. */
    priceCents: bigint('price_cents', { mode: 'number' }),
    quantity: doublePrecision('quantity').notNull(),
    labourHours: doublePrecision('labour_hours').notNull(),
    refinishHours: doublePrecision('refinish_hours').notNull(),
    /** What its hours are for; null: none of ours, or kept before it was. */
    operation: text('operation'),
    /** Of the dealer's page it stands on. */
    url: text('url'),
    /** What the dealer's page says of it and the VIN; null: nothing, or no page. */
    fitsVin: boolean('fits_vin'),
  },
  (table) => [index('kept_estimate_parts_estimate').on(table.estimateId)],
);

/** What outside catalogues answered about a car, by group, so that it is not asked twice; tidied away after 30 days. */
export const catalogueAnswers = pgTable(
  'catalogue_answers',
  {
    adapter: text('adapter').notNull(),
    vehicle: text('vehicle').notNull(),
    partGroup: text('part_group').notNull(),
    answer: jsonb('answer').notNull(),
    keptAt: moment('kept_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.adapter, table.vehicle, table.partGroup] }),
    index('catalogue_answers_kept').on(table.keptAt),
  ],
);

/** Which category the names of numbers gave to their source's own part ids. */
export const catalogueNameIds = pgTable(
  'catalogue_name_ids',
  {
    catalogue: text('catalogue').notNull(),
    nameId: text('name_id').notNull(),
    number: text('number').notNull(),
    /** Null: the name said nothing we know. */
    category: text('category'),
  },
  (table) => [primaryKey({ columns: [table.catalogue, table.nameId, table.number] })],
);

/** Clicks on links to suppliers: nothing of whoever clicked. */
export const supplierClicks = pgTable(
  'supplier_clicks',
  {
    supplier: text('supplier').notNull(),
    day: date('day').notNull(),
    make: text('make').notNull(),
    clicks: integer('clicks').notNull(),
  },
  (table) => [primaryKey({ columns: [table.supplier, table.day, table.make] })],
);

/** A lead: one report's owner asked one supplier for one part. `lead` is opaque and names no user. */
export const supplierLeads = pgTable(
  'supplier_leads',
  {
    lead: text('lead').primaryKey(),
    supplier: text('supplier').notNull(),
    day: date('day').notNull(),
    make: text('make').notNull(),
    part: text('part').notNull(),
  },
  (table) => [index('supplier_leads_day').on(table.day)],
);

/** Parts retailers of the partner network, from their application on. */
export const partners = pgTable(
  'partners',
  {
    id: uuid('id').primaryKey().default(newId),
    /** The account that speaks for it; null until someone with this address verified signs in, and once that account is erased. */
    userId: uuid('user_id')
      .unique()
      .references(() => users.id, { onDelete: 'set null' }),
    company: text('company').notNull(),
    /** Null once erased: the company's entries stay. */
    contactName: text('contact_name'),
    email: text('email'),
    /** Lower-cased, NFKC, as `users.email_key`. */
    emailKey: text('email_key').unique(),
    phone: text('phone'),
    website: text('website'),
    /** The website an operator approved: links of the stock lead there and nowhere else. `null` until one was. */
    approvedWebsite: text('approved_website'),
    /** What it wrote about itself when it applied. */
    about: text('about').notNull().default(''),
    /** The US states it ships to, two letters each. */
    states: text('states').array().notNull(),
    /** Keys of the makes it sells parts of. */
    makes: text('makes').array().notNull(),
    state: text('state', { enum: ['applied', 'approved', 'declined', 'paused', 'closed'] })
      .notNull()
      .default('applied'),
    /** The version of the partner terms it agreed to, a day, and when. */
    termsDated: date('terms_dated').notNull(),
    termsAcceptedAt: moment('terms_accepted_at').notNull(),
    /** What its commission is of: a share of each sale, or a sum for each lead. Null until an operator set it. */
    commissionModel: text('commission_model', { enum: ['per_sale', 'per_lead'] }),
    /** Of a sale's net, hundredths of a percent; with `per_sale`. */
    rateBasisPoints: integer('rate_basis_points'),
    /** For one lead; with `per_lead`. */
    leadCents: bigint('lead_cents', { mode: 'number' }),
    /** The secret that its sales are signed with, sealed; null until it was made. */
    sealedSecret: bytea('sealed_secret'),
    keyVersion: integer('key_version'),
    /** What it owes us: the sum of its entries. */
    balanceCents: bigint('balance_cents', { mode: 'number' }).notNull().default(0),
    appliedAt: moment('applied_at').notNull().defaultNow(),
    decidedAt: moment('decided_at'),
    /** Why it was declined or paused, in an operator's words to it. */
    decisionNote: text('decision_note'),
  },
  (table) => [
    index('partners_newest').on(table.appliedAt.desc(), table.id.desc()),
    check(
      'partners_commission_whole',
      sql`(${table.commissionModel} IS NULL AND ${table.rateBasisPoints} IS NULL AND ${table.leadCents} IS NULL)
        OR (${table.commissionModel} = 'per_sale' AND ${table.rateBasisPoints} BETWEEN 1 AND 10000 AND ${table.leadCents} IS NULL)
        OR (${table.commissionModel} = 'per_lead' AND ${table.leadCents} > 0 AND ${table.rateBasisPoints} IS NULL)`,
    ),
    check(
      'partners_approved_with_commission',
      sql`${table.state} <> 'approved' OR ${table.commissionModel} IS NOT NULL`,
    ),
  ],
);

/** Where a partner's stock feed comes from, and how its last reading went. */
export const partnerFeeds = pgTable('partner_feeds', {
  partnerId: uuid('partner_id')
    .primaryKey()
    .references(() => partners.id, { onDelete: 'cascade' }),
  /** Read each day; null: files alone. */
  url: text('url'),
  /** When it was last asked to be read from its address, by hand or by the day. */
  askedAt: moment('asked_at'),
  /** Of the last reading, good or not. */
  readAt: moment('read_at'),
  fileName: text('file_name'),
  outcome: text('outcome', { enum: ['taken', 'refused', 'unreachable'] }),
  /** Why the last reading brought nothing: a code of contract/partners. */
  problem: text('problem'),
  rowsGood: integer('rows_good').notNull().default(0),
  rowsBad: integer('rows_bad').notNull().default(0),
  /** Out of stock, or not on sale: no fault. */
  rowsLeftOut: integer('rows_left_out').notNull().default(0),
  /** All bad rows of the last reading with their reasons. */
  badRows: jsonb('bad_rows').notNull().default([]),
  /** When the stock that is held was taken. */
  takenAt: moment('taken_at'),
});

/** What a partner has in stock, as its last good feed said. */
export const partnerStock = pgTable(
  'partner_stock',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partners.id, { onDelete: 'cascade' }),
    /** The partner's own id of the item. */
    item: text('item').notNull(),
    make: text('make').notNull(),
    /** As the feed writes it, and as it is compared. */
    number: text('number').notNull(),
    numberNorm: text('number_norm').notNull(),
    title: text('title').notNull(),
    condition: text('condition', { enum: ['new', 'used', 'refurbished'] }).notNull(),
    availability: text('availability', { enum: ['in_stock', 'preorder', 'backorder'] }).notNull(),
    /** Of one piece. */
    priceCents: bigint('price_cents', { mode: 'number' }).notNull(),
    /** Null: the feed does not tell. */
    shippingCents: bigint('shipping_cents', { mode: 'number' }),
    coreChargeCents: bigint('core_charge_cents', { mode: 'number' }),
    quantity: integer('quantity'),
    leadTimeDays: integer('lead_time_days'),
    side: text('side', { enum: ['left', 'right'] }),
    link: text('link').notNull(),
  },
  (table) => [
    uniqueIndex('partner_stock_item').on(table.partnerId, table.item),
    index('partner_stock_number').on(table.numberNorm, table.make),
  ],
);

/** Numbers of a partner's stock that stood in reports when these finished: how often, by month; about no report and nobody. */
export const partnerMet = pgTable(
  'partner_met',
  {
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partners.id, { onDelete: 'cascade' }),
    /** First day of the month (UTC). */
    month: date('month').notNull(),
    make: text('make').notNull(),
    numberNorm: text('number_norm').notNull(),
    reports: integer('reports').notNull(),
  },
  (table) => [primaryKey({ columns: [table.partnerId, table.month, table.make, table.numberNorm] })],
);

/**
 * Clicks on partner offers and on networks' links, and quotes asked for: what a sale is attributed to. The id that leaves is random
 * and tells of nobody.
 */
export const partnerLeads = pgTable(
  'partner_leads',
  {
    /** 16 of a–z and 0–9: what links carry as `ref`. */
    id: text('id').primaryKey(),
    /** Null: a network's (`network`). */
    partnerId: uuid('partner_id').references(() => partners.id),
    network: text('network'),
    kind: text('kind', { enum: ['click', 'quote'] }).notNull(),
    /** Null once the report is deleted. */
    reportId: uuid('report_id').references(() => reports.id, { onDelete: 'set null' }),
    make: text('make').notNull(),
    /** OEM number as compared, or the words; a quote: null. */
    part: text('part'),
    /** Whether it counts as a lead, or why not. */
    counts: text('counts', { enum: ['yes', 'own', 'flood', 'repeat'] }).notNull(),
    /** `LL-XXXX…` of an accepted quote: what the buyer names at the partner. */
    voucher: text('voucher').unique(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [
    index('partner_leads_partner').on(table.partnerId, table.at),
    index('partner_leads_report').on(table.reportId),
    // One lead per report and part.
    uniqueIndex('partner_leads_once')
      .on(table.partnerId, table.reportId, table.part)
      .where(sql`counts = 'yes' AND kind = 'click' AND report_id IS NOT NULL`),
  ],
);

/** What a report's owner asked partners a price for. */
export const quoteRequests = pgTable(
  'quote_requests',
  {
    id: uuid('id').primaryKey().default(newId),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    /** What was agreed to be shared, of contract/partners: vehicle, parts, state. */
    shared: jsonb('shared').notNull(),
    /** The owner's contact, handed over with an accepted quote alone. */
    contact: jsonb('contact').notNull(),
    consentAt: moment('consent_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    state: text('state', { enum: ['open', 'accepted', 'withdrawn', 'expired'] })
      .notNull()
      .default('open'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('quote_requests_user').on(table.userId, table.createdAt.desc()),
    index('quote_requests_report').on(table.reportId),
    index('quote_requests_open').on(table.expiresAt).where(sql`state = 'open'`),
  ],
);

/** One partner's answer to a request, by a link of its own. */
export const partnerQuotes = pgTable(
  'partner_quotes',
  {
    id: uuid('id').primaryKey().default(newId),
    requestId: uuid('request_id')
      .notNull()
      .references(() => quoteRequests.id, { onDelete: 'cascade' }),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partners.id, { onDelete: 'cascade' }),
    /** The lead it is (`partner_leads`). */
    leadId: text('lead_id').notNull().unique(),
    /** The link's token follows from salt and server secret, as a share's does. */
    salt: bytea('salt').notNull(),
    hash: bytea('hash').notNull().unique(),
    state: text('state', { enum: ['asked', 'quoted', 'declined', 'accepted', 'not_chosen', 'expired'] })
      .notNull()
      .default('asked'),
    /** Prices, condition, availability and delivery, of contract/partners; null until it answered. */
    quote: jsonb('quote'),
    /** Of parts and shipping. */
    totalCents: bigint('total_cents', { mode: 'number' }),
    validUntil: moment('valid_until'),
    openedAt: moment('opened_at'),
    remindedAt: moment('reminded_at'),
    answeredAt: moment('answered_at'),
    acceptedAt: moment('accepted_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('partner_quotes_once').on(table.requestId, table.partnerId),
    index('partner_quotes_partner').on(table.partnerId, table.createdAt.desc()),
    uniqueIndex('partner_quotes_one_accepted').on(table.requestId).where(sql`state = 'accepted'`),
  ],
);

/**
 * What partners owe, entry by entry: never changed (triggers of the migration refuse it). A return, a correction and a payment are
 * entries of their own.
 */
export const commissionLedger = pgTable(
  'commission_ledger',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partners.id),
    kind: text('kind', { enum: ['lead', 'sale', 'return', 'correction', 'payment'] }).notNull(),
    /** A lead's or a sale's; no foreign key: the ledger outlives leads. */
    leadId: text('lead_id'),
    voucher: text('voucher'),
    /** SHA-256 of the partner's own order number, and of its number of a return. */
    orderHash: text('order_hash'),
    returnHash: text('return_hash'),
    /** The sale that a return or a correction is of. */
    correctsId: bigint('corrects_id', { mode: 'number' }),
    orderedAt: moment('ordered_at'),
    /** Of a sale; negative of a return. */
    netCents: bigint('net_cents', { mode: 'number' }).notNull().default(0),
    /** As it was then; null: not of a share. */
    rateBasisPoints: integer('rate_basis_points'),
    /** Owed to us by this entry; negative of what goes back, and of a payment. */
    commissionCents: bigint('commission_cents', { mode: 'number' }).notNull(),
    /** Who told it. */
    source: text('source', { enum: ['postback', 'statement', 'operator', 'service'] }).notNull(),
    note: text('note').notNull().default(''),
    /** What was sent, as compared when it is sent again. */
    toldHash: text('told_hash'),
    /** The month (UTC) whose statement it is on: its first day. */
    period: date('period').notNull(),
    createdAt: moment('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    uniqueIndex('commission_ledger_sale').on(table.partnerId, table.orderHash).where(sql`kind = 'sale'`),
    uniqueIndex('commission_ledger_return')
      .on(table.partnerId, table.orderHash, table.returnHash)
      .where(sql`kind = 'return'`),
    uniqueIndex('commission_ledger_lead').on(table.leadId).where(sql`kind = 'lead'`),
    index('commission_ledger_period').on(table.partnerId, table.period, table.id),
    index('commission_ledger_corrects').on(table.correctsId),
  ],
);

/** A month's statement as it was issued: never changed but for its payment. */
export const partnerStatements = pgTable(
  'partner_statements',
  {
    id: uuid('id').primaryKey().default(newId),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partners.id),
    /** First day of the month (UTC). */
    period: date('period').notNull(),
    /** Leads, quotes, accepted, confirmed, commission and corrections as counted when it was issued. */
    counts: jsonb('counts').notNull(),
    /** Sum of the month's entries but payments. */
    commissionCents: bigint('commission_cents', { mode: 'number' }).notNull(),
    issuedAt: moment('issued_at').notNull().defaultNow(),
    paidAt: moment('paid_at'),
    /** The entry of its payment. */
    paymentId: bigint('payment_id', { mode: 'number' }).unique(),
  },
  (table) => [uniqueIndex('partner_statements_once').on(table.partnerId, table.period)],
);

/** What a partner or an operator doubts of an entry or a statement. */
export const commissionDisputes = pgTable(
  'commission_disputes',
  {
    id: uuid('id').primaryKey().default(newId),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partners.id),
    /** The entry it is about. */
    entryId: bigint('entry_id', { mode: 'number' })
      .notNull()
      .references(() => commissionLedger.id),
    state: text('state', { enum: ['open', 'settled'] })
      .notNull()
      .default('open'),
    openedAt: moment('opened_at').notNull().defaultNow(),
    settledAt: moment('settled_at'),
    /** The correction that settled it; null: none was due. */
    correctionId: bigint('correction_id', { mode: 'number' }),
  },
  (table) => [
    index('commission_disputes_partner').on(table.partnerId),
    uniqueIndex('commission_disputes_open').on(table.entryId).where(sql`state = 'open'`),
  ],
);

/** What both sides wrote about a dispute, in order. */
export const disputeNotes = pgTable(
  'dispute_notes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    disputeId: uuid('dispute_id')
      .notNull()
      .references(() => commissionDisputes.id, { onDelete: 'cascade' }),
    by: text('by', { enum: ['partner', 'operator'] }).notNull(),
    text: text('text').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [index('dispute_notes_dispute').on(table.disputeId, table.id)],
);

export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    subject: text('subject'),
    details: jsonb('details').notNull().default({}),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('audit_log_actor').on(table.actor, table.id),
    index('audit_log_action').on(table.action, table.id),
    index('audit_log_subject').on(table.subject, table.id),
    index('audit_log_created').on(table.createdAt),
  ],
);

/** What operators turned off or on again; no row: on, as ever. */
export const switches = pgTable('switches', {
  name: text('name').primaryKey(),
  isOn: boolean('is_on').notNull(),
  changedBy: text('changed_by').notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
});

/** How many lots were asked of their sites by day (UTC) and outcome: `read`, or an error's code. It names nobody. */
export const lotReadings = pgTable(
  'lot_readings',
  {
    day: date('day').notNull(),
    site: text('site').notNull(),
    outcome: text('outcome').notNull(),
    lots: integer('lots').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.site, table.outcome] })],
);

/** What the service last noted of itself: workers that live, the last check of the ledger, the last backup. It names nobody. */
export const serviceNotes = pgTable('service_notes', {
  name: text('name').primaryKey(),
  notedAt: moment('noted_at').notNull().defaultNow(),
  details: jsonb('details').notNull().default({}),
});
