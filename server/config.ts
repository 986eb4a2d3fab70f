import { createECDH } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { plansSchema } from '../contract/plans/plan.ts';
import { LOCAL_SERVERS, type LocalServer } from '../contract/schemas/damage.ts';
import { readEnvFile } from './process/env-file.ts';
import { secretsKeysSchema } from './secrets/secrets-key.ts';

/** The only reader of process.env. Every key is documented in .env.example; a test compares the two. */

const onOff = z
  .enum(['true', 'false', '1', '0', 'on', 'off', 'yes', 'no'])
  .transform((word) => ['true', '1', 'on', 'yes'].includes(word));
const optionalText = z.string().trim().min(1).optional();
const dollars = z.coerce.number().min(0).max(100_000);
const callCap = z.coerce.number().int().min(1).max(10_000_000).optional();
/** Services with licensed lot data, in the order they are asked. */
const LOT_SOURCE_NAMES = ['apibara', 'auctionsapi'] as const;
/** Model servers that are asked in their own manner, where they stand beside LotLens or at VISION_BASE_URL. */
const MODEL_SERVERS = Object.keys(LOCAL_SERVERS) as LocalServer[];
const origin = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).origin);

const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'is not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** JSON as it stands, which begins with a bracket, or of the file that is named. */
const jsonOrFile = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text, context) => {
      if (/^\s*\[/.test(text)) return text;
      try {
        return fs.readFileSync(text, 'utf8');
      } catch {
        context.addIssue({ code: 'custom', message: 'is neither a JSON list nor a file that can be read' });
        return z.NEVER;
      }
    })
    .pipe(json(schema));

/** A number from 1 to below the order of the curve, in 32 bytes. */
function isPushKey(key: Buffer): boolean {
  try {
    createECDH('prime256v1').setPrivateKey(key);
    return key.length === 32;
  } catch {
    return false;
  }
}

const webPage = z
  .url({ protocol: /^https?$/ })
  .nullable()
  .default(null);
const extensionPages = z.strictObject({ chrome: webPage, edge: webPage, firefox: webPage });
const exchangeRate = z.object({ usd: z.number().positive(), date: z.iso.date() });

