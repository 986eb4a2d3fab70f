import { expect, test } from 'vitest';
import { unsentMail } from './start-up-text.ts';

const config = { production: true, SMTP_URL: undefined, dataDir: '/srv/data' };

test('production without SMTP_URL says that no email is sent', () => {
  expect(unsentMail(config)).toContain('SMTP_URL is not set. Emails are saved in /srv/data/outbox');
});

test('production with SMTP_URL says nothing of email', () => {
  expect(unsentMail({ ...config, SMTP_URL: 'smtps://mail.example' })).toBeNull();
});

test('development without SMTP_URL says nothing of email', () => {
  expect(unsentMail({ ...config, production: false })).toBeNull();
});
