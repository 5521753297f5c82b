import { sql } from 'kysely';
import type { z } from 'zod';
import { maskCpf } from '#lib/format/cpf.ts';
import { digitsOf, formatPhone } from '#lib/format/documents.ts';
import { cutPage, type Order, onePage, pageAfter } from '../../core/db/keyset.ts';
import { enrolled } from '../../core/db/people.ts';
import { within } from '../../core/db/reach.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { isUnlinked } from '../account/unlinked.ts';
import type { StudentData } from './add-students.ts';
import type { listUnlinkedInput } from './inputs.ts';

/** Max. students that resemble the accounts of one page; families share telephones. */
const MAX_ALIKE = 500;

type Unlinked = Awaited<ReturnType<typeof accountsOf>>['accounts'][number];

const proposalsOfSchool = ({ db, reach }: Ctx) =>
  db
    .selectFrom('enrolment_proposals')
    .innerJoin('companies', 'companies.id', 'enrolment_proposals.company_id')
    .$call(within(reach));

/** Proposals whose registration number no student of the unit has; the others need no decision. */
const openProposals = (ctx: Ctx) =>
  proposalsOfSchool(ctx).where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('drive_users')
          .select('drive_users.id')
          .whereRef('drive_users.company_id', '=', 'enrolment_proposals.company_id')
          .whereRef('drive_users.matricula', '=', 'enrolment_proposals.matricula'),
      ),
    ),
  );

/** A row that an import of the user's school left out. */
export async function proposalOf(ctx: Ctx, id: number) {
  const rows = await readProposals(proposalsOfSchool(ctx).where('enrolment_proposals.id', '=', id));
  return rows[0];
}

async function readProposals(query: ReturnType<typeof proposalsOfSchool>) {
  const rows = await query
    .selectAll('enrolment_proposals')
    .select(['companies.nome as unidade', 'companies.escola_id'])
    .orderBy('enrolment_proposals.id')
    .execute();
  return rows.map(({ dados, ...row }) => ({ ...row, data: JSON.parse(dados) as StudentData }));
}

/** Students of the user's school, without blocked ones; only admins also see those with a role. */
export const studentsOfSchool = ({ db, reach }: Ctx) =>
  enrolled(db)
    .where('drive_users.papel', '=', 'aluno')
    .where('users.is_blocked', '=', false)
    .$call(within(reach))
    .$if(reach.escolaId !== null, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('user_actions').select('action_id').whereRef('user_actions.user_id', '=', 'users.id'))),
      ),
    );

/** Students of the user's school who share a CPF, an address or a telephone with one of the accounts. */
async function alikeIn(ctx: Ctx, accounts: readonly Unlinked[]) {
  if (accounts.length === 0) return [];
  const texts = (name: 'cpf' | 'phone') => accounts.flatMap((account) => account[name] ?? []);
  return studentsOfSchool(ctx)
    .select(['users.id', 'users.cpf', 'users.email_key', 'users.phone', 'users.last_seen_at'])
    .select(['drive_users.nome', 'drive_users.matricula', 'companies.nome as unidade'])
    .where((where) =>
      where.or([
        where(
          'users.email_key',
          'in',
          accounts.map(({ email_key }) => email_key),
        ),
        ...(texts('cpf').length > 0 ? [where('users.cpf', 'in', texts('cpf'))] : []),
        ...(texts('phone').length > 0 ? [where('users.phone', 'in', texts('phone'))] : []),
      ]),
    )
    .orderBy('users.id')
    .limit(MAX_ALIKE)
    .execute();
}

type ContactFields = Pick<Unlinked, 'cpf' | 'email_key' | 'phone'>;

/** The data that both share; empty if their CPFs differ. */
export function alike(one: ContactFields, other: ContactFields): ('cpf' | 'email' | 'telefone')[] {
  if (one.cpf && other.cpf && one.cpf !== other.cpf) return [];
  return [
    ...(one.cpf && one.cpf === other.cpf ? (['cpf'] as const) : []),
    ...(one.email_key === other.email_key ? (['email'] as const) : []),
    ...(one.phone && one.phone === other.phone ? (['telefone'] as const) : []),
  ];
}

/** Accounts that share such data with a student of the user's school, unless their CPFs differ. */
const twinsBy = (ctx: Ctx, name: 'cpf' | 'email_key' | 'phone') =>
  studentsOfSchool(ctx)
    .innerJoin('users as own', `own.${name}`, `users.${name}`)
    .select('own.id')
    .where('own.drive_user_id', 'is', null)
    .where(`own.${name}`, '<>', '')
    .where(({ or, eb, ref }) =>
      or([eb('own.cpf', 'is', null), eb('users.cpf', 'is', null), eb('own.cpf', '=', ref('users.cpf'))]),
    );

/** Accounts that resemble a person of the user's school or a row of one of its imports. */
const proposed = (ctx: Ctx) =>
  openProposals(ctx)
    .select('enrolment_proposals.user_id as id')
    .union(twinsBy(ctx, 'cpf'))
    .union(twinsBy(ctx, 'email_key'))
    .union(twinsBy(ctx, 'phone'));

type Query = z.output<typeof listUnlinkedInput>;

