import * as z from 'zod/mini';
import { required } from '#lib/words/validation.ts';

/** The value is not trimmed: a password may begin or end with a blank. */
const notBlank = z.string().check(z.refine((typed) => typed.trim() !== '', { error: required }));

/** The rules of the login; only the server checks whether name and password match. */
export const LoginFields = z.object({ username: notBlank, password: notBlank });

/** The rules of the login with a book code. @param needsName the book has an owner, who must enter the user name */
export const BookCodeFields = (needsName: boolean) =>
  z.object({
    uuid: z.string().check(z.trim(), z.minLength(1, required)),
    username: needsName ? z.string().check(z.trim(), z.minLength(1, required)) : z.string().check(z.trim()),
  });
