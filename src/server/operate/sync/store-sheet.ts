import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import type { SheetFile, SyncTable } from '#lib/contract/sync.schema.ts';
import { MAX_COLUMNS, MAX_SYNC_BYTES, SHEET_STORED_MINUTES } from '#lib/format/limits.ts';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { receiveFile } from '../../core/http/receive.ts';
import { laterRemoved } from '../../core/ports/remove-files.ts';
import { storeFiles } from '../../core/ports/store-files.ts';
import { kinds } from '../admin/kinds.ts';
import { headingsOf } from '../admin/link-headings.ts';
import { openFirstRows } from '../admin/open-table.ts';
import { TableRefused } from '../admin/table.ts';
import { sentLimits } from '../admin/table-limits.ts';
import { sheetKey, storedBytes } from './stored-sheet.ts';
import { reachOf, refusalOf } from './take-table.ts';

const STORED_MS = SHEET_STORED_MINUTES * MINUTE_MS;
const MAX_EXAMPLE = 40;

/**
 * Stores a file for some minutes, so that it is sent once for the links of its headings, the trial and the import. Its
 * removal is noted before it is stored (0159).
 *
 * @throws Refusal 403, 413, 422 for what cannot be read, 429
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
