import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type ApiRequest, readUpTo } from '#lib/api/request.ts';
import type { SyncResult, SyncTable } from '#lib/contract/sync.schema.ts';
import { MAX_SYNC_BYTES, megabytes } from '#lib/format/limits.ts';
import { plural } from '#lib/format/money.ts';
import { policy } from '#lib/rules/people/rights.ts';
import { syncTables } from '#lib/rules/sync/tables.ts';
import type { Db } from '../../core/db/connection.ts';
import { type Reach, reachBy } from '../../core/http/access.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { needsNoKey, once } from '../../core/http/once.ts';
import { nulCharacter } from '../../core/http/parse.ts';
import { receiveFile } from '../../core/http/receive.ts';
import { forbidden, invalid, Refusal, unavailable } from '../../core/http/refusal.ts';
import { columnsOf, dryRun, importRows, type Outcome } from '../import/import.ts';
import { hasImportLock } from '../import/import-lock.ts';
import { kinds } from '../import/kinds.ts';
import type { FileForm, Reading } from '../import/reader.ts';
import { TableRefused, type TextTable } from '../import/table.ts';
import { openTable } from '../import/table-file.ts';
import { sentLimits } from '../import/table-limits.ts';
import { reasons } from '../import/tally.ts';

/** By row or all or nothing; a trial is rolled back. */
interface How {
  modo: 'tudo' | 'linha';
  ensaio: boolean;
}

const BUSY = 'Outra importação está em andamento. Nada foi gravado: envie de novo em instantes.';

/** Replaces the reason in the answer to a repeated key. */
const REFUSED_BEFORE = 'Recusada no primeiro envio. Para ver o motivo, envie com outro identificador.';

/** Max. wrong rows listed in a refusal. */
const MAX_NAMED = 500;

/** A parsed table, and its bytes for the idempotency key. */
export interface SentTable {
  table: TextTable;
  bytes: Uint8Array;
}

/**
 * Imports a table that another system or a user of the panel sent: the same parsing and writing as the import command, within the
 * sender's reach, and one line in the log.
 *
 * @throws Refusal 403 for a table out of reach, 413, 415, 422 with each wrong row by `line.column`, 429
 */
export const putTable = (ctx: Ctx, tabela: SyncTable, how: How): Promise<SyncResult> =>
  takeTable(ctx, tabela, how, () => readSent(ctx, columnsOf(kinds[tabela])));

/**
 * As `putTable`, for a table that is read in another way.
 *
 * @throws Refusal as `putTable`
 */
export async function takeTable(
  ctx: Ctx,
  tabela: SyncTable,
  how: How,
  read: () => Promise<SentTable>,
): Promise<SyncResult> {
  const reach = reachOf(ctx, tabela);
  await ctx.limits.take('sync', ctx.session.tokenId);
  try {
    const sent = await read();
    const chave = await nameOfKey(ctx);
    const result = await importRows(ctx, kinds[tabela], sent.table, {
      reach,
      source: { tabela, ...(chave !== null && { chave }) },
      isByRow: how.modo === 'linha',
      isTrial: how.ensaio,
      isServing: true,
      begin: (write) => begin(ctx, { tabela, how, sent, chave }, write),
    });
    if (!how.ensaio) ctx.wake();
    return result;
  } catch (error) {
    throw error instanceof TableRefused ? refusalOf(error) : error;
  }
}

/** @throws Refusal 403 for a key without this table, or a person without the right that writes it in the panel */
export function reachOf({ session }: Ctx, tabela: SyncTable): Reach {
  if (session.key && !session.key.tables.includes(tabela)) {
    throw new Refusal(403, `Esta chave não abre a tabela “${tabela}”.`, { code: 'key_scope' });
  }
  const { name, right } = syncTables[tabela];
  const reach = reachBy(session, [right]);
  if (!reach) {
    throw forbidden(`A tabela “${name}” pede o acesso a ${policy[right].name}. Peça a quem cuida da equipe.`);
  }
  if (reach.units?.length === 0) throw forbidden('Esta chave não alcança nenhuma unidade.');
  return reach;
}

interface Batch {
  tabela: SyncTable;
  how: How;
  sent: SentTable;
  /** The name of the key: the log shows that another system sent the rows, not the key's creator. */
  chave: string | null;
}

/** A trial is rolled back; an import is idempotent, with a line in the log. */
function begin(ctx: Ctx, batch: Batch, write: (tx: Db) => Promise<Outcome>): Promise<SyncResult> {
  const { tabela, how, sent, chave } = batch;
  const act = async (tx: Db) => {
    if (!(await hasImportLock(tx))) throw unavailable(BUSY);
    return resultOf(batch, await write(tx));
  };
  if (how.ensaio) {
    needsNoKey(ctx);
    return dryRun((work) => ctx.db.transaction().execute(work), act);
  }
  const digest = createHash('sha256').update(sent.bytes).digest('hex');
  const actAndLog = async (tx: Db) => {
    const result = await act(tx);
    const { linhas, novas, mudadas, mantidas, recusadas } = result;
    await audit({ ...ctx, db: tx }, 'table-sync', `table:${tabela}`, {
      depois: { linhas, novas, mudadas, mantidas, recusadas, ...(chave !== null && { chave }) },
    });
    return result;
  };
  return once(ctx, `sync ${tabela}`, { tabela, ...how, digest }, actAndLog, withoutValues);
}

