import { type Kysely, sql } from 'kysely';
import type { Engine } from './connection.ts';
import { changesTriggers } from './triggers/changes.ts';
import { openContactTriggers } from './triggers/open-contacts.ts';

/** Columns of 0.1.0 that were renamed since, by table, in the order in which the new names become free. */
export const renamedColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  atividade_arquivos: { tipo: 'kind' },
  cambio_cotacoes: { criado_em: 'created_at' },
  cart_items: { em: 'updated_at' },
  consents: { tipo: 'kind' },
  documents: { tipo: 'kind' },
  enrolment_proposals: { criado_em: 'created_at' },
  erasures: { asked_at: 'created_at' },
  factors: { tipo: 'kind', criado_em: 'created_at' },
  guardian_requests: { pedido_em: 'created_at' },
  lead_events: { tipo: 'kind', em: 'created_at', estado: 'status' },
  leads: { estado: 'status' },
  livro_lotes: { criado_em: 'created_at' },
  payment_accounts: { tipo: 'kind', criada_em: 'created_at' },
  point_batches: { estado: 'status', criado_em: 'created_at' },
  point_lots: { criado_em: 'created_at' },
  point_warnings: { criado_em: 'created_at' },
  promo_versions: { criada_em: 'created_at' },
  refunds: { pedida_em: 'created_at' },
  student_events: { tipo: 'kind', em: 'created_at' },
  sync_changes: { tipo: 'kind' },
  travel_campaigns: { criada_em: 'created_at' },
  travel_participations: { criada_em: 'created_at' },
  travel_tickets: { criado_em: 'created_at' },
  turma_atividades: { criada_em: 'created_at' },
  usa_pagamentos: { criado_em: 'created_at' },
  usa_requests: { criada_em: 'created_at' },
  usa_turmas: { estado: 'status' },
  webhook_deliveries: { tipo: 'kind', status: 'http_status', state: 'status' },
};

/**
 * Renames the columns of a database of 0.1.0 to their current names. Both engines update indexes and constraints. Triggers that
 * name these columns are recreated, because PostgreSQL does not change the text of a function.
 */
export async function renameColumns(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  const triggers = renamedTriggers(engine);
  await dropTriggers(db, triggers);
  for (const [table, columns] of Object.entries(renamedColumns))
    for (const [before, now] of Object.entries(columns))
      await run(`alter table ${table} rename column ${before} to ${now}`);
  for (const statement of triggers) await run(statement);
}

/** The triggers that name a renamed column. */
export const renamedTriggers = (engine: Engine): string[] => [
  ...changesTriggers(engine),
  ...openContactTriggers(engine),
];

/** @param made the statements that create the triggers. On PostgreSQL a trigger is dropped with its function. */
export async function dropTriggers(db: Kysely<unknown>, made: readonly string[]): Promise<void> {
  const kind = made.some((statement) => statement.startsWith('create function ')) ? 'function' : 'trigger';
  for (const statement of made) {
    const [, name] = new RegExp(`^create ${kind} (\\w+)`).exec(statement) ?? [];
    if (name)
      await sql.raw(kind === 'function' ? `drop function ${name}() cascade` : `drop trigger ${name}`).execute(db);
  }
}
