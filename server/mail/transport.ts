import type { Outbox } from './outbox.ts';

export type OutgoingMail = {
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where a bare POST stops such mails. */
  unsubscribe?: string;
};

/** Hands one mail over; the id makes a second hand-over of the same mail recognisable. Throws when it was not taken. */
export type MailTransport = { name: string; deliver(mail: OutgoingMail): Promise<void> };

const headersOf = (mail: OutgoingMail) => ({
  from: mail.from,
  to: { name: '', address: mail.to },
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  messageId: `<${mail.id}@lotlens>`,
  // Out-of-office programs leave such mails alone (RFC 3834).
  headers: {
    'auto-submitted': 'auto-generated',
    ...(mail.unsubscribe === undefined
      ? {}
      : {
          'list-unsubscribe': `<${mail.unsubscribe}>`,
          // One press in the mail program, no page in between (RFC 8058).
          'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
        }),
  },
});

/** Loaded with the first mail, which most processes never send: it takes some 6 MB. */
const loadNodemailer = () => import('nodemailer');

const SECURE = { disableFileAccess: true, disableUrlAccess: true };
/** A server that hangs must not hold a job for nodemailer's default of ten minutes. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Real mail by SMTP, TLS as the address says (`smtps:` at once, `smtp:` when the server offers it). */
export function smtpTransport(url: string): MailTransport {
  return {
    name: `SMTP ${new URL(url).host}`,
    async deliver(mail) {
      const { createTransport } = await loadNodemailer();
      const transport = createTransport({ url, ...SECURE, ...TIMEOUTS });
      await transport.sendMail(headersOf(mail));
    },
  };
}

/** The default: each mail becomes a file of the outbox, and `onMail` is told (start-up prints the link). */
export function outboxTransport(outbox: Outbox, onMail: (mail: OutgoingMail) => void): MailTransport {
  return {
    name: `outbox folder ${outbox.folder}`,
    async deliver(mail) {
      const { createTransport } = await loadNodemailer();
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix', ...SECURE });
      const composed = await transport.sendMail(headersOf(mail));
      await outbox.put(mail.id, composed.message as Buffer);
      onMail(mail);
    },
  };
}
