import { PassThrough, type Readable, Writable } from 'node:stream';
import type pg from 'pg';
import { z } from 'zod';
import { partWords } from '../../contract/affiliate-redirect.ts';
import { listOwnReports, NOT_EXPORTED, type OwnRow, ownRows } from '../db/accounts/own-rows.ts';
import { findLogo } from '../db/accounts/preferences.ts';
import { findLeads, type LeadRow } from '../db/catalogue/supplier-clicks.ts';
import { lotFolder, photoKey } from '../lots/lot-photos.ts';
import type { Outbox } from '../mail/outbox.ts';
import { isMailTemplate, mailParameterSchemas } from '../mail/templates.ts';
import type { Store } from '../storage/store.ts';
import { SUPPLIERS } from '../suppliers/index.ts';

type ExportTools = { pool: pg.Pool; store: Store; outbox: Outbox };

/** The longest life of a link that opens an account: a session alone must not be enough to get at one. */
const LINK_HOURS = 24;
/** Whether mails of this kind hold such a link; of a kind nobody knows any more, it is assumed. */
const holdsKey = (template: string): boolean =>
  !isMailTemplate(template) || 'link' in mailParameterSchemas[template].shape;

const README = `Everything LotLens keeps about you.

export.json       your account with its preferences, sessions, access keys, webhooks with their messages, devices with
                  notifications, kept estimates and dealers' pages, quota with what was bought and asked for, mails, clicks to
                  suppliers, operators' notes and since when you are one, and which file below holds what
logo.png or .jpeg your shop's logo, where you gave one
reports/<id>/     each report with its steps, versions, approvals, audit trail, changes of its lot, live events and shares, and its
                  printed PDFs
lots/<lot>/       the lots of your reports, with their photos (kept in smaller sizes too)
mails/            mails to you, where they are kept whole

Times are UTC, money is in US dollars. Not in here:

${Object.entries(NOT_EXPORTED)
  .map(([table, reason]) => `${table.padEnd(18)}${reason}`)
  .join('\n')}
`;

/**
 * Everything kept about a user as a zip, written while it is read: one report and one photo are in memory at a time. No
 * hashes, no tokens. The stream ends with an error when something can't be read; what vanishes meanwhile is left out.
 */
