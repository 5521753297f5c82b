import * as z from 'zod/mini';
import { invalidEmail, minLength, required } from '#lib/words/validation.ts';

export const SHORTEST_PASSWORD = 10;

/** A password that somebody chooses. */
export const newPassword = z
  .string()
  .check(z.minLength(1, required), z.minLength(SHORTEST_PASSWORD, minLength(SHORTEST_PASSWORD)));

/** Where the mail goes, and whether it brings a link or a code to type. */
export const RecoveryFields = z.object({
  email: z.string().check(z.trim(), z.minLength(1, required), z.email(invalidEmail)),
  by: z.enum(['link', 'codigo']),
});

/** The new password, with the token of the link or the typed code. */
export const NewPasswordFields = z.object({
  token: z.string().check(z.trim(), z.minLength(1, required)),
  new_password: newPassword,
});