/** Stored answers contain no personal values, so refusals are stored without their details. */
const withoutValues = {
  without: (result: SyncResult): SyncResult => ({
    ...result,
    observacoes: result.observacoes.map((remark) => ({
      ...{ ...remark, quem: null, no_portal: null, no_arquivo: null },
      motivo: remark.resultado === 'recusada' ? REFUSED_BEFORE : remark.motivo,
    })),
  }),
  again: async (_tx: Db, stored: SyncResult) => stored,
};

function resultOf({ tabela, how, sent }: Batch, { tally, faults }: Outcome): SyncResult {
  const none = { coluna: null, quem: null, no_portal: null, no_arquivo: null };
  const preserved = Object.entries(tally.preserved ?? {}).flatMap(([motivo, lines]) =>
    lines.map((linha) => ({ ...none, linha, resultado: 'mantida' as const, motivo })),
  );
  const conflicts = (tally.conflicts ?? []).map(({ line, column, here, file, why }) => ({
    ...{ linha: line, coluna: column, quem: null, no_portal: here, no_arquivo: file },
    ...{ resultado: 'mantida' as const, motivo: reasons[why] },
  }));
  const wrong = faults.map(({ line, column, text, value, who }) => ({
    ...{ ...none, linha: line, coluna: column ?? null, quem: who ?? null, no_arquivo: value ?? null },
    ...{ resultado: 'recusada' as const, motivo: text },
  }));
  return {
    tabela,
    ensaio: how.ensaio,
    linhas: sent.table.lines.length,
    novas: tally.added,
    mudadas: tally.changed,
    iguais: tally.same,
    mantidas: linesOf([...preserved, ...conflicts]),
    recusadas: linesOf(wrong),
    colunas_ignoradas: tally.ignored ?? [],
    observacoes: [...preserved, ...conflicts, ...wrong].toSorted((a, b) => a.linha - b.linha),
  };
}

const linesOf = (remarks: readonly { linha: number }[]) => new Set(remarks.map(({ linha }) => linha)).size;

/** Each wrong row by its line and column. All errors of the headings are reported at once. */
export function refusalOf({ faults, isTooLarge, message }: TableRefused): Refusal {
  if (isTooLarge) return new Refusal(413, message);
  const fields: Record<string, string> = {};
  for (const { line, column, text } of faults.slice(0, MAX_NAMED)) {
    const place = column ? `${line}.${column}` : String(line);
    fields[place] = fields[place] ? `${fields[place]} ${text}` : text;
  }
  const count = new Set(faults.map(({ line }) => line)).size;
  const [first] = faults;
  const where = first
    ? ` Linha ${first.line}${first.column ? `, ${first.column}` : ''}: ${fields[first.column ? `${first.line}.${first.column}` : first.line]}`
    : '';
  const detail = `Nada foi gravado: ${plural(count, 'linha com erro', 'linhas com erro')}.${where}`;
  return new Refusal(422, detail, { code: 'rows_refused', fields });
}

/** The name of the key that sends, for the log. */
async function nameOfKey({ db, session }: Ctx): Promise<string | null> {
  if (!session.key) return null;
  const { nome } = await db
    .selectFrom('api_keys')
    .select('nome')
    .where('id', '=', session.key.id)
    .executeTakeFirstOrThrow();
  return nome;
}

/**
 * Reads a table: JSON or CSV as the whole body, or a file in a form, which may be an Excel workbook.
 *
 * @throws Refusal 413, 415, 422; TableRefused for an unreadable table
 */
async function readSent(ctx: Ctx, columns: Readonly<Record<string, boolean>>): Promise<SentTable> {
  const { form, bytes } = await sentBytes(ctx.request);
  return { bytes, table: await openClean(ctx, bytes, { form, columns, limits: sentLimits }) };
}

async function sentBytes(request: ApiRequest): Promise<{ form: FileForm; bytes: Uint8Array }> {
  const { body, headers } = request;
  if ('value' in body) return { form: 'json', bytes: new TextEncoder().encode(JSON.stringify(body.value)) };
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'multipart/form-data') {
    const received = await receiveFile(request, 'file', MAX_SYNC_BYTES);
    return { form: 'sheet', bytes: await readFile(received.path).finally(() => received.discard()) };
  }
  if (type !== 'application/json' && type !== 'text/csv') {
    throw new Refusal(415, 'Envie a tabela como text/csv, application/json ou multipart/form-data.');
  }
  const bytes = await readUpTo(MAX_SYNC_BYTES, body.bytes);
  if (!bytes) throw new Refusal(413, `A tabela passa do tamanho permitido (${megabytes(MAX_SYNC_BYTES)}).`);
  return { form: type === 'text/csv' ? 'sheet' : 'json', bytes };
}

/** Reads an uploaded table. @throws Refusal 422 for a character that no database stores; the errors of `openTable` */
export async function openClean(ctx: Ctx, bytes: Uint8Array, how: Reading): Promise<TextTable> {
  const { table, hasNul } = await openTable(ctx, bytes, how);
  if (hasNul) throw invalid(nulCharacter);
  return table;
}
