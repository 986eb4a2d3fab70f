import { z } from 'zod';
import { dealDefaultsSchema } from '../../../contract/deal/deal-settings.ts';
import {
  type EstimateSettings,
  ownRatesSchema,
  partsSettingSchema,
} from '../../../contract/estimate-settings.ts';
import {
  type EditPreferencesRequest,
  keepingSchema,
  MAIL_SETTINGS,
  type Preferences,
} from '../../../contract/schemas/account.ts';
import { unitsSettingSchema } from '../../../contract/units/shown-units.ts';
import type { Queryable } from '../client.ts';
import { bytea, execute, firstRow } from '../rows.ts';

const preferencesRow = z.object({
  // What a later version no longer takes counts as not set.
  rates: ownRatesSchema.nullable().catch(null),
  parts: partsSettingSchema.nullable().catch(null),
  state: z.string().nullable(),
  shop_name: z.string().nullable(),
  deal: dealDefaultsSchema.nullable().catch(null),
  units: unitsSettingSchema.nullable().catch(null),
  keeping: keepingSchema.nullable().catch(null),
  logo_width: z.int().nullable(),
  logo_height: z.int().nullable(),
  mail_report_ready: z.boolean(),
  mail_report_failed: z.boolean(),
  mail_report_shared: z.boolean(),
  mail_lot_changed: z.boolean(),
  mail_sale_soon: z.boolean(),
});

/** Of an account that set nothing. */
const NOTHING_SET: Preferences = {
  rates: null,
  parts: null,
  state: null,
  shop_name: null,
  deal: null,
  units: null,
  keeping: null,
  logo: null,
  mails: {
    report_ready: true,
    report_failed: true,
    report_shared: false,
    lot_changed: true,
    sale_soon: true,
  },
};

export async function findPreferences(client: Queryable, userId: string): Promise<Preferences> {
  const row = await firstRow(
    client,
    preferencesRow,
    `SELECT rates, parts, state, shop_name, deal, units, keeping, logo_width, logo_height,
            mail_report_ready, mail_report_failed, mail_report_shared, mail_lot_changed, mail_sale_soon FROM account_preferences WHERE user_id = $1`,
    [userId],
  );
  if (!row) return NOTHING_SET;
  const {
    rates,
    parts,
    state,
    shop_name,
    deal,
    units,
    keeping,
    logo_width: width,
    logo_height: height,
  } = row;
  return {
    rates,
    parts,
    state,
    shop_name,
    deal,
    units,
    keeping,
    logo: width === null || height === null ? null : { width, height },
    mails: {
      report_ready: row.mail_report_ready,
      report_failed: row.mail_report_failed,
      report_shared: row.mail_report_shared,
      lot_changed: row.mail_lot_changed,
      sale_soon: row.mail_sale_soon,
    },
  };
}

/** What a report starts with: settings its owner may reset like any other, and the state of a lot that names none. */
export type ReportStart = { settings: EstimateSettings; state: string | null };

/** Of the account that owns a report; nobody's has nothing. */
export async function findReportStart(client: Queryable, userId: string | null): Promise<ReportStart> {
  const { rates, parts, state } = userId === null ? NOTHING_SET : await findPreferences(client, userId);
  return {
    settings: { ...(rates ? { rates: { profile: 'own', rates } } : {}), ...(parts ? { parts } : {}) },
    state,
  };
}

/** An image file that we wrote ourselves, sizes in pixels. */
export type Logo = z.infer<typeof logoRow>;
const logoRow = z.object({
  type: z.enum(['png', 'jpeg']),
  bytes: bytea,
  width: z.int(),
  height: z.int(),
});

export async function findLogo(client: Queryable, userId: string): Promise<Logo | null> {
  return await firstRow(
    client,
    logoRow,
    `SELECT logo_type AS type, logo AS bytes, logo_width AS width, logo_height AS height
       FROM account_preferences WHERE user_id = $1 AND logo IS NOT NULL`,
    [userId],
  );
}

/** Who prints a report: whose name and logo stand in its head. */
export async function findShop(
  client: Queryable,
  userId: string | null,
): Promise<{ name: string | null; logo: Logo | null }> {
  if (userId === null) return { name: null, logo: null };
  const { shop_name: name, logo } = await findPreferences(client, userId);
  return { name, logo: logo && (await findLogo(client, userId)) };
}

/** Changes what is given, in one statement; null takes it away. */
export async function savePreferences(
  client: Queryable,
  userId: string,
  { rates, parts, state, shop_name, deal, units, keeping, mails = {} }: Omit<EditPreferencesRequest, 'logo'>,
  logo: Logo | null | undefined,
): Promise<void> {
  const columns = {
    rates: rates ? JSON.stringify(rates) : rates,
    parts,
    state,
    shop_name,
    deal: deal ? JSON.stringify(deal) : deal,
    units: units ? JSON.stringify(units) : units,
    keeping: keeping ? JSON.stringify(keeping) : keeping,
    ...(logo === undefined
      ? {}
      : {
          logo: logo?.bytes ?? null,
          logo_type: logo?.type ?? null,
          logo_width: logo?.width ?? null,
          logo_height: logo?.height ?? null,
        }),
    ...Object.fromEntries(MAIL_SETTINGS.map((name) => [`mail_${name}`, mails[name]])),
  };
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  const names = given.map(([name]) => name);
  await execute(
    client,
    `INSERT INTO account_preferences (${['user_id', ...names].join(', ')})
     VALUES (${['', ...names].map((_, at) => `$${at + 1}`).join(', ')})
     ON CONFLICT (user_id) DO UPDATE SET ${[...names.map((name) => `${name} = excluded.${name}`), 'updated_at = now()'].join(', ')}`,
    [userId, ...given.map(([, value]) => value)],
  );
}