export const environmentSchema = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'must be development, production or test' })
    .default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: optionalText,
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: onOff.default(false),
  METRICS_TOKEN: z.string().min(16, 'has at least 16 characters').optional(),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  WORKER_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().trim().min(1).default('127.0.0.1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: z.enum(['pretty', 'json']).optional(),
  SAMPLES: onOff.optional(),
  SAMPLE_PASSWORD: z.string().min(8).optional(),
  SUPPORT_EMAIL: z.email().default('support@lotlens.example'),
  SALES_EMAIL: z.email().default('sales@lotlens.example'),
  EXTENSION_PAGES: json(extensionPages).default({ chrome: null, edge: null, firefox: null }),
  MAIL_FROM: z.string().default('LotLens <no-reply@lotlens.example>'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .transform((text) => Buffer.from(text, 'base64url'))
    .refine(isPushKey, 'is no private key of P-256 as base64url')
    .optional(),
  VAPID_SUBJECT: z.url({ protocol: /^(mailto|https)$/ }).optional(),
  SECRETS_KEY: secretsKeysSchema.optional(),
  BACKUP_DIR: optionalText,
  BACKUP_HOURS: z.coerce.number().int().min(1).max(720).default(24),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(14),
  BACKUP_KEY: secretsKeysSchema.optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: optionalText,
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  BROWSER_PATH: optionalText,
  USER_AGENT: optionalText,
  SOURCE_ORIGINS: json(z.record(origin, origin)).default({}),
  VISITOR_STORE_MB: z.coerce.number().int().min(1).max(1_000_000).default(1024),
  VISITOR_STORE_MB_PER_ADDRESS: z.coerce.number().int().min(1).max(1_000_000).default(100),
  LOT_SOURCES: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((name) => name !== ''))
    .pipe(z.array(z.enum(LOT_SOURCE_NAMES)).transform((names) => [...new Set(names)]))
    .default([...LOT_SOURCE_NAMES]),
  APIBARA_KEY: optionalText,
  APIBARA_URL: z.url({ protocol: /^https?$/ }).default('https://apibara.tech/api/v1/vehicle-auction'),
  APIBARA_CALLS_PER_DAY: callCap,
  APIBARA_CALLS_PER_MONTH: callCap.default(100),
  AUCTIONSAPI_KEY: optionalText,
  AUCTIONSAPI_URL: z.url({ protocol: /^https?$/ }).default('https://api.auctionsapi.com'),
  AUCTIONSAPI_CALLS_PER_DAY: callCap,
  AUCTIONSAPI_CALLS_PER_MONTH: callCap.default(1000),
  PREFETCH_PHOTOS: onOff.default(true),
  MAKES: z.enum(['supported', 'all']).default('supported'),
  REPORTS_KEPT_DAYS: z.coerce.number().int().min(1).max(3_650).optional(),
  FREE_REPORTS: z.coerce.number().int().min(0).max(1000).default(3),
  PLANS: jsonOrFile(plansSchema).default([]),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(test|live)_\w+$/, 'is no secret key of Stripe')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'is no secret of a webhook of Stripe').optional(),
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4),
  CHILD_IDLE_SECONDS: z.coerce.number().int().min(1).max(86_400).default(300),
  RATE_PROFILE: z.enum(['insurer_paid', 'posted_shop']).default('insurer_paid'),
  DEFAULT_STATE: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  EXCHANGE_RATES: json(z.record(z.string().regex(/^[A-Z]{3}$/), exchangeRate)).default({}),
  EBAY_CAMPAIGN_ID: optionalText,
  AMAZON_TAG: optionalText,
  EBAY_CLIENT_ID: optionalText,
  EBAY_CLIENT_SECRET: optionalText,
  EBAY_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.ebay.com'),
  EBAY_CALLS_PER_DAY: z.coerce.number().int().min(1).max(1_000_000).default(4000),
  EBAY_CONSENSUS: onOff.default(false),
  EBAY_CONSENSUS_CALLS_PER_REPORT: z.coerce.number().int().min(1).max(1000).default(60),
  PARTS_CATALOGS_KEY: optionalText,
  PARTS_CATALOGS_URL: z.url({ protocol: /^https?$/ }).default('https://api.parts-catalogs.com/v1'),
  PARTS_CATALOGS_CALLS_PER_DAY: z.coerce.number().int().min(1).max(1_000_000).optional(),
  DEALER_STORE: onOff.default(false),
  DEALER_STORE_NUMBERS: z.coerce.number().int().min(1).max(20).default(5),
  VISION_PROVIDER: z
    .enum(['auto', 'none', ...MODEL_SERVERS, 'openai_compatible', 'openai', 'anthropic', 'google'])
    .optional(),
  VISION_MODEL: optionalText,
  VISION_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  VISION_API_KEY: optionalText,
  VISION_BOX_FORMAT: z.enum(['norm1000_xyxy', 'norm1000_yxyx', 'pixel_sent']).optional(),
  VISION_RATES: optionalText,
  VISION_WAIT_SECONDS: z.coerce.number().int().min(1).max(500).default(120),
  TEXT_READER_WAIT_SECONDS: z.coerce.number().int().min(1).max(180).default(30),
  VISION_MAX_USD_PER_REPORT: dollars.default(0.5),
  VISION_MAX_USD_PER_USER_DAY: dollars.default(5),
  VISION_MAX_USD_PER_DAY: dollars.default(50),
  VISION_PRICE_IN: dollars.optional(),
  VISION_PRICE_OUT: dollars.optional(),
});

export type Environment = z.infer<typeof environmentSchema>;
export const ENVIRONMENT_KEYS = Object.keys(environmentSchema.shape);

export type Config = Environment & {
  /** Left out: `auto`, but `none` in tests, which must not depend on what the machine runs. */
  VISION_PROVIDER: NonNullable<Environment['VISION_PROVIDER']>;
  /** Absolute. */
  dataDir: string;
  samples: boolean;
  production: boolean;
  /** Where people reach us; links in mails use only this. Without PUBLIC_URL it follows the port that was bound. */
  publicUrl: string | null;
};

/** All faults of the environment in one sentence each. */
export class ConfigError extends Error {}

