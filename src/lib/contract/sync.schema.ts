import { z } from 'zod';
import { MAX_COLUMNS, MAX_SYNC_ROWS } from '../format/limits.ts';
import type { CallSchema } from './core.ts';
import { Flag, Id, Line, Text, Uuid } from './shapes.schema.ts';
import { ChangeKind, ChangePage, ChangeQuery } from './sync-changes.schema.ts';

/** The tables that an office imports, in the order in which a new school imports them. */
export const SyncTable = z.enum([
  'unidades',
  'professores',
  'alunos',
  'turmas',
  'matriculas',
  'exemplares',
  'notas',
  'parcelas',
  'produtos',
  'recompensas',
]);
export type SyncTable = z.infer<typeof SyncTable>;

const MAX_KEY_DAYS = 730;

export const NewApiKey = z.object({
  nome: Text(60),
  tabelas: z.array(SyncTable).max(20),
  leituras: z.array(ChangeKind).max(20).default([]),
  unidades: z.array(Id).min(1, 'Escolha ao menos uma unidade').max(500).nullable(),
  /** Days until it expires; null: never. */
  dias: z.int().min(1).max(MAX_KEY_DAYS).nullable(),
});
export type NewApiKey = z.output<typeof NewApiKey>;

/**
 * A row, or one of its fields, that was not imported as sent. `linha` counts as a spreadsheet does; in JSON the first row
 * is 1.
 */
const SyncRemark = z.object({
  linha: z.int(),
  coluna: z.string().nullable(),
  resultado: z.enum(['mantida', 'recusada']),
  motivo: z.string(),
  /**
   * The subject of a row with an error, as its cells name it; null in the answer to a repeated key, as the values are.
   */
  quem: z.string().nullable(),
  /** Both values of a field for which the portal’s value wins; for an error the value of the cell. */
  no_portal: z.string().nullable(),
  no_arquivo: z.string().nullable(),
});
export type SyncRemark = z.infer<typeof SyncRemark>;

export const SyncResult = z.object({
  tabela: SyncTable,
  /** True: a dry run, which checks everything and stores nothing. */
  ensaio: z.boolean(),
  linhas: z.int(),
  novas: z.int(),
  mudadas: z.int(),
  iguais: z.int(),
  mantidas: z.int(),
  recusadas: z.int(),
  /** Unknown columns, which were ignored. */
  colunas_ignoradas: z.array(z.string()),
  /** Rows that stayed unchanged or were refused; all others were imported as sent. */
  observacoes: z.array(SyncRemark),
});
export type SyncResult = z.infer<typeof SyncResult>;

/** An uploaded file with its headings, stored for some minutes. */
export const SheetFile = z.object({
  tabela: SyncTable,
  /** The file’s id, valid for its sender alone. */
  arquivo: Uuid,
  /** No column needs to be mapped: the headings are those of the table. */
  completo: z.boolean(),
  /** The line of the headings, and of the first row below them. */
  linha: z.int(),
  colunas_do_arquivo: z.array(z.object({ nome: z.string(), exemplo: z.string() })),
  /** For each column of the table, the index of the heading that probably matches, from 0. */
  colunas: z.array(
    z.object({ nome: z.string(), obrigatoria: z.boolean(), exemplo: z.string(), posicao: z.int().nullable() }),
  ),
});
export type SheetFile = z.infer<typeof SheetFile>;

export const ImportSheet = z.object({
  arquivo: Uuid,
  modo: z.enum(['tudo', 'linha']),
  ensaio: z.boolean(),
  /** Maps columns of the table to columns of the file; null: the headings are those of the table. */
  ligacao: z
    .object({
      linha: z.int().min(1).max(1_000_000),
      colunas: z
        .array(
          z.object({
            nome: Line(60),
            posicao: z
              .int()
              .min(0)
              .max(MAX_COLUMNS - 1),
          }),
        )
        .max(60),
    })
    .nullable(),
});
export type ImportSheet = z.infer<typeof ImportSheet>;

export const OfTable = z.object({ tabela: SyncTable });

const KEY_REFUSALS = {
  401: 'The key ended, ran out, or its maker no longer cares for the team (`key_ended`)',
  403: 'Not among the tables or the readings of the key (`key_scope`), or the right is missing',
  429: 'Too often: again after `Retry-After` seconds',
} as const;

export const calls = {
  uploadSheet: {
    summary: 'Stores a file of a table for some minutes, and tells how its headings go with the columns of the table',
    ledger: 'ours',
    params: OfTable,
    body: z.object({ file: z.any() }),
    result: SheetFile,
  },
  downloadSheetModel: {
    summary: 'An empty table as CSV: its headings, and a row as an example',
    ledger: 'ours',
    params: OfTable,
    result: z.any(),
  },
  listChanges: {
    summary:
      'What changed in the portal since a cursor, each thing as it is now; without a cursor everything. A thing without `dados` left the portal or the units of the key',
    ledger: 'ours',
    query: ChangeQuery,
    result: ChangePage,
    refusals: {
      ...KEY_REFUSALS,
      410: 'The portal was restored from a backup: read from the beginning (`cursor_gone`)',
    },
  },
  putTable: {
    summary: `Brings a table in step, by the school’s own keys: up to ${MAX_SYNC_ROWS} rows. “tudo” takes all rows or none (422 names each wrong one), “linha” takes the right ones`,
    ledger: 'ours',
    params: OfTable,
    query: z.object({ modo: z.enum(['tudo', 'linha']).default('tudo'), ensaio: Flag.default(false) }),
    body: z.object({ file: z.any() }),
    result: SyncResult,
    refusals: {
      ...KEY_REFUSALS,
      409: 'The `Idempotency-Key` stands for another table (`key_reused`)',
      413: `More than ${MAX_SYNC_ROWS} rows or ${MAX_COLUMNS} columns, too many bytes, or too long to read`,
      415: 'Neither CSV, JSON, nor a form with a file',
      422: 'Wrong rows: `fields` names each by line and column, such as `3.email` (`rows_refused`)',
      503: 'Another import runs: again in a moment',
    },
  },
} satisfies Record<string, CallSchema>;
