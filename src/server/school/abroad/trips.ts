import { type ExpressionBuilder, sql } from 'kysely';
import type { TripInput, TripPicture, TripState } from '#lib/contract/abroad.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { formatForeign } from '#lib/format/foreign.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { cutPage, type Order, pageAfter } from '../../core/db/keyset.ts';
import { isAdmin } from '../../core/http/access.ts';
import { audit, changeOf } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, forbidden, invalid, notFound } from '../../core/http/refusal.ts';
import { booksOfSchool } from '../../study/books/read-books.ts';
import type { Schema } from '../../tables.ts';
import { tripKinds } from './document-kinds.ts';
import { needsOf, type TripRow } from './queries.ts';

const missing = () => notFound('Não encontramos esta viagem na sua escola.');
/** The refusal when another user was faster, in a form and at a button. */
const changedMeanwhile = {
  form: 'Outra pessoa mudou esta viagem enquanto você preenchia, e nada foi salvo. Se salvar de novo, vale o que está aqui.',
  button: 'Outra pessoa mudou esta viagem agora há pouco. Veja como ela está e tente de novo.',
};

const PICTURES = '/brand/viagens/';
const pictureUrl = (picture: TripPicture) => `${PICTURES}${picture}.svg`;
const pictureOf = (url: string): TripPicture =>
  (['orlando', 'londres'] as const).find((picture) => pictureUrl(picture) === url) ?? 'mundo';

/** Trips that a manager may read: those of the own school and of the network. Admins read all. */
const inReach =
  ({ reach: { escolaId } }: Ctx) =>
  (where: ExpressionBuilder<Schema, 'usa_turmas'>) =>
    escolaId === null
      ? sql<boolean>`1 = 1`
      : where.or([where('escola_id', 'is', null), where('escola_id', '=', escolaId)]);

/** A trip is for all units of a school, so the manager's reach has to be the whole school. */
const mayChange = ({ reach }: Ctx, { escola_id }: Pick<TripRow, 'escola_id'>) =>
  reach.units === null && (reach.escolaId === null || escola_id === reach.escolaId);

const latest: Order = [
  ['inicio', 'desc'],
  ['id', 'desc'],
];

/** Trips of the own school and the network, the latest start first, and what a trip may ask for. */
export async function listSchoolTrips(
  ctx: Ctx,
  { estado, limit, depois }: { estado?: TripState; limit: number; depois?: string | undefined },
) {
  const { db, reach } = ctx;
  const trips = db
    .selectFrom('usa_turmas')
    .where(inReach(ctx))
    .$if(estado !== undefined, (some) => some.where('status', '=', estado ?? 'rascunho'));
  const [found, { total }, livros] = await Promise.all([
    pageAfter(trips.selectAll(), latest, { depois, limit }).execute(),
    trips.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow(),
    booksOfSchool(db, reach.escolaId)
      .select(['id', 'nome', 'nivel_cefr'])
      .orderBy('nivel_cefr')
      .orderBy('id')
      .execute(),
  ]);
  const { rows, next } = cutPage(found, limit, ({ inicio, id }) => [inicio, id]);
  return {
    items: await present(ctx, db, rows),
    total: Number(total),
    next,
    livros,
    tipos: tripKinds(),
    pode_criar: reach.units === null,
  };
}

/**
 * Makes a trip of the manager's own school, inside a transaction. An admin without a school makes one for the network.
 *
 * @throws Refusal 422 by field
 */
