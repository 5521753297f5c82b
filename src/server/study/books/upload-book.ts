import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BookUpload } from '#lib/contract/books-staff.schema.ts';
import { MAX_BOOK_ZIP } from '#lib/format/limits.ts';
import { rangeOf } from '#lib/rules/practice/byte-range.ts';
import type { Book } from '../../core/content/books.ts';
import { openOwnBooks } from '../../core/content/check-own-books.ts';
import { measureInThread } from '../../core/content/measure-in-thread.ts';
import { ContentError } from '../../core/content/read-yaml.ts';
import { unzipBook } from '../../core/content/unzip-book.ts';
import type { Db } from '../../core/db/connection.ts';
import { ownSchool } from '../../core/http/access.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx, PublicCtx } from '../../core/http/ctx.ts';
import { FileAnswer } from '../../core/http/file-answer.ts';
import { newUploadFolder, receiveFile } from '../../core/http/receive.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { newFileKey } from '../../core/ports/files.ts';
import { laterRemoved } from '../../core/ports/remove-files.ts';
import { storeFiles } from '../../core/ports/store-files.ts';
import { BOOK_FOLDER, type Installation, installOwnBook } from './install-own-book.ts';
import { tallyOf } from './school-books.ts';

const UPLOADS = 'livros-enviados';
/** Max. faults and changes on a page: a book has thousands of parts. */
const MAX_SHOWN = 300;

type Checked = Pick<BookUpload, 'erros' | 'livro'>;

/**
 * Receives the ZIP of a book, checks it, and stores it until it is installed. The catalogue is not changed: the answer has the
 * faults, or the changes. A school has one uploaded book at a time.
 *
 * @throws Refusal 413, 422, 429, 503
 */
export async function uploadBook(ctx: Ctx): Promise<BookUpload> {
  const { session, now } = ctx;
  const escola_id = schoolOf(ctx);
  await ctx.limits.take('upload', `user:${session.userId}`);
  const received = await receiveFile(ctx.request, 'file', MAX_BOOK_ZIP);
  try {
    const checked = await inFolder(received.path, (open) => check(ctx, escola_id, open));
    const chave = checked.livro ? newFileKey(UPLOADS) : null;
    const row = {
      escola_id,
      chave,
      nome: received.name,
      resultado: JSON.stringify(checked),
      enviado_em: now().toISOString(),
      enviado_por: session.userId,
    };
    const files = chave === null ? [] : [{ key: chave, path: received.path, mime: 'application/zip' }];
    const id = await storeFiles(ctx, files, async (tx) => {
      await forget(tx, escola_id, now());
      await audit({ ...ctx, db: tx }, 'book-upload', `school:${escola_id}`, {
        depois: { arquivo: row.nome, livro: checked.livro?.codigo ?? null, erros: checked.erros.length },
      });
      return (await tx.insertInto('livro_envios').values(row).returning('id').executeTakeFirstOrThrow()).id;
    });
    return { id, arquivo: row.nome, enviado_em: row.enviado_em, ...checked };
  } finally {
    await received.discard();
  }
}

/** The school's last uploaded book that is not installed. @throws Refusal 404 */
export async function readUpload(ctx: Ctx): Promise<BookUpload> {
  const upload = await findUpload(ctx);
  if (!upload) throw notFound('Nenhum livro esperando. Envie um em Livros.');
  return upload;
}

/** As above; null if there is none. */
export async function findUpload(ctx: Ctx): Promise<BookUpload | null> {
  const row = await uploadOf(ctx.db, schoolOf(ctx));
  if (!row) return null;
  return { id: row.id, arquivo: row.nome, enviado_em: row.enviado_em, ...(JSON.parse(row.resultado) as Checked) };
}