export function exportOwnData(tools: ExportTools, userId: string): Readable {
  const out = new PassThrough();
  writeZip(out, (zip) => writeAll(tools, userId, zip)).catch((error: unknown) =>
    out.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return out;
}

type Zip = {
  addText(name: string, text: string): Promise<unknown>;
  addBytes(name: string, bytes: Uint8Array): Promise<unknown>;
};

async function writeZip(out: Writable, write: (zip: Zip) => Promise<void>): Promise<void> {
  const { TextReader, Uint8ArrayReader, ZipWriter } = await import('@zip.js/zip.js');
  const zip = new ZipWriter(Writable.toWeb(out), { useWebWorkers: false });
  await write({
    addText: (name, text) => zip.add(name, new TextReader(text)),
    // Photos, PDFs and the like: packed already.
    addBytes: (name, bytes) => zip.add(name, new Uint8ArrayReader(bytes), { level: 0 }),
  });
  await zip.close();
}

const addText = async (zip: Zip, name: string, text: string): Promise<string> => {
  await zip.addText(name, text);
  return name;
};
const addJson = (zip: Zip, name: string, value: unknown): Promise<string> =>
  addText(zip, name, `${JSON.stringify(value, null, 2)}\n`);
const addBytes = async (zip: Zip, name: string, bytes: Uint8Array): Promise<string> => {
  await zip.addBytes(name, bytes);
  return name;
};

async function writeAll(tools: ExportTools, userId: string, zip: Zip): Promise<void> {
  const { pool } = tools;
  await addText(zip, 'README.txt', README);
  const reports = await listOwnReports(pool, userId);
  const reportFiles: OwnRow[] = [];
  const clicks: LeadRow[] = [];
  for (const { id, lot_key } of reports) {
    const written = await writeReport(tools, zip, id);
    if (written === null) continue;
    clicks.push(...written.leads);
    reportFiles.push({ report_id: id, lot_key, files: written.files });
  }
  const lotFiles: OwnRow[] = [];
  for (const key of new Set(reports.map((report) => report.lot_key)))
    lotFiles.push({ lot_key: key, files: await writeLot(tools, zip, key) });
  const mails = await ownRows(pool, 'mails', userId);
  for (const mail of mails) mail.file = await writeMail(tools, zip, mail);
  const [user = null] = await ownRows(pool, 'users', userId);
  const [preferences = null] = await ownRows(pool, 'account_preferences', userId);
  const [operator = null] = await ownRows(pool, 'operators', userId);
  const logo = await findLogo(pool, userId);
  if (preferences && logo) preferences.logo = await addBytes(zip, `logo.${logo.type}`, logo.bytes);
  await addJson(zip, 'export.json', {
    made_at: new Date().toISOString(),
    user,
    preferences,
    sessions: await ownRows(pool, 'sessions', userId),
    access_keys: await ownRows(pool, 'access_keys', userId),
    push_subscriptions: await ownRows(pool, 'push_subscriptions', userId),
    webhooks: await ownRows(pool, 'webhooks', userId),
    webhook_messages: await ownRows(pool, 'webhook_messages', userId),
    webhook_attempts: await ownRows(pool, 'webhook_attempts', userId),
    kept_estimates: await ownRows(pool, 'kept_estimates', userId),
    kept_estimate_parts: await ownRows(pool, 'kept_estimate_parts', userId),
    waiting_lots: await ownRows(pool, 'waiting_lots', userId),
    operator,
    quota_ledger: await ownRows(pool, 'quota_ledger', userId),
    quota_purchases: await ownRows(pool, 'quota_purchases', userId),
    quota_payments: await ownRows(pool, 'quota_payments', userId),
    payment_charges: await ownRows(pool, 'payment_charges', userId),
    quota_requests: await ownRows(pool, 'quota_requests', userId),
    partners: await ownRows(pool, 'partners', userId),
    partner_feeds: await ownRows(pool, 'partner_feeds', userId),
    partner_stock: await ownRows(pool, 'partner_stock', userId),
    partner_met: await ownRows(pool, 'partner_met', userId),
    partner_leads: await ownRows(pool, 'partner_leads', userId),
    quote_requests: await ownRows(pool, 'quote_requests', userId),
    partner_quotes: await ownRows(pool, 'partner_quotes', userId),
    commission_ledger: await ownRows(pool, 'commission_ledger', userId),
    partner_statements: await ownRows(pool, 'partner_statements', userId),
    commission_disputes: await ownRows(pool, 'commission_disputes', userId),
    dispute_notes: await ownRows(pool, 'dispute_notes', userId),
    idempotency_keys: await ownRows(pool, 'idempotency_keys', userId),
    mails,
    operator_notes: await ownRows(pool, 'audit_log', userId),
    supplier_clicks: clicks,
    reports: reportFiles,
    lots: lotFiles,
    not_exported: NOT_EXPORTED,
  });
}

async function writeReport(
  { pool, store }: ExportTools,
  zip: Zip,
  id: string,
): Promise<{ files: string[]; leads: LeadRow[] } | null> {
  const [report] = await ownRows(pool, 'reports', id);
  if (report === undefined) return null;
  const before = await ownRows(pool, 'reports_before', id);
  const folder = `reports/${id}/`;
  const files = [
    await addJson(zip, `${folder}report.json`, {
      report,
      steps: await ownRows(pool, 'report_steps', id),
      versions: await ownRows(pool, 'report_versions', id),
      before_recalculation: before,
      approvals: await ownRows(pool, 'report_approvals', id),
      lot_changes: await ownRows(pool, 'lot_changes', id),
      trail: await ownRows(pool, 'report_trail', id),
      events: await ownRows(pool, 'report_events', id),
      shares: await ownRows(pool, 'report_shares', id),
    }),
  ];
  for (const key of await store.list(folder)) {
    const file = await store.get(key);
    if (file !== null) files.push(await addBytes(zip, key, file.bytes));
  }
  return {
    files,
    leads: await findLeads(
      pool,
      id,
      SUPPLIERS.map(({ name }) => name),
      [...askedParts([report, ...before].flatMap(({ model, edited_model }) => [model, edited_model]))],
    ),
  };
}

async function writeLot({ pool, store }: ExportTools, zip: Zip, key: string): Promise<string[]> {
  const [lot] = await ownRows(pool, 'lots', key);
  if (lot === undefined) return [];
  const folder = lotFolder(key);
  const photos = await ownRows(pool, 'lot_photos', key);
  const files = [await addJson(zip, `${folder}lot.json`, { lot, photos })];
  for (const { id, number } of photos) {
    const photo = await store.get(photoKey(key, String(id), 'full'));
    if (photo === null) continue;
    const place = Number(number) >= 1 ? String(number).padStart(2, '0') : 'unlisted';
    files.push(await addBytes(zip, `${folder}${place}-${String(id)}.jpg`, photo.bytes));
  }
  return files;
}

/** The mail's file in the zip; null where it left by SMTP, or its link still works. */
async function writeMail({ outbox }: ExportTools, zip: Zip, mail: OwnRow): Promise<string | null> {
  const { id, template, sent_at: sentAt } = mail;
  const age = sentAt instanceof Date ? Date.now() - sentAt.getTime() : 0;
  if (holdsKey(String(template)) && age < LINK_HOURS * 3_600_000) {
    mail.held_back = `its link may still open the account; in the export ${LINK_HOURS} hours after it was sent`;
    return null;
  }
  const message = await outbox.read(String(id));
  return message === null ? null : addBytes(zip, `mails/${String(id)}.eml`, message);
}

const vehicleSchema = z.object({
  vehicle: z.object({
    year: z.number().nullable(),
    make: z.string().nullable(),
    model: z.string().nullable(),
  }),
});
const lineSchema = z.object({
  name: z.string(),
  side: z.enum(['left', 'right', 'center', 'none', 'unknown']).catch('unknown'),
  oem_numbers: z.array(z.object({ number: z.string() })),
});

/** Every number and every wording a supplier may have been asked with, in whatever version a model was kept. */
function askedParts(models: readonly unknown[]): Set<string> {
  const parts = new Set<string>();
  for (const model of models) {
    const found = vehicleSchema.safeParse(model);
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const line = lineSchema.safeParse(value);
      if (line.success) {
        for (const { number } of line.data.oem_numbers) parts.add(number);
        if (found.success) parts.add(partWords(found.data.vehicle, line.data));
      }
      for (const part of Object.values(value)) visit(part);
    };
    visit(model);
  }
  return parts;
}