/**
 * Reads and checks the environment; empty values count as absent.
 * Throws ConfigError naming every wrong variable at once.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    ENVIRONMENT_KEYS.flatMap((key) => {
      const value = environment[key];
      return value === undefined || value === '' ? [] : [[key, value] as const];
    }),
  );
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`The environment has ${faults.length} fault(s): ${faults.join('; ')}`);
  }
  const values = parsed.data;
  const production = values.NODE_ENV === 'production';
  if (production && values.PUBLIC_URL === undefined) {
    throw new ConfigError('PUBLIC_URL is required in production: links in mails are made from it alone.');
  }
  const { PLANS: plans, STRIPE_SECRET_KEY: stripeKey, STRIPE_WEBHOOK_SECRET: stripeWebhook } = values;
  if ((stripeKey === undefined) !== (stripeWebhook === undefined))
    throw new ConfigError('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are set together or not at all.');
  if (stripeKey !== undefined && plans.length === 0)
    throw new ConfigError('Stripe is set up and nothing is on sale: set PLANS.');
  const own = values.VISION_BASE_URL ?? values.VISION_API_KEY;
  if (own !== undefined && (values.VISION_PROVIDER ?? 'auto') === 'auto') {
    throw new ConfigError(
      'VISION_BASE_URL and VISION_API_KEY are for a model that is named: set VISION_PROVIDER to what speaks there.',
    );
  }
  const { VISION_PROVIDER: provider } = values;
  if (isModelServer(provider)) {
    if (values.VISION_API_KEY !== undefined)
      throw new ConfigError(
        `${provider} is asked without a key: with one, set VISION_PROVIDER=openai_compatible.`,
      );
    if (values.VISION_BASE_URL !== undefined && new URL(values.VISION_BASE_URL).pathname !== '/')
      throw new ConfigError(
        `VISION_BASE_URL of ${provider} is its address without a path, e.g. http://10.0.0.5:11434.`,
      );
  }
  const missing = missingForVision(values);
  if (missing.length > 0) {
    throw new ConfigError(`VISION_PROVIDER=${values.VISION_PROVIDER} also needs ${missing.join(' and ')}.`);
  }
  return {
    ...values,
    VISION_PROVIDER: values.VISION_PROVIDER ?? (values.NODE_ENV === 'test' ? 'none' : 'auto'),
    dataDir: path.resolve(values.DATA_DIR),
    samples: values.SAMPLES ?? !production,
    production,
    publicUrl: values.PUBLIC_URL ?? null,
  };
}

/** Where a process of this role tells its figures apart from pages; undefined: nowhere. */
export const metricsPort = (config: Config): number | undefined =>
  config.ROLE === 'worker' ? config.WORKER_METRICS_PORT : config.METRICS_PORT;

/** Whether a provider is a model server of one's own, whose models are looked for. */
export const isModelServer = (provider: Environment['VISION_PROVIDER']): provider is LocalServer =>
  MODEL_SERVERS.some((server) => server === provider);

/** What a chosen vision model can't work without. */
function missingForVision(values: Environment): string[] {
  const provider = values.VISION_PROVIDER;
  if (provider === undefined || provider === 'auto' || provider === 'none' || isModelServer(provider))
    return [];
  return [
    ...(values.VISION_MODEL === undefined ? ['VISION_MODEL'] : []),
    ...(provider === 'openai_compatible' && values.VISION_BASE_URL === undefined ? ['VISION_BASE_URL'] : []),
    ...(provider !== 'openai_compatible' && values.VISION_API_KEY === undefined ? ['VISION_API_KEY'] : []),
    // One price alone would make every sum wrong.
    ...(values.VISION_PRICE_IN === undefined && values.VISION_PRICE_OUT !== undefined
      ? ['VISION_PRICE_IN']
      : []),
    ...(values.VISION_PRICE_IN !== undefined && values.VISION_PRICE_OUT === undefined
      ? ['VISION_PRICE_OUT']
      : []),
  ];
}

/** The configuration of this process; a `.env` file in the working directory fills what the environment leaves out. */
export function processConfig(): Config {
  readEnvFile();
  return readConfig(process.env);
}
