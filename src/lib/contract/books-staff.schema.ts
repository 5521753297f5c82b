import { z } from 'zod';
import { MAX_BOOK_ZIP, megabytes } from '../format/limits.ts';
import type { CallSchema } from './core.ts';
import { Id, Instant, OneId } from './shapes.schema.ts';

const Count = z.object({ novas: z.int(), mudadas: z.int(), retiradas: z.int() });

/** How many parts of a book a version adds, changes and removes. */
export const Tally = z.object({ unidade: Count, audio: Count, palavra: Count, questao: Count });
export type Tally = z.infer<typeof Tally>;

export const BookUpload = z.object({
  id: Id,
  arquivo: z.string(),
  enviado_em: Instant,
  /** Each with its file and line; empty: the book can be installed. */
  erros: z.array(z.string()),
  /** null if there are errors. */
  livro: z
    .object({
      codigo: z.string(),
      nome: z.string(),
      novo: z.boolean(),
      mudou: z.boolean(),
      mudancas: Tally,
      lista: z.array(
        z.object({
          parte: z.enum(['unidade', 'audio', 'palavra', 'questao']),
          tipo: z.enum(['nova', 'mudada', 'retirada']),
          unidade: z.int(),
          nome: z.string(),
        }),
      ),
    })
    .nullable(),
});
export type BookUpload = z.infer<typeof BookUpload>;

/** Codes of one batch. */
export const MAX_COPIES = 1_000;
export const CopiesInput = z.object({
  unidade_id: Id,
  quantidade: z
    .int({ error: 'Escreva um número' })
    .min(1, 'Crie ao menos um')
    .max(MAX_COPIES, `Crie no máximo ${MAX_COPIES} por vez`),
});
export type CopiesInput = z.infer<typeof CopiesInput>;

export const calls = {
  getBookFile: {
    summary: 'A sound or the cover of a school’s own book',
    ledger: 'ours',
    params: z.object({ chave: z.string().regex(/^[0-9a-f]{36}$/) }),
    result: z.any(),
  },
  uploadBook: {
    summary: `Checks a book of the school: a ZIP up to ${megabytes(MAX_BOOK_ZIP)}, in the field “file”; nothing is installed yet`,
    ledger: 'ours',
    body: z.object({ file: z.any() }),
    result: BookUpload,
  },
  downloadCopies: {
    summary: 'The codes of a batch as CSV, for printing: once',
    ledger: 'ours',
    params: OneId,
    result: z.any(),
  },
} satisfies Record<string, CallSchema>;
