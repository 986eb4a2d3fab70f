import fs from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { forgetRefusal } from '../../server/db/ops/console-day.ts';
import { openOutbox } from '../../server/mail/outbox.ts';
import { type MailTemplate, mailParameterSchemas, renderMail } from '../../server/mail/templates.ts';
import { outboxTransport, smtpTransport } from '../../server/mail/transport.ts';
import { type AccountsService, anyEmail, register, startAccounts, until } from './accounts-service.ts';
import { createTestDatabase } from './database.ts';
import { endPauses } from './end-pauses.ts';
import { temporaryFolder } from './temporary-folder.ts';

type Received = { to: string[]; raw: string; mail: Email };
type Mailbox = { port: number; received: Received[]; stop(): Promise<void> };

/** What a server says where it takes nothing of ours, while `lasts`. */
type Limit = { at: 'RCPT TO' | 'DATA'; words: string; lasts: boolean; met: number };

/**
 * A real SMTP server that keeps what it gets; `refuse` names recipients it will never take, `password` the one that it asks for,
 * `limit` what it has against us.
 */
async function startMailbox(
  port = 0,
  refuse: string[] = [],
  password?: string,
  limit?: Limit,
): Promise<Mailbox> {
  const ofUs = (at: Limit['at']): Error | null => {
    if (limit?.at !== at || !limit.lasts) return null;
    limit.met += 1;
    return Object.assign(new Error(limit.words), { responseCode: 550 });
  };
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: password === undefined,
    disabledCommands: password === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth(given, _session, done) {
      if (given.password === password) done(null, { user: 'lotlens' });
      else done(Object.assign(new Error('the password has expired'), { responseCode: 535 }));
    },
    onRcptTo(address, _session, done) {
      const refused = refuse.includes(address.address);
      done(refused ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : ofUs('RCPT TO'));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const refused = ofUs('DATA');
        if (refused) return done(refused);
        const raw = Buffer.concat(chunks).toString();
        const to = session.envelope.rcptTo.map((recipient) => recipient.address);
        received.push({ to, raw, mail: await PostalMime.parse(raw) });
        return done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const BAD = 'nobody@example.test';
let mailbox: Mailbox;
let service: AccountsService;
beforeAll(async () => {
  mailbox = await startMailbox(0, [BAD]);
  service = await startAccounts(await createTestDatabase(inject('databaseServer')), {
    transport: smtpTransport(`smtp://127.0.0.1:${mailbox.port}`),
    publicUrl: 'https://parts.example.test',
  });
});
afterAll(async () => {
  await service.close();
  await mailbox.stop();
});

const letterTo = async (address: string): Promise<Received> => {
  await until(() => mailbox.received.some((letter) => letter.to.includes(address)), 30_000);
  const letter = mailbox.received.find((received) => received.to.includes(address));
  if (!letter) throw new Error('no letter');
  return letter;
};

/** The states of the jobs that send the mails of this address. */
const statesOf = async ({ pool }: AccountsService, address: string): Promise<string[]> => {
  const found = await pool.query<{ state: string }>(
    "SELECT state FROM pgboss.job JOIN mails ON mails.id::text = data ->> 'mail_id' WHERE recipient = $1",
    [address],
  );
  return found.rows.map(({ state }) => state);
};
/** Waits until `holds`, with no pause between two tries of a mail. */
const untilTriedAgain = ({ pool }: AccountsService, holds: () => boolean): Promise<void> =>
  until(async () => {
    await endPauses(pool, 'send-mail');
    return holds();
  });

describe('mail by SMTP', () => {
  test('arrives as text and HTML with the same link, made from PUBLIC_URL whatever the Host says', async () => {
    const email = anyEmail();
    await service.call('POST', 'auth/register', {
      json: { email, password: 'tangerine velvet 81', first_name: 'Nadia', last_name: 'Kovač' },
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
    });
    const { mail, to } = await letterTo(email);
    expect(to).toEqual([email]);
    expect(mail.subject).toBe('Confirm your email address for LotLens');
    expect(mail.from?.address).toBe('no-reply@lotlens.test');
    const link = /https:\/\/parts\.example\.test\/verify\?code=[\w-]{43}/;
    const inText = link.exec(mail.text ?? '')?.[0];
    expect(inText).toBeDefined();
    expect(mail.html).toContain(`href="${inText}"`);
    expect(`${mail.text}${mail.html}`).not.toContain('evil');
  });

  test('waits for a server that is away and is then sent once', async () => {
    const { port } = mailbox;
    await mailbox.stop();
    const email = anyEmail();
    expect((await register(service, email)).status).toBe(201);
    await until(async () => (await statesOf(service, email)).includes('retry'));
    mailbox = await startMailbox(port, [BAD]);
    await untilTriedAgain(service, () => mailbox.received.some(({ to }) => to.includes(email)));
    await until(
      async () =>
        (
          await service.pool.query('SELECT 1 FROM mails WHERE recipient = $1 AND sent_at IS NOT NULL', [
            email,
          ])
        ).rowCount === 1,
    );
    // No further try is to come.
    await until(async () => (await statesOf(service, email)).join() === 'completed');
    expect(mailbox.received.filter((letter) => letter.to.includes(email))).toHaveLength(1);
    const code = /code=([\w-]{43})/.exec((await letterTo(email)).mail.text ?? '')?.[1];
    expect((await service.call('POST', 'auth/verify-email', { json: { code } })).status).toBe(200);
  });

  test('that the server will never take is given up, with the reason kept', async () => {
    await register(service, BAD);
    await until(
      async () => (await service.pool.query('SELECT 1 FROM mails WHERE failure IS NOT NULL')).rowCount === 1,
      20_000,
    );
    const failed = await service.pool.query<{ failure: string }>(
      'SELECT failure FROM mails WHERE recipient = $1',
      [BAD],
    );
    expect(failed.rows[0]?.failure).toContain('550');
  });

  test('that finds a password which is no longer good waits for the right one', async () => {
    const strict = await startMailbox(0, [], 'new');
    const at = (word: string) =>
      startAccounts(url, { transport: smtpTransport(`smtp://lotlens:${word}@127.0.0.1:${strict.port}`) });
    const url = await createTestDatabase(inject('databaseServer'));
    const stale = await at('old');
    const email = anyEmail();
    await register(stale, email);
    await until(async () => (await statesOf(stale, email)).includes('retry'));
    const mails = await stale.pool.query('SELECT sent_at, failure FROM mails');
    expect(mails.rows).toEqual([{ sent_at: null, failure: null }]);
    await stale.close();
    const mended = await at('new');
    await untilTriedAgain(mended, () => strict.received.some(({ to }) => to.includes(email)));
    await mended.close();
    await strict.stop();
  });

  describe('to a server with a limit for us', () => {
    const limit: Limit = { at: 'DATA', words: '', lasts: false, met: 0 };
    let strict: Mailbox;
    let paused: AccountsService;
    beforeAll(async () => {
      strict = await startMailbox(0, [], undefined, limit);
      paused = await startAccounts(await createTestDatabase(inject('databaseServer')), {
        transport: smtpTransport(`smtp://127.0.0.1:${strict.port}`),
      });
    });
    afterAll(async () => {
      await paused.close();
      await strict.stop();
    });

    test.each([
      ['we may not send through it', 'RCPT TO', '5.7.1 Relay access denied'],
      ['our address is not known', 'RCPT TO', '5.1.8 Access denied, bad outbound sender'],
      ['the day has had enough', 'DATA', '5.4.5 Daily user sending limit exceeded'],
      ['it says no more', 'DATA', 'Sending paused for this account'],
    ] as const)('that is refused for our sake waits until we are taken again: %s', async (_, at, words) => {
      Object.assign(limit, { at, words, lasts: true, met: 0 });
      const email = anyEmail();
      await register(paused, email);
      await until(() => limit.met > 0);
      limit.lasts = false;
      await untilTriedAgain(paused, () => strict.received.some(({ to }) => to.includes(email)));
    });
  });

  test('that was tried to the end is told as refused, and goes when it is sent again', async () => {
    const { port } = mailbox;
    await mailbox.stop();
    const email = anyEmail();
    await register(service, email);
    const { rows } = await service.pool.query<{ id: string }>('SELECT id FROM mails WHERE recipient = $1', [
      email,
    ]);
    const id = rows[0]?.id ?? '';
    await service.pool.query(
      "UPDATE pgboss.job SET retry_limit = retry_count WHERE data ->> 'mail_id' = $1",
      [id],
    );
    const refused = async () =>
      (await service.pool.query('SELECT 1 FROM mails WHERE id = $1 AND failure IS NOT NULL', [id])).rowCount;
    await until(async () => (await refused()) === 1);
    mailbox = await startMailbox(port, [BAD]);
    expect(await forgetRefusal(service.pool, id)).toBe(true);
    await service.queue.send('send-mail', { mail_id: id });
    await letterTo(email);
  });

  test.each([
    ['a name with line breaks', { first_name: 'Eve\r\nBcc: victim@example.test' }],
    ['a last name with a NUL', { last_name: 'E\u0000ve' }],
    ['a phone with a line break', { phone: '555\n0100' }],
    ['a name that turns the reading direction', { first_name: 'Eve\u202Etxt' }],
    ['an address with line breaks', { email: 'eve@example.test\r\nBcc: victim@example.test' }],
    ['two addresses', { email: 'eve@example.test, victim@example.test' }],
    ['an address in brackets', { email: 'Eve <eve@example.test>' }],
  ])('%s is refused at the door', async (_, change) => {
    const answer = await service.call('POST', 'auth/register', {
      json: {
        email: anyEmail(),
        password: 'tangerine velvet 81',
        first_name: 'Eve',
        last_name: 'E',
        ...change,
      },
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_error']);
  });

  test('a hostile name or address that got into the database still starts no header', async () => {
    const email = anyEmail();
    await register(service, email);
    await letterTo(email);
    await service.pool.query('UPDATE users SET first_name = $2 WHERE email = $1', [
      email,
      'Eve\r\nBcc: victim@example.test\r\n\r\n<script>alert(1)</script>',
    ]);
    await service.call('POST', 'auth/forgot-password', { json: { email } });
    const reset = () =>
      mailbox.received.find(
        (received) => received.to.includes(email) && received.mail.subject?.includes('Reset'),
      );
    await until(() => reset() !== undefined);
    const letter = reset();
    expect(letter?.to).toEqual([email]);
    expect(letter?.mail.bcc ?? []).toEqual([]);
    expect(letter?.raw).not.toMatch(/^bcc:/im);
    expect(letter?.mail.html).not.toContain('<script>');
    expect(mailbox.received.some((received) => received.to.includes('victim@example.test'))).toBe(false);
  });
});

test('by default a mail is a file in the outbox folder that any mail program opens', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-outbox-'));
  const told: string[] = [];
  const outbox = outboxTransport(await openOutbox(folder), (mail) => told.push(mail.to));
  const letter = renderMail('reset_password', {
    first_name: 'Nadia',
    link: 'https://parts.example.test/reset-password?token=x',
  });
  await outbox.deliver({
    id: crypto.randomUUID(),
    from: 'LotLens <a@b.test>',
    to: 'nadia@example.test',
    ...letter,
  });
  const [file = ''] = await fs.readdir(folder);
  const mail = await PostalMime.parse(await fs.readFile(path.join(folder, file)));
  expect(mail.to?.[0]?.address).toBe('nadia@example.test');
  expect(mail.text).toContain('https://parts.example.test/reset-password?token=x');
  expect(told).toEqual(['nadia@example.test']);
  await fs.rm(folder, { recursive: true });
});

test('the outbox can be read by its owner alone, and so is made what an earlier version left open', async () => {
  const folder = path.join(await temporaryFolder(), 'outbox');
  const modeOf = async (file: string) => ((await fs.stat(file)).mode & 0o777).toString(8);
  await fs.mkdir(folder, { mode: 0o755 });
  for (const name of ['old.eml', 'cut-short.eml.part'])
    await fs.writeFile(path.join(folder, name), 'x', { mode: 0o644 });
  const outbox = await openOutbox(folder);
  await outbox.put('new', Buffer.from('y'));
  expect(await modeOf(folder)).toBe('700');
  for (const name of ['old.eml', 'cut-short.eml.part', 'new.eml'])
    expect([name, await modeOf(path.join(folder, name))]).toEqual([name, '600']);

  await fs.rm(folder, { recursive: true });
  await outbox.put('later', Buffer.from('z'));
  expect([await modeOf(folder), await modeOf(path.join(folder, 'later.eml'))]).toEqual(['700', '600']);
});

test('an outbox that was never used is not made by looking', async () => {
  const folder = path.join(await temporaryFolder(), 'outbox');
  const outbox = await openOutbox(folder);
  expect([await outbox.list(), await outbox.read('a')]).toEqual([[], null]);
  await outbox.remove(['a']);
  await expect(fs.stat(folder)).rejects.toThrow('ENOENT');
});

test.each(Object.keys(mailParameterSchemas) as MailTemplate[])(
  '%s says the same in text and HTML',
  (template) => {
    const link = 'https://parts.example.test/x?token=a&b=1';
    const letter = renderMail(template, {
      first_name: 'Nadia <b>',
      link,
      login_link: link,
      reset_link: link,
      vehicle: '2018 Toyota Camry & trailer',
      report_link: link,
      unsubscribe_link: link,
      one_click_link: link,
      repair: '$4,100 ($3,000 to $5,900)',
      examined: 'There are no photos.',
      host: 'hooks.example.com',
      reports_link: 'https://lotlens.example/reports',
      reason: 'The lot could not be read.',
      reports_left: '2',
      name: 'Nadia <b>',
      quote_link: link,
      ship_to: 'TX',
      parts: '3 parts',
      until: 'Dec 3, 2026',
      total: '$425.49',
      valid_until: 'Dec 1, 2026',
      answers: '2',
      voucher: 'LL-ABCDEFGH',
      lines: '41007290944 Hood panel: $399.99, used, in stock, sent within 2 days; Shipping: $25.50',
      buyer: 'Ana Reyes, ana@shop.example',
      seller: 'Hill Country Parts, Pat Ortiz, pat@parts.example',
      email: 'nadia@example.test',
      reports: '20',
      left: '2',
      reports_page: link,
      when: 'tomorrow, Dec 3 at 2:00 PM UTC',
      figures: 'Bid now $900, max bid $1,350.',
      sum: '2 reports are ready',
      lots: [{ name: '2018 Toyota Camry & trailer', words: '$4,100 to repair', link }],
      board_link: link,
      changes: 'Keys: no → yes',
      company: 'Ridge & Sons',
      website: 'https://new.example',
      approved_website: 'https://parts.example',
      contact_name: 'Nadia <b>',
      about: 'Used bumpers.',
      partners_page: link,
      decision: 'Your application was accepted.',
      commission: '8% of each sale',
      note: 'Welcome.',
    });
    const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
    const fromHtml = letter.html
      .replace(/^.*<body[^>]*>/s, '')
      .replaceAll(/<a [^>]*href="([^"]*)">([^<]*)<\/a>/g, '$2: $1')
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    expect(plain(fromHtml)).toBe(plain(letter.text));
  },
);
