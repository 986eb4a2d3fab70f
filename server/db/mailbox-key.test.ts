import { expect, test } from 'vitest';
import { mailboxKeyOf } from './accounts/users.ts';

test.each([
  ['Ann@Example.com', 'ann@example.com'],
  ['ann+cars@example.com', 'ann@example.com'],
  ['ann+a+b@example.com', 'ann@example.com'],
  ['a.n.n@example.com', 'a.n.n@example.com'],
  ['A.n.n+x@gmail.com', 'ann@gmail.com'],
  ['ann@googlemail.com', 'ann@gmail.com'],
  ['+ann@example.com', '+ann@example.com'],
])('%s is the mailbox %s', (email, mailbox) => expect(mailboxKeyOf(email)).toBe(mailbox));
