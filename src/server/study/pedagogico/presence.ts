import type { CallAnswer } from '#lib/contract/core.ts';
import type { Presenca } from '#lib/contract/pedagogico.schema.ts';
import type { scanQrCode as call } from '#lib/contract/pedagogico.ts';
import { routes } from '#lib/routes.ts';
import { LEAST_PRESENCE_PERCENT } from '#lib/rules/pedagogico/mean.ts';
import { type PageCode, readPageCode } from '#lib/rules/pedagogico/page-code.ts';
import { earnPoints } from '../../club/earning.ts';
import type { Db } from '../../core/db/connection.ts';
import { isInClass } from '../../core/db/in-class.ts';
import { passwordRequired } from '../../core/http/access.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, notFound, refused } from '../../core/http/refusal.ts';
import { booksWithUnits, type Reader } from '../books/read-books.ts';
import { presenceOf, withExcuses } from './grades.ts';
import { lessonWindow } from './lessons-ahead.ts';
import { presenceIn } from './queries.ts';

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

/**
 * The own activity that asks for confirming a presence, with its lesson.
 *
 * @throws Refusal 404, also for another person's activity.
 */
export async function ownPresenceActivity({ db, session }: Ctx, { id }: { id: number }) {
  const activity = await db
    .selectFrom('turma_atividades')
    .leftJoin('aulas', 'aulas.id', 'turma_atividades.aula_id')
    .innerJoin('turma_alunos', 'turma_alunos.turma_id', 'turma_atividades.turma_id')
    .select(['turma_atividades.id', 'turma_atividades.tipo as pede', 'turma_alunos.id as turma_aluno_id'])
    .select(['aulas.id as aula_id', 'aulas.inicio', 'aulas.fim', 'aulas.tipo', 'aulas.cancelada_em'])
    .where('turma_atividades.id', '=', id)
    .where('turma_alunos.user_id', '=', session.userId)
    .where(isInClass)
    .executeTakeFirst();
  if (!activity) throw notFound('Não encontramos esta atividade entre as suas.');
  return activity;
}

/**
 * Confirms the user's own presence in an online lesson, while it is open (PED-12). A recorded presence stays: a repeated
 * confirmation changes nothing, also after the teacher's record.
 *
 * @throws Refusal 409 for an activity without a presence, outside the lesson, or for a lesson in a room, where the teacher
 *   records it.
 */
export async function confirmPresence(
  { db, session, now, config }: Ctx,
  activity: Awaited<ReturnType<typeof ownPresenceActivity>>,
  isPresent: boolean,
): Promise<{ turma_atividade_id: number; presenca: Presenca }> {
  const { aula_id, inicio, fim, cancelada_em, turma_aluno_id } = activity;
  if (activity.pede !== 'presenca' || aula_id === null || inicio === null || fim === null) {
    throw conflict('Esta atividade não pede presença: ela se conclui com a entrega.');
  }
  if (!isPresent) throw refused('Para avisar uma falta, fale com a sua escola.', { presente: 'Use true' });
  if (activity.tipo !== 'online') throw conflict('Nas aulas presenciais, quem registra a presença é a professora.');
  const instant = now();
  if (!lessonWindow({ inicio, fim, cancelada_em }, instant).isOpen) {
    throw conflict('A presença pode ser confirmada de 10 minutos antes até o fim da aula.', 'outside_lesson');
  }
  await db.transaction().execute(async (tx) => {
    const isFirst = await tx
      .insertInto('presencas')
      .values({ aula_id, turma_aluno_id, status: 'presente', confirmada_em: instant.toISOString(), origem: 'portal' })
      .onConflict((known) => known.columns(['aula_id', 'turma_aluno_id']).doNothing())
      .returning('aula_id')
      .executeTakeFirst();
    if (!isFirst) return;
    await earnPoints(tx, {
      userId: session.userId,
      regra: 'presenca',
      what: `aula:${aula_id}`,
      at: instant,
      doneAt: inicio,
      timeZone: config.SCHOOL_TIME_ZONE,
      referencia: { tipo: 'aula', id: aula_id },
    });
  });
  const presenca = await presenceIn(db, aula_id, turma_aluno_id);
  if (!presenca) throw notFound();
  return { turma_atividade_id: activity.id, presenca };
}

/** The attendance of everybody in a class up to an instant, as shown to each student: two queries for any number. */
export async function attendanceIn(db: Db, turmaId: number, instant: string) {
  const held = (table: 'presencas' | 'ausencias') =>
    db
      .selectFrom(table)
      .innerJoin('aulas', 'aulas.id', `${table}.aula_id`)
      .where('aulas.turma_id', '=', turmaId)
      .where('aulas.fim', '<=', instant)
      .where('aulas.cancelada_em', 'is', null);
  const [recorded, excuses] = await Promise.all([
    held('presencas').select(['presencas.turma_aluno_id', 'presencas.aula_id', 'presencas.status']).execute(),
    held('ausencias')
      .select(['ausencias.turma_aluno_id', 'ausencias.aula_id'])
      .where('ausencias.status', '=', 'justificada')
      .execute(),
  ]);
  const own = <Row extends { turma_aluno_id: number }>(rows: readonly Row[], id: number) =>
    rows.filter(({ turma_aluno_id }) => turma_aluno_id === id);
  return {
    minimum: LEAST_PRESENCE_PERCENT,
    of(turmaAlunoId: number) {
      const statuses = [...withExcuses(own(recorded, turmaAlunoId), own(excuses, turmaAlunoId)).values()];
      const { presencas, faltas, contadas = 0, percentual } = presenceOf(statuses.length, statuses);
      return { presencas, faltas, contadas, percentual };
    },
  };
}
