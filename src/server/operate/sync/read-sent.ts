import { readFile } from 'node:fs/promises';
import { type Asked, readUpTo } from '#lib/api/asked.ts';
import { MAX_SYNC_BYTES, megabytes } from '#lib/format/limits.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { nulCharacter } from '../../core/http/parse.ts';
import { receiveFile } from '../../core/http/receive.ts';
import { invalid, Refusal } from '../../core/http/refusal.ts';
import { openTable } from '../admin/open-table.ts';
import type { FileForm, Reading } from '../admin/read-table.ts';
import type { TextTable } from '../admin/table.ts';
import { sentLimits } from '../admin/table-limits.ts';

/** A table as it came, and its bytes, which tell one sending from another. */
export interface SentTable {
  table: TextTable;
  bytes: Uint8Array;
}

/**
 * Reads a table: JSON or CSV as the whole body, or a file in a form, which may be a workbook of Excel.
 *
 * @throws Refusal 413, 415, 422; TableRefused for a table that cannot be read
 */
export async function readSent(ctx: Ctx, columns: Readonly<Record<string, boolean>>): Promise<SentTable> {
  const { body, headers } = ctx.request;
  if ('value' in body) {
    return openSent(ctx, new TextEncoder().encode(JSON.stringify(body.value)), 'json', columns);
  }
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'multipart/form-data') {
    return openSent(ctx, await bytesOfFile(ctx.request), 'sheet', columns);
  }
  if (type !== 'application/json' && type !== 'text/csv') {
    throw new Refusal(415, 'Envie a tabela como text/csv, application/json ou multipart/form-data.');
  }
  const bytes = await readUpTo(MAX_SYNC_BYTES, body.bytes);
  if (!bytes) throw new Refusal(413, `A tabela passa do tamanho permitido (${megabytes(MAX_SYNC_BYTES)}).`);
  return openSent(ctx, bytes, type === 'text/csv' ? 'sheet' : 'json', columns);
}

async function openSent(
  ctx: Ctx,
  bytes: Uint8Array,
  form: FileForm,
  columns: Readonly<Record<string, boolean>>,
): Promise<SentTable> {
  return { bytes, table: await openClean(ctx, bytes, { form, columns, limits: sentLimits }) };
}

/** Reads a table of somebody else. @throws Refusal 422 for a character that no database stores; the errors of `openTable` */
export async function openClean(ctx: Ctx, bytes: Uint8Array, how: Reading): Promise<TextTable> {
  const { table, hasNul } = await openTable(ctx, bytes, how);
  if (hasNul) throw invalid(nulCharacter);
  return table;
}

async function bytesOfFile(asked: Asked): Promise<Uint8Array> {
  const received = await receiveFile(asked, 'file', MAX_SYNC_BYTES);
  try {
    return await readFile(received.path);
  } finally {
    await received.discard();
  }
}