export async function createTrip(ctx: Ctx, tx: Db, input: TripInput) {
  if (!isAdmin(ctx.session) && ctx.session.escolaId === null) throw forbidden('Sua conta não é de nenhuma escola.');
  await refuseWrong(ctx, tx, input, null, 0);
  const row = await tx
    .insertInto('usa_turmas')
    .values({
      ...columnsOf(input),
      escola_id: ctx.session.escolaId,
      status: 'rascunho',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeNeeds(tx, row.id, input);
  await audit(
    { ...ctx, db: tx as Ctx['db'] },
    'abroad-trip-create',
    `usa_trip:${row.id}`,
    changeOf(undefined, audited(row), AUDITED),
  );
  return presentOne(ctx, tx, row);
}

/**
 * Changes a trip. It locks the row first, so that nobody sends a request meanwhile.
 *
 * @throws Refusal 404, 409 `changed` when somebody else was faster, 422 by field
 */
export async function updateTrip(ctx: Ctx, id: number, { versao, ...input }: TripInput & { versao: number }) {
  return ctx.db.transaction().execute(async (tx) => {
    const before = await hold(ctx, tx, id, versao, changedMeanwhile.form);
    const requests = (await requestsOf(tx, [id])).get(id) ?? 0;
    const needs = await needsOf(tx, [id]);
    await refuseWrong(ctx, tx, input, beforeOf(before, needs), requests);
    const row = await tx
      .updateTable('usa_turmas')
      .set(columnsOf(input))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await writeNeeds(tx, id, input);
    await audit(
      { ...ctx, db: tx as Ctx['db'] },
      'abroad-trip-update',
      `usa_trip:${id}`,
      changeOf(audited(before), audited(row), AUDITED),
    );
    return presentOne(ctx, tx, row);
  });
}

/** The fields of a trip in the log. */
const AUDITED = ['nome', 'destino', 'estado', 'inicio', 'fim', 'inscricoes_ate', 'vagas', 'preco_minor', 'moeda'];
const audited = ({ status, ...row }: TripRow) => ({ ...row, estado: status });

/** Publishes a trip or closes its registration. @throws Refusal 404, 409 when the registration is over by date */
export async function setTripState(
  ctx: Ctx,
  id: number,
  { estado, versao }: { estado: 'publicada' | 'encerrada'; versao: number },
) {
  return ctx.db.transaction().execute(async (tx) => {
    const before = await hold(ctx, tx, id, versao, changedMeanwhile.button);
    if (estado === 'publicada' && before.inscricoes_ate < todayOf(ctx)) {
      throw conflict(
        `As inscrições terminaram em ${formatDay(before.inscricoes_ate)}: mude este dia antes de publicar.`,
        'registration_over',
      );
    }
    const row = await tx
      .updateTable('usa_turmas')
      .set({ status: estado })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(
      { ...ctx, db: tx as Ctx['db'] },
      `abroad-trip-${estado}`,
      `usa_trip:${id}`,
      changeOf(audited(before), audited(row), AUDITED),
    );
    return presentOne(ctx, tx, row);
  });
}

/**
 * Locks a trip until the end of the transaction and increments its version. @param changed the message if the version is outdated
 */
async function hold(ctx: Ctx, tx: Db, id: number, versao: number, changed: string): Promise<TripRow> {
  const row = await tx
    .selectFrom('usa_turmas')
    .select(['escola_id'])
    .where('id', '=', id)
    .where(inReach(ctx))
    .executeTakeFirst();
  if (!row) throw missing();
  if (!mayChange(ctx, row)) throw missing();
  const held = await tx
    .updateTable('usa_turmas')
    .set(({ eb }) => ({ versao: eb('versao', '+', 1) }))
    .where('id', '=', id)
    .where('versao', '=', versao)
    .returningAll()
    .executeTakeFirst();
  if (!held) throw conflict(changed, 'changed');
  return held;
}

const todayOf = ({ config, now }: Ctx) => dayIn(config.SCHOOL_TIME_ZONE, now());

async function refuseWrong(ctx: Ctx, tx: Db, input: TripInput, before: TripBefore | null, requests: number) {
  const problems = tripProblems(input, { today: todayOf(ctx), before, requests });
  const [first] = Object.values(problems);
  if (first !== undefined) throw invalid(`Confira os campos. ${first}.`, problems);
  if (new Set(input.documentos.map(({ tipo }) => tipo)).size < input.documentos.length) {
    throw invalid('Um documento foi pedido duas vezes.', { documentos: 'Documento repetido' });
  }
  if (input.livros.length === 0) return;
  const books = await booksOfSchool(tx, ctx.reach.escolaId).select('id').where('id', 'in', input.livros).execute();
  if (books.length < new Set(input.livros).size) {
    throw invalid('Um livro não existe mais.', { livros: 'Este livro não existe' });
  }
}

const beforeOf = (row: TripRow, { books, kinds }: Awaited<ReturnType<typeof needsOf>>): TripBefore => ({
  ...row,
  livros: books.map(({ id }) => id),
  documentos: kinds.map(({ tipo, obrigatorio }) => ({ tipo, obrigatorio })) as TripInput['documentos'],
});

const columnsOf = ({ livros: _livros, documentos: _documentos, imagem, inclui, regras, ...input }: TripInput) => ({
  ...input,
  imagem_url: pictureUrl(imagem),
  inclui: inclui ?? null,
  regras: regras ?? null,
});

async function writeNeeds(tx: Db, id: number, { livros, documentos }: TripInput): Promise<void> {
  await tx.deleteFrom('usa_turma_livros').where('turma_id', '=', id).execute();
  await tx.deleteFrom('usa_turma_documentos').where('turma_id', '=', id).execute();
  const books = [...new Set(livros)].map((livro_id) => ({ turma_id: id, livro_id }));
  if (books.length > 0) await tx.insertInto('usa_turma_livros').values(books).execute();
  const kinds = documentos.map(({ tipo, obrigatorio }) => ({ turma_id: id, tipo, obrigatorio }));
  if (kinds.length > 0) await tx.insertInto('usa_turma_documentos').values(kinds).execute();
}

/** The number of sent and still valid requests, by trip. */
async function requestsOf(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('usa_requests')
    .select(({ fn }) => ['turma_id', fn.countAll<number | string>().as('count')])
    .where('turma_id', 'in', ids)
    .where('status', 'not in', ['rascunho', 'cancelada', 'recusada'])
    .groupBy('turma_id')
    .execute();
  return new Map(rows.map(({ turma_id, count }) => [turma_id ?? 0, Number(count)]));
}

async function presentOne(ctx: Ctx, db: Db, row: TripRow) {
  const [trip] = await present(ctx, db, [row]);
  if (!trip) throw missing();
  return trip;
}

/** Trips as their school sees them. */
async function present(ctx: Ctx, db: Db, rows: readonly TripRow[]) {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [needs, requests] = await Promise.all([needsOf(db, ids), requestsOf(db, ids)]);
  return rows.map((row) => {
    const { escola_id, ...trip } = row;
    const own = beforeOf(row, {
      books: needs.books.filter(({ turma_id }) => turma_id === row.id),
      kinds: needs.kinds.filter(({ turma_id }) => turma_id === row.id),
    });
    return {
      ...trip,
      imagem: pictureOf(row.imagem_url),
      preco: formatForeign(row.preco_minor, row.moeda),
      livros: own.livros,
      documentos: own.documentos,
      /** Sent requests that are neither refused nor withdrawn: they fix the agreed facts. */
      pedidos: requests.get(row.id) ?? 0,
      /** Of the whole network: only an admin changes it. */
      da_rede: escola_id === null,
      pode_editar: mayChange(ctx, row),
    };
  });
}

/** A trip before a change. */
export type TripBefore = Omit<TripInput, 'imagem'> & { ocupadas: number };

interface Facts {
  /** The school's day. */
  today: string;
  /** null: a new trip. */
  before: TripBefore | null;
  /** Requests that were sent for it and neither refused nor withdrawn. */
  requests: number;
}

/** The facts that a student agrees to with a request, which must not change afterwards. */
const agreed = ['destino', 'escola_parceira', 'inicio', 'fim', 'preco_minor', 'moeda', 'inclui', 'regras'] as const;

/**
 * The problems of a well-formed trip, by field. Its days are in order and in the future. The number of places cannot be below the
 * taken ones. After the first request, the agreed facts are fixed. Age and books may change: they apply to later requests.
 */
export function tripProblems(input: TripInput, facts: Facts): Record<string, string> {
  return { ...dayProblems(input, facts), ...placeProblems(input, facts), ...fairProblems(input, facts) };
}

function dayProblems({ inicio, fim, inscricoes_ate }: TripInput, { today, before }: Facts): Record<string, string> {
  const problems: Record<string, string> = {};
  if (inicio <= today && inicio !== before?.inicio) problems.inicio = 'A viagem começa depois de hoje';
  if (fim < inicio) problems.fim = 'A volta vem antes da ida';
  if (inscricoes_ate >= inicio) problems.inscricoes_ate = 'As inscrições terminam antes da viagem';
  else if (inscricoes_ate < today && inscricoes_ate !== before?.inscricoes_ate) {
    problems.inscricoes_ate = `Este dia já passou: hoje é ${formatDay(today)}`;
  }
  return problems;
}

function placeProblems({ vagas }: TripInput, { before }: Facts): Record<string, string> {
  if (!before || vagas >= before.ocupadas) return {};
  return { vagas: before.ocupadas === 1 ? '1 vaga já está ocupada' : `${before.ocupadas} vagas já estão ocupadas` };
}

function fairProblems(input: TripInput, { before, requests }: Facts): Record<string, string> {
  if (!before || requests === 0) return {};
  const who = requests === 1 ? 'Já há 1 pedido' : `Já há ${requests} pedidos`;
  const problems: Record<string, string> = {};
  for (const name of agreed) {
    if ((input[name] ?? null) !== (before[name] ?? null)) {
      problems[name] = `${who} com o que estava aqui: isto não muda mais`;
    }
  }
  const isSame = input.documentos.length === before.documentos.length;
  const isLighter = before.documentos.every((was) =>
    input.documentos.some((now) => now.tipo === was.tipo && (was.obrigatorio || !now.obrigatorio)),
  );
  if (!isSame || !isLighter) problems.documentos = `${who}: um documento só pode passar a opcional`;
  return problems;
}
