import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { ImportSheet, SheetFile, SyncResult, SyncTable } from '#lib/contract/sync.schema.ts';
import { MAX_COLUMNS, MAX_SYNC_BYTES, SHEET_STORED_MINUTES } from '#lib/format/limits.ts';
import { SYNC_TABLES, syncTables } from '#lib/rules/sync/tables.ts';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import { csvFile } from '../../core/http/csv.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { FileAnswer } from '../../core/http/file-answer.ts';
import { receiveFile } from '../../core/http/receive.ts';
import { invalid, Refusal } from '../../core/http/refusal.ts';
import { laterRemoved } from '../../core/ports/remove-files.ts';
import { storeFiles } from '../../core/ports/store-files.ts';
import { headingsOf } from '../import/headings.ts';
import { columnsOf } from '../import/import.ts';
import { kinds } from '../import/kinds.ts';
import { type Placement, TableRefused, writeTable } from '../import/table.ts';
import { openFirstRows } from '../import/table-file.ts';
import { sentLimits } from '../import/table-limits.ts';
import { openClean, reachOf, refusalOf, takeTable } from './take-table.ts';

const STORED_MS = SHEET_STORED_MINUTES * MINUTE_MS;
const MAX_EXAMPLE = 40;
const GONE = `Esta planilha não está mais guardada: ela fica por ${SHEET_STORED_MINUTES} minutos. Escolha o arquivo de novo.`;

/** The tables that the user may send, each with its columns. */
export const listTables = ({ session }: Pick<Ctx, 'session'>) =>
  SYNC_TABLES.filter((table) => session.rights.has(syncTables[table].right)).map((tabela) => ({
    tabela,
    colunas: Object.entries(kinds[tabela].columns).map(([nome, { isRequired }]) => ({ nome, obrigatoria: isRequired })),
  }));

/** A model file: the headings of a table with the example row. @throws Refusal 403 */
export function sheetModel(ctx: Ctx, tabela: SyncTable): FileAnswer {
  reachOf(ctx, tabela);
  const { columns } = kinds[tabela];
  const example = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.example]));
  return csvFile(`modelo-${tabela}`, writeTable(Object.keys(columns), [example]));
}

/**
 * Stores a file for some minutes, so that it is uploaded once for linking headings, the trial and the import. Its removal is
 * queued before it is stored (0035).
 *
 * @throws Refusal 403, 413, 422 for an unreadable file, 429
 */
export async function storeSheet(ctx: Ctx, tabela: SyncTable): Promise<SheetFile> {
  reachOf(ctx, tabela);
  await ctx.limits.take('upload', `user:${ctx.session.userId}`);
  const received = await receiveFile(ctx.request, 'file', MAX_SYNC_BYTES);
  try {
    const arquivo = crypto.randomUUID();
    const sheet = await sheetOf(ctx, tabela, arquivo, await buffer(createReadStream(received.path)));
    const key = sheetKey(ctx, arquivo);
    const removedAt = new Date(ctx.now().getTime() + STORED_MS);
    const file = { key, path: received.path, mime: 'application/octet-stream' };
    await storeFiles(ctx, [file], (tx) => laterRemoved(tx, [key], removedAt));
    return sheet;
  } finally {
    await received.discard();
  }
}

/** A stored file and its headings. @throws Refusal 403, 404 */
export async function readSheet(ctx: Ctx, tabela: SyncTable, arquivo: string): Promise<SheetFile> {
  reachOf(ctx, tabela);
  return sheetOf(ctx, tabela, arquivo, await storedBytes(ctx, arquivo));
}

async function sheetOf(ctx: Ctx, tabela: SyncTable, arquivo: string, bytes: Uint8Array): Promise<SheetFile> {
  const { columns } = kinds[tabela];
  try {
    const rows = await openFirstRows(ctx, bytes, sentLimits);
    const found = headingsOf(rows, columns);
    if (!found) throw new TableRefused([{ line: 1, text: 'O arquivo não tem nenhuma linha.' }]);
    const first = rows.slice(found.line).find((cells) => cells.some(Boolean)) ?? [];
    return {
      tabela,
      arquivo,
      completo: found.isKnown,
      linha: found.line,
      colunas_do_arquivo: Array.from(
        { length: Math.min(MAX_COLUMNS, Math.max(found.names.length, first.length)) },
        (_, index) => ({ nome: clipped(found.names[index]), exemplo: clipped(first[index]) }),
      ),
      colunas: Object.entries(columns).map(([nome, { isRequired, example }]) => ({
        nome,
        obrigatoria: isRequired,
        exemplo: example,
        posicao: found.columns[nome] ?? null,
      })),
    };
  } catch (error) {
    throw error instanceof TableRefused ? refusalOf(error) : error;
  }
}

const clipped = (text = '') => (text.length > MAX_EXAMPLE ? `${text.slice(0, MAX_EXAMPLE - 1)}…` : text);

/**
 * Imports a stored file, as `putTable` does: with our headings, or with others that are linked to the columns of the table.
 *
 * @throws Refusal as `putTable`, 404 once it is not stored any more, 422 for links that miss a column
 */
export const importSheet = (
  ctx: Ctx,
  tabela: SyncTable,
  { arquivo, ligacao, ...how }: ImportSheet,
): Promise<SyncResult> =>
  takeTable(ctx, tabela, how, async () => {
    const placement = ligacao ? placementOf(tabela, ligacao) : undefined;
    const bytes = await storedBytes(ctx, arquivo);
    const columns = columnsOf(kinds[tabela]);
    const table = await openClean(ctx, bytes, { form: 'sheet', columns, limits: sentLimits, placement });
    // The idempotency key covers the links too.
    return { table, bytes: Buffer.concat([bytes, Buffer.from(JSON.stringify(ligacao))]) };
  });

/** @throws Refusal 422 for a required column without a link, an unknown one, or two of one heading */
function placementOf(tabela: SyncTable, { linha, colunas }: NonNullable<ImportSheet['ligacao']>): Placement {
  const known = kinds[tabela].columns;
  const linked = new Map(
    colunas.filter(({ nome }) => Object.hasOwn(known, nome)).map(({ nome, posicao }) => [nome, posicao]),
  );
  const places = [...linked.values()];
  const faults = Object.entries(known).flatMap(([nome, { isRequired }]): [string, string][] => {
    const place = linked.get(nome);
    if (place === undefined) return isRequired ? [[nome, 'Escolha a coluna do arquivo']] : [];
    return places.indexOf(place) === places.lastIndexOf(place) ? [] : [[nome, 'Esta coluna foi escolhida duas vezes']];
  });
  if (faults.length > 0) throw invalid('Confira as colunas: falta uma, ou uma se repete.', Object.fromEntries(faults));
  return { line: linha, columns: Object.fromEntries(linked) };
}

/** The key of a file contains its owner, so the name of another user's file finds nothing. */
const sheetKey = ({ session }: Pick<Ctx, 'session'>, arquivo: string) => `planilhas/${session.userId}/${arquivo}`;

/** The bytes of an own file that is still stored. @throws Refusal 404 */
async function storedBytes(ctx: Ctx, arquivo: string): Promise<Buffer> {
  const chave = sheetKey(ctx, arquivo);
  const stored = await ctx.db
    .selectFrom('files_to_remove')
    .select('chave')
    .where('chave', '=', chave)
    .where('since', '>', ctx.now().toISOString())
    .executeTakeFirst();
  if (!stored) throw new Refusal(404, GONE, { code: 'sheet_gone' });
  return buffer(await ctx.ports.files.open(chave));
}