/** Installs the uploaded book, with a log entry. @throws Refusal 404, 409 if it cannot be installed any more */
export async function installUpload(ctx: Ctx, id: number) {
  const { db, session, ports, now } = ctx;
  const escolaId = schoolOf(ctx);
  const row = await uploadOf(db, escolaId, id);
  if (!row?.chave) throw notFound('Este envio não existe mais. Envie o livro de novo.');
  const folder = await newUploadFolder();
  try {
    const zip = join(folder, 'livro.zip');
    await pipeline(await ports.files.open(row.chave), createWriteStream(zip, { mode: 0o600 }));
    const done = await inFolder(zip, async (open) =>
      installOwnBook(ctx, await open(ctx), { escolaId, userId: session.userId, isTrial: false }),
    ).catch((error: unknown) => {
      if (error instanceof ContentError)
        throw conflict(`O livro mudou de situação: ${error.faults[0] ?? ''}. Envie de novo.`);
      throw error;
    });
    await db.transaction().execute(async (tx) => {
      await forget(tx, escolaId, now());
      if (done.isChanged) await note({ ...ctx, db: tx }, done);
    });
    return { id: done.livro_id, versao: done.versao, mudou: done.isChanged };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Discards the uploaded book, with a log entry. @throws Refusal 404 */
export async function discardUpload(ctx: Ctx, id: number): Promise<{ detail: string }> {
  const escolaId = schoolOf(ctx);
  const row = await uploadOf(ctx.db, escolaId, id);
  if (!row) throw notFound('Este envio não existe mais.');
  await ctx.db.transaction().execute(async (tx) => {
    await forget(tx, escolaId, ctx.now());
    await audit({ ...ctx, db: tx }, 'book-upload-discard', `school:${escolaId}`, { antes: { arquivo: row.nome } });
  });
  return { detail: 'Envio descartado.' };
}

/** The school that owns the book; for an admin the own one. */
const schoolOf = ({ reach, session }: Ctx): number => reach.escolaId ?? ownSchool(session);

async function check(ctx: Ctx, escolaId: number, open: (ctx: Ctx) => Promise<Book>): Promise<Checked> {
  try {
    const trial = await installOwnBook(ctx, await open(ctx), { escolaId, userId: ctx.session.userId, isTrial: true });
    return { erros: [], livro: present(trial) };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const { faults } = error;
    const more = faults.length - MAX_SHOWN;
    return { erros: [...faults.slice(0, MAX_SHOWN), ...(more > 0 ? [`… e mais ${more}.`] : [])], livro: null };
  }
}

const present = ({ codigo, nome, isNew, isChanged, changes }: Installation): BookUpload['livro'] => ({
  codigo,
  nome,
  novo: isNew,
  mudou: isChanged,
  mudancas: tallyOf(changes),
  lista: changes.slice(0, MAX_SHOWN),
});

/** Unpacks a ZIP into a temporary folder. */
async function inFolder<Result>(
  zip: string,
  work: (open: (ctx: Ctx) => Promise<Book>) => Promise<Result>,
): Promise<Result> {
  const folder = await newUploadFolder();
  try {
    return await work(async ({ papers }) => {
      const [book] = await openOwnBooks(await unzipBook(zip, folder), measureInThread(papers));
      if (!book) throw new ContentError(['livro.yaml: Falta este arquivo']);
      return book;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const uploadOf = (db: Db, escolaId: number, id?: number) =>
  db
    .selectFrom('livro_envios')
    .selectAll()
    .where('escola_id', '=', escolaId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

async function forget(tx: Db, escolaId: number, at: Date): Promise<void> {
  const old = await tx.deleteFrom('livro_envios').where('escola_id', '=', escolaId).returning('chave').execute();
  await laterRemoved(
    tx,
    old.flatMap(({ chave }) => chave ?? []),
    at,
  );
}

function note(ctx: Ctx, { livro_id, codigo, versao, changes }: Installation): Promise<void> {
  const retired = changes.filter(({ tipo }) => tipo === 'retirada').length;
  return audit(ctx, 'book-install', `book-title:${livro_id}`, {
    depois: { livro: codigo, versao, mudancas: changes.length, retiradas: retired },
  });
}

/**
 * A sound or the cover of a school's own book. Its address is unguessable and depends on the content, so it is cached without
 * expiry. Players request ranges.
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
