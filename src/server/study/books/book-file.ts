import { rangeOf } from '#lib/rules/practice/byte-range.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { FileAnswer } from '../../core/http/file-answer.ts';
import { notFound } from '../../core/http/refusal.ts';
import { BOOK_FOLDER } from './install-own-book.ts';

/**
 * A sound or the cover of a school's own book. Its address is unguessable and stands in the book alone; another content
 * has another address, so it is cached for good. Players ask for parts.
 *
 * @throws Refusal 404
 */
export async function readBookFile({ db, ports, request }: PublicCtx, chave: string): Promise<FileAnswer> {
  const row = await db
    .selectFrom('livro_arquivos')
    .select(['mime', 'tamanho_bytes'])
    .where('chave', '=', chave)
    .executeTakeFirst();
  if (!row) throw notFound();
  const size = row.tamanho_bytes;
  const headers = {
    'content-type': row.mime,
    'accept-ranges': 'bytes',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cache-control': 'public, max-age=31536000, immutable',
  };
  const range = rangeOf(request.headers.get('range') ?? undefined, size);
  if (range === 'unsatisfiable') return new FileAnswer('', { ...headers, 'content-range': `bytes */${size}` }, 416);
  const bytes = await ports.files.open(`${BOOK_FOLDER}/${chave}`);
  if (range === null) return new FileAnswer(bytes, { ...headers, 'content-length': String(size) });
  const [first, last] = range;
  return new FileAnswer(
    part(bytes, first, last),
    { ...headers, 'content-length': String(last - first + 1), 'content-range': `bytes ${first}-${last}/${size}` },
    206,
  );
}

/** Bytes from the first to the last, both included. */
async function* part(bytes: AsyncIterable<Uint8Array>, first: number, last: number): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const chunk of bytes) {
    const from = Math.max(first - at, 0);
    const to = Math.min(last + 1 - at, chunk.byteLength);
    if (from < to) yield chunk.subarray(from, to);
    at += chunk.byteLength;
    if (at > last) return;
  }
}