const isWhole = (q: string): boolean => /@[^\s@.]+\.[^\s@]/.test(q) || digitsOf(q).length === 11;

/** A page of accounts, those with a proposal first, then the newest, and the total. */
async function accountsOf(ctx: Ctx, { q = '', limit, depois }: Query) {
  const isOpen = q !== '' || (await ofOneSchool(ctx));
  const cpf = digitsOf(q);
  const query = ctx.db
    .selectFrom('users')
    .where(isUnlinked)
    .$if(q !== '', (found) =>
      found.where(({ or, eb }) => or([eb('users.email_key', '=', q.toLowerCase()), eb('users.cpf', '=', cpf || '-')])),
    )
    .$if(!isOpen, (found) => found.where('users.id', 'in', proposed(ctx)));
  const rank = sql<string>`case when users.id in ${proposed(ctx)} then '0' else '1' end`;
  const order: Order = [
    ['ranked.rank', 'asc'],
    ['ranked.created_at', 'desc'],
    ['ranked.id', 'desc'],
  ];
  // Materialized, so that neither engine computes the rank again for the order and for the cursor.
  const ranked = query
    .select(['users.id', 'users.full_name', 'users.email', 'users.email_key', 'users.phone', 'users.cpf'])
    .select(['users.created_at', rank.as('rank')]);
  const [found, { total }] = await Promise.all([
    pageAfter(
      ctx.db
        .with(
          (name) => name('ranked').materialized(),
          () => ranked,
        )
        .selectFrom('ranked')
        .selectAll(),
      order,
      { depois, limit },
    ).execute(),
    query.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const { rows: accounts, next } = cutPage(found, limit, (row) => [row.rank, row.created_at, row.id]);
  return { accounts, total: Number(total), next };
}

/**
 * Accounts without an enrolment, each with its possible students. An account belongs to no school. So a manager sees accounts
 * that resemble a student or an import row of the own school, and accounts found by a complete CPF or address. In a portal of one
 * school, a manager sees all.
 *
 * @throws Refusal 429 for too many searches
 */
export async function listUnlinked(ctx: Ctx, query: Query) {
  // A partly typed address or CPF finds nobody.
  if (query.q && !isWhole(query.q)) return onePage([]);
  // Guessing addresses and CPFs would reveal their owners, so failed searches are limited; a successful search is not a guess.
  const guess = query.q ? (['unlinked-search', String(ctx.session.userId)] as const) : null;
  if (guess) await ctx.limits.take(...guess);
  const { accounts, total, next } = await accountsOf(ctx, query);
  if (guess && accounts.length > 0) await ctx.limits.giveBack(...guess);
  const ids = accounts.map(({ id }) => id);
  const [students, proposals, books] = await Promise.all([
    alikeIn(ctx, accounts),
    ids.length === 0 ? [] : readProposals(openProposals(ctx).where('enrolment_proposals.user_id', 'in', ids)),
    booksOf(ctx.db, ids),
  ]);
  const items = accounts.map((account) => ({
    id: account.id,
    full_name: account.full_name,
    email: account.email,
    telefone: account.phone,
    telefone_escrito: account.phone && formatPhone(account.phone),
    cpf_masked: maskCpf(account.cpf),
    livros: books.filter(({ user_id }) => user_id === account.id).map(({ nome }) => nome),
    criada_em: account.created_at,
    propostas: proposalsOf(account, students, proposals),
  }));
  return { items, total, next };
}

function proposalsOf(
  account: Unlinked,
  students: Awaited<ReturnType<typeof alikeIn>>,
  proposals: Awaited<ReturnType<typeof readProposals>>,
) {
  const ofRows = proposals
    .filter(({ user_id }) => user_id === account.id)
    .map(({ id, matricula, unidade, data }) => ({
      // The enrolled account to join with; null for a row that an import left out.
      user_id: null,
      proposta_id: id,
      nome: data.full_name,
      matricula,
      unidade,
      cpf_masked: maskCpf(data.cpf ?? null),
      igual: alike(account, { cpf: data.cpf ?? null, email_key: data.email_key, phone: data.phone ?? null }),
      ja_entrou: false,
    }));
  const ofStudents = students.flatMap((student) => {
    const igual = alike(account, student);
    if (igual.length === 0) return [];
    const { nome, matricula, unidade } = student;
    const cpf_masked = maskCpf(student.cpf);
    // The enrolled account was used: its password and e-mail stay.
    const ja_entrou = student.last_seen_at !== null;
    return [{ user_id: student.id, proposta_id: null, nome, matricula, unidade, cpf_masked, igual, ja_entrou }];
  });
  return [...ofRows, ...ofStudents].sort((a, b) => Number(b.igual.includes('cpf')) - Number(a.igual.includes('cpf')));
}

async function ofOneSchool({ db, reach }: Ctx): Promise<boolean> {
  if (reach.escolaId === null) return true;
  return (await db.selectFrom('schools').select('id').limit(2).execute()).length === 1;
}

const booksOf = (db: Ctx['db'], ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('user_books')
        .innerJoin('livros', 'livros.id', 'user_books.livro_id')
        .select(['user_books.user_id', 'livros.nome'])
        .where('user_books.user_id', 'in', ids)
        .orderBy('user_books.id')
        .execute();
