import { setTimeout } from 'node:timers/promises';
import type { DocumentoTipo, TurmaUsa } from '#lib/contract/abroad.schema.ts';
import type { Livro } from '#lib/contract/books.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { listInWords } from '#lib/format/text.ts';
import { hasTurned, isBirthDate } from '#lib/rules/account/birth-date.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import type { Moeda } from '../../core/ports/exchange-rates.ts';
import { costOf, priceOf } from '../../money/exchange/quote.ts';
import { documentKind } from './document-kinds.ts';
import {
  type BookRow,
  finishedBooks,
  needsOf,
  requestedTrips,
  type StudentRow,
  studentOf,
  tripRows,
  type Which,
} from './queries.ts';

const presentLivro = ({ id, codigo, nome, linha, nivel_cefr, capa_url, unidades_total }: BookRow): Livro => ({
  id,
  codigo,
  nome,
  linha,
  nivel_cefr,
  capa_url,
  unidades_total,
});

/** Trips as one student sees them: whether the student may ask for each, and why not. */
async function tripsFor(
  db: Db,
  student: Pick<StudentRow, 'id' | 'birth_date'>,
  today: string,
  which: Which,
): Promise<TurmaUsa[]> {
  const rows = await tripRows(db, which);
  const [needs, finished] = await Promise.all([
    needsOf(
      db,
      rows.map(({ id }) => id),
    ),
    finishedBooks(db, student.id),
  ]);
  return rows.map(({ ocupadas, escola_id: _escola, versao: _versao, status, ...row }) => {
    const livros = needs.books.filter(({ turma_id }) => turma_id === row.id);
    const reason = reasonAgainst({ ...row, status, ocupadas, livros }, { birth: student.birth_date, finished }, today);
    return {
      ...row,
      vagas_restantes: Math.max(0, row.vagas - ocupadas),
      livros_exigidos: livros.map(presentLivro),
      documentos_exigidos: needs.kinds
        .filter(({ turma_id }) => turma_id === row.id)
        .map(({ tipo, obrigatorio }) => documentKind(tipo, obrigatorio))
        .filter((kind): kind is DocumentoTipo => kind !== null),
      elegivel: reason === null,
      motivo_inelegivel: reason,
    };
  });
}

/** @returns undefined for a trip that does not exist */
export async function tripFor(db: Db, student: Pick<StudentRow, 'id' | 'birth_date'>, today: string, id: number) {
  const [trip] = await tripsFor(db, student, today, { ids: [id] });
  return trip;
}

/** A trip that a student may see. @returns undefined for an unknown, unpublished or other school's trip */
export async function offeredTripFor(
  db: Db,
  student: Pick<StudentRow, 'id' | 'birth_date' | 'escola_id'>,
  today: string,
  id: number,
) {
  const [row] = await tripRows(db, { ids: [id] });
  if (!row || row.status === 'rascunho') return undefined;
  if (row.escola_id !== null && row.escola_id !== student.escola_id) return undefined;
  return tripFor(db, student, today, id);
}

/** Future trips, or those of the own requests (API-79, API-80). */
export async function listTrips(ctx: Ctx, isOwn: boolean): Promise<TurmaUsa[]> {
  const { db, session } = ctx;
  const student = await studentOf(db, session.userId);
  const today = dayIn(session.timeZone, ctx.now());
  const which = isOwn ? { ids: await requestedTrips(db, session.userId) } : { today, escolaId: session.escolaId };
  return withPriceOfToday(ctx, await tripsFor(db, student, today, which));
}

/** Max. wait of the list for the rates of another host. */
const MAX_RATE_MS = 1_000;

async function withPriceOfToday(ctx: Ctx, trips: TurmaUsa[]): Promise<TurmaUsa[]> {
  if (ctx.ports.exchangeRates.isOff) return trips;
  const priced = trips.map(async (trip) => {
    const price = await priceOf(ctx, trip.moeda as Moeda).catch(() => null);
    return { ...trip, hoje_centavos: price && costOf(trip.preco_minor, price).total };
  });
  return Promise.race([Promise.all(priced), setTimeout(MAX_RATE_MS, trips, { ref: false })]);
}

/** Books that future trips require, and whether the student finished them (API-81). */
export async function listTripBooks(ctx: Ctx) {
  const { db, session } = ctx;
  const today = dayIn(session.timeZone, ctx.now());
  const ids = (await tripRows(db, { today, escolaId: session.escolaId })).map(({ id }) => id);
  const [{ books }, finished] = await Promise.all([needsOf(db, ids), finishedBooks(db, session.userId)]);
  return [...new Map(books.map((book) => [book.id, book])).values()].map((book) => ({
    livro: presentLivro(book),
    concluido: finished.has(book.id),
    turmas: books.filter(({ id }) => id === book.id).map(({ turma_id }) => turma_id),
  }));
}

interface Trip {
  status: 'rascunho' | 'publicada' | 'encerrada';
  inicio: string;
  inscricoes_ate: string;
  idade_minima: number;
  vagas: number;
  ocupadas: number;
  /** Books that the student must finish before. */
  livros: readonly { id: number; nome: string }[];
}

interface Student {
  /** null: unknown; the portal asks for it later. */
  birth: string | null;
  finished: ReadonlySet<number>;
}

/** Whether a student is old enough on the first day of a trip. @param birth a date of birth */
export const isOldEnough = (birth: string, { inicio, idade_minima }: Pick<Trip, 'inicio' | 'idade_minima'>): boolean =>
  hasTurned(birth, idade_minima, inicio);

/** Why a student cannot ask for a trip today, in words, or null. Order: deadline, books, age, places. */
export function reasonAgainst(trip: Trip, { birth, finished }: Student, today: string): string | null {
  if (trip.status !== 'publicada') return 'A escola encerrou as inscrições desta turma.';
  if (trip.inscricoes_ate < today) return `As inscrições terminaram em ${formatDay(trip.inscricoes_ate)}.`;
  const missing = trip.livros.filter(({ id }) => !finished.has(id)).map(({ nome }) => nome);
  if (missing.length > 0) return `Antes, conclua ${listInWords(missing)}.`;
  if (birth !== null && isBirthDate(birth, today) && !isOldEnough(birth, trip)) {
    return `É preciso ter ${trip.idade_minima} anos em ${formatDay(trip.inicio)}, quando a viagem começa.`;
  }
  return trip.ocupadas >= trip.vagas ? 'Não há mais vagas nesta turma.' : null;
}
