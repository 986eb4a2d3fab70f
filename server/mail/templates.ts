import { z } from 'zod';

/** Every mail, once: one text with its facts gives subject, plain text and HTML. */

const person = { first_name: z.string() };
export const mailParameterSchemas = {
  verify_email: z.object({ ...person, link: z.url() }),
  account_exists: z.object({ ...person, login_link: z.url(), reset_link: z.url() }),
  reset_password: z.object({ ...person, link: z.url() }),
  password_changed: z.object({ ...person, reset_link: z.url() }),
  session_reused: z.object({ ...person, reset_link: z.url() }),
} as const;
export type MailTemplate = keyof typeof mailParameterSchemas;
export const isMailTemplate = (name: string): name is MailTemplate =>
  Object.hasOwn(mailParameterSchemas, name);
export type MailParameters<T extends MailTemplate> = z.infer<(typeof mailParameterSchemas)[T]>;

type Paragraph = string | { label: string; link: string };
type Letter = { subject: string; paragraphs: Paragraph[] };
export type RenderedMail = { subject: string; text: string; html: string };

const letters: { [T in MailTemplate]: (facts: MailParameters<T>) => Letter } = {
  verify_email: ({ first_name, link }) => ({
    subject: 'Confirm your email address for LotLens',
    paragraphs: [
      `Hello ${first_name},`,
      'please confirm that this address is yours. The link works once, for 24 hours.',
      { label: 'Confirm my email address', link },
      'If you did not sign up for LotLens, ignore this mail: nothing happens.',
    ],
  }),
  account_exists: ({ first_name, login_link, reset_link }) => ({
    subject: 'You already have a LotLens account',
    paragraphs: [
      `Hello ${first_name},`,
      'someone just tried to sign up for LotLens with this address, which already has an account.',
      { label: 'Sign in', link: login_link },
      { label: 'Reset my password', link: reset_link },
      'If it was not you, ignore this mail: nothing was changed.',
    ],
  }),
  reset_password: ({ first_name, link }) => ({
    subject: 'Reset your LotLens password',
    paragraphs: [
      `Hello ${first_name},`,
      'use this link to choose a new password. It works once, for 30 minutes.',
      { label: 'Choose a new password', link },
      'If you did not ask for it, ignore this mail: your password stays as it is.',
    ],
  }),
  password_changed: ({ first_name, reset_link }) => ({
    subject: 'Your LotLens password was changed',
    paragraphs: [
      `Hello ${first_name},`,
      'your password was just changed and all other sessions were signed out.',
      'If it was not you, choose a new password now:',
      { label: 'Reset my password', link: reset_link },
    ],
  }),
  session_reused: ({ first_name, reset_link }) => ({
    subject: 'A LotLens session was ended for safety',
    paragraphs: [
      `Hello ${first_name},`,
      'an old sign-in token of yours was used again, which happens when it was copied. We ended that session everywhere.',
      'If you see a sign-in you do not know, choose a new password:',
      { label: 'Reset my password', link: reset_link },
    ],
  }),
};

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Control characters out: a name must never start a header or a new paragraph. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

/** Renders a stored mail; throws ZodError when its parameters do not fit the template. */
export function renderMail(template: MailTemplate, parameters: unknown): RenderedMail {
  const facts = mailParameterSchemas[template].parse(parameters);
  const letter = (letters[template] as (facts: unknown) => Letter)({
    ...facts,
    first_name: oneLine(facts.first_name),
  });
  const text = letter.paragraphs
    .map((part) => (typeof part === 'string' ? part : `${part.label}:\n${part.link}`))
    .join('\n\n');
  const html = letter.paragraphs
    .map((part) =>
      typeof part === 'string'
        ? `<p>${escapeHtml(part)}</p>`
        : `<p><a href="${escapeHtml(part.link)}">${escapeHtml(part.label)}</a></p>`,
    )
    .join('\n');
  return {
    subject: letter.subject,
    text: `${text}\n\nLotLens\n`,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(letter.subject)}</title></head><body>\n${html}\n<p>LotLens</p></body></html>\n`,
  };
}
