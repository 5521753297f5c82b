import { z } from 'zod';
import { cleanLine } from '../format/clean-text.ts';
import { calls as staffCalls } from './books-staff.schema.ts';
import type { CallSchema } from './core.ts';
import { Detail, Id, IdParam, Instant, OneId, Uuid } from './shapes.schema.ts';

export const Livro = z.object({
  id: Id,
  codigo: z.string(),
  nome: z.string(),
  linha: z.enum(['A', 'B']),
  nivel_cefr: z.enum(['A1', 'A2', 'B1', 'B2', 'C1']),
  capa_url: z.string(),
  unidades_total: z.int(),
});
export type Livro = z.infer<typeof Livro>;

/** One printed book: linked to a user, or empty. */
export const UserBook = z.object({
  id: Id,
  uuid: Uuid,
  code: z.string(),
  livro: Livro,
  user_id: Id.nullable(),
  user_name_masked: z.string().nullish(),
  is_empty: z.boolean(),
  linked_at: Instant.nullable(),
  expires_at: Instant.nullish(),
});
export type UserBook = z.infer<typeof UserBook>;

const PrintedCode = z
  .string()
  .overwrite(cleanLine)
  .toUpperCase()
  .regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/)
  .max(40);
export const LinkBookInput = z
  .object({ uuid: Uuid.optional(), code: PrintedCode.optional() })
  .refine(({ uuid, code }) => Boolean(uuid) !== Boolean(code), 'Informe o código do livro');
/** A book uuid, or the printed code, in a path. */
export const BookKey = z.union([Uuid, PrintedCode]);

export const calls = {
  listOwnBooks: { summary: 'Books of the logged-in user', ledger: 'API-19', result: z.array(UserBook) },
  linkBook: { summary: 'Links a book to the logged-in user', ledger: 'API-20', body: LinkBookInput, result: UserBook },
  listUserBooks: {
    summary: 'Books of a user',
    ledger: 'API-21',
    params: OneId,
    result: z.array(UserBook),
  },
  getBook: { summary: 'Finds a book by uuid', ledger: 'API-22', params: z.object({ uuid: BookKey }), result: UserBook },
  unlinkOwnBook: {
    summary: 'Unlinks an own book',
    ledger: 'API-23',
    params: OneId,
    result: Detail,
  },
  unlinkUserBook: {
    summary: 'Unlinks the book of a user, for managers',
    ledger: 'API-24',
    params: z.object({ userId: IdParam, id: IdParam }),
    result: Detail,
  },
  checkEmptyBook: {
    summary: 'Whether a book is linked to nobody',
    ledger: 'API-28',
    params: z.object({ id: BookKey }),
    result: z.object({ uuid: Uuid, is_empty: z.boolean(), livro: Livro }),
  },
  ...staffCalls,
} satisfies Record<string, CallSchema>;
