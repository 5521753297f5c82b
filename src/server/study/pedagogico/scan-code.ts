import type { CallAnswer } from '#lib/contract/core.ts';
import type { scanQrCode as call } from '#lib/contract/pedagogico.ts';
import { routes } from '#lib/routes.ts';
import { type PageCode, readPageCode } from '#lib/rules/pedagogico/page-code.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { notFound } from '../../core/http/refusal.ts';
import { passwordRequired } from '../../core/http/scopes.ts';
import { booksWithUnits } from '../books/read-books.ts';
import type { Reader } from '../books/reader.ts';

const unknown = () => notFound('Este código não é de uma página deste livro.');

/**
 * The content behind a code from the user's own book (PED-07).
 *
 * @throws Refusal 403 for class work with only a printed code, 404 for another person's book or another book's code.
 */
export async function scanCode(
  db: Db,
  reader: Reader,
  userBookId: number,
  text: string,
): Promise<CallAnswer<typeof call>> {
  const own = (await booksWithUnits(db, reader)).find(({ book }) => book.id === userBookId);
  if (!own) throw notFound('Este livro não está entre os seus.');
  const { book, units } = own;
  const found = { user_book_id: book.id, livro_id: book.livro.id };
  const code = readPageCode(text);
  if ([book.uuid, book.code].some((key) => key.toLowerCase() === code?.text.toLowerCase())) {
    const path = routes.pedagogico.practice(book.id);
    return { ...found, alvo: 'livro', alvo_id: book.id, path, titulo: book.livro.nome };
  }
  if (!code || code.kind === 'other') throw unknown();
  if (code.kind === 'activity' && reader.bookId !== null) throw passwordRequired();
  if (code.kind === 'activity') return { ...found, ...(await activity(db, reader.userId, book.livro.id, code.id)) };
  const unit = units.find(({ numero }) => numero === code.unit);
  if (!unit) throw unknown();
  return { ...found, unidade_id: unit.unidade_id, ...(await part(db, book.id, unit, code)) };
}

type UnitPlace = { unidade_id: number; numero: number; titulo: string };

async function part(db: Db, userBookId: number, unit: UnitPlace, code: PageCode & { kind: 'unit' }) {
  const { numero: unidade } = unit;
  if (code.track !== null) {
    const audio = await db
      .selectFrom('audios')
      .where('unidade_id', '=', unit.unidade_id)
      .where('faixa', '=', code.track)
      .select(['id', 'titulo'])
      .executeTakeFirst();
    if (!audio) throw unknown();
    const path = routes.pedagogico.practice(userBookId, { unidade, faixa: String(code.track) });
    return { alvo: 'audio' as const, alvo_id: audio.id, path, titulo: audio.titulo };
  }
  if (code.isTest) {
    const test = await db
      .selectFrom('testes')
      .where('unidade_id', '=', unit.unidade_id)
      .select(['id', 'titulo'])
      .orderBy('id')
      .executeTakeFirst();
    if (!test) throw unknown();
    const path = routes.pedagogico.practice(userBookId, { unidade, parte: 'teste' });
    return { alvo: 'teste' as const, alvo_id: test.id, path, titulo: test.titulo };
  }
  const path = routes.pedagogico.practice(userBookId, { unidade });
  return { alvo: 'unidade' as const, alvo_id: unit.unidade_id, path, titulo: unit.titulo };
}

async function activity(db: Db, userId: number, livroId: number, id: number) {
  const found = await db
    .selectFrom('turma_atividades')
    .innerJoin('turmas', 'turmas.id', 'turma_atividades.turma_id')
    .innerJoin('turma_alunos', 'turma_alunos.turma_id', 'turmas.id')
    .where('turma_atividades.id', '=', id)
    .where('turmas.livro_id', '=', livroId)
    .where('turma_alunos.user_id', '=', userId)
    .where(isInClass)
    .select(['turmas.id as turma_id', 'turma_atividades.titulo'])
    .executeTakeFirst();
  if (!found) throw unknown();
  const path = routes.pedagogico.work(found.turma_id, id);
  return { alvo: 'atividade' as const, alvo_id: id, path, titulo: found.titulo };
}
