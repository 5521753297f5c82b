import { z } from 'zod';
import { UserChoice } from './account.schema.ts';
import { SecondStep } from './auth-factors.schema.ts';
import type { CallSchema } from './core.ts';
import { Detail, Instant, Line, Text } from './shapes.schema.ts';

const Mark = Line(100).optional();
/** Digits; empty without a choice, as a plain form sends it. */
const UserIdText = Line(20).optional();

/** Tolerant on purpose: a wrong value is a wrong login (400), not a wrong shape. */
export const LoginBody = z.object({
  username: Line(254).optional(),
  password: z.string().max(200).optional(),
  user_id: UserIdText,
  prospex: Mark,
  cupom: Mark,
  company: Mark,
});
export const BookCodeLoginBody = z.object({
  username: Line(254).optional(),
  user_id: UserIdText,
  /** Book uuid, or the printed code. */
  uuid: Line(60).optional(),
});

export const LoginAnswer = z.object({
  users: z.array(UserChoice),
  access_token: z.string().nullable(),
  token_type: z.literal('bearer'),
  expires_at: Instant.nullable(),
  second_step: SecondStep.optional(),
});
export type LoginAnswer = z.infer<typeof LoginAnswer>;

/** The shortest allowed password; the maximum keeps hashing cheap. */
export const NewPassword = z.string().min(10).max(200);

/** The token of a mailed link, or a printed code. */
export const Secret = z.string().trim().min(1).max(200);

export const calls = {
  login: { summary: 'Logs in with user name and password', ledger: 'API-01', body: LoginBody, result: LoginAnswer },
  loginWithBookCode: {
    summary: 'Logs in with user name and the code of a linked book',
    ledger: 'API-02',
    body: BookCodeLoginBody,
    result: LoginAnswer,
  },
  requestPasswordReset: {
    summary: 'Asks for a mail with a reset link or a short code; the answer is always the same',
    ledger: 'API-03',
    query: z.object({
      email: Text(254),
      isAccessCode: z.enum(['true', 'false']).default('false'),
    }),
    result: Detail,
  },
  resetPassword: {
    summary: 'Sets a new password with the token of the mail',
    ledger: 'API-04',
    query: z.object({ token: z.string().trim().min(1).max(200) }),
    body: z.object({ new_password: NewPassword, email: Line(254).optional() }),
    result: Detail,
  },
} satisfies Record<string, CallSchema>;
