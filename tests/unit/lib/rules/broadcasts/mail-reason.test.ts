import { describe, expect, it } from 'vitest';
import { mailReason } from '../../../../../src/lib/rules/broadcasts/mail-reason.ts';
import { mailReasons } from '../../../../../src/lib/words/broadcasts-mails.ts';

describe('the reason of a failed email', () => {
  it.each([
    ['the links of this mail are dead', 'links'],
    ["Can't send mail - all recipients were rejected: 550 5.1.1 <a@b.example>: User unknown", 'address'],
    ['Message failed: 550 No such user here', 'address'],
    ['Message failed: 552 5.2.2 mailbox full', 'full'],
    ['Message failed: 452 4.2.2 over quota', 'full'],
    ['Message failed: 550 5.7.26 unauthenticated mail is prohibited (DMARC policy)', 'policy'],
    ['Message failed: 554 5.7.1 Message rejected as spam', 'policy'],
    ['Invalid login: 535 5.7.8 Username and Password not accepted', 'login'],
    ['Mail command failed: 530 5.7.0 Authentication required', 'login'],
    ['connect ECONNREFUSED 127.0.0.1:25', 'away'],
    ['getaddrinfo ENOTFOUND smtp.escola.example', 'away'],
    ['Greeting never received', 'away'],
    ['Connection timeout', 'away'],
    ['451 try later', 'other'],
    ['', 'other'],
    [null, 'other'],
  ] as const)('%s', (error, reason) => {
    expect(mailReason(error)).toBe(mailReasons[reason]);
  });
});
