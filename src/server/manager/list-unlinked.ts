import type { UnlinkedAccount } from '#lib/contract/manager.schema.ts';
import { maskCpf } from '#lib/format/cpf.ts';
import { digitsOf } from '#lib/format/documents.ts';
import { isUnlinked } from '../account/unlinked.ts';
import { isAdmin } from '../http/access.ts';
import type { Ctx } from '../http/ctx.ts';
import type { ProposalData } from './enrol-row.ts';

const MOST = 50;

const unlinkedAccounts = (db: Ctx['db']) =>
  db
    .selectFrom('users')
    .select([
      'users.id',
      'users.full_name',
      'users.email',
      'users.email_key',
      'users.phone',
      'users.cpf',
      'users.created_at',
    ])
    .where(isUnlinked);

type Unlinked = Awaited<ReturnType<ReturnType<typeof unlinkedAccounts>['execute']>>[number];

/** Rows that imports of the own school left out. */
export async function proposalsFor({ db, session }: Ctx, only: { id?: number; userIds?: number[] }) {
  if (only.userIds?.length === 0) return [];
  const rows = await db
    .selectFrom('enrolment_proposals')
    .innerJoin('companies', 'companies.id', 'enrolment_proposals.company_id')
    .selectAll('enrolment_proposals')
    .select(['companies.nome as unidade', 'companies.escola_id'])
    .$if(!isAdmin(session), (query) => query.where('companies.escola_id', '=', session.escolaId ?? -1))
    .$if(only.id !== undefined, (query) => query.where('enrolment_proposals.id', '=', only.id ?? 0))
    .$if(only.userIds !== undefined, (query) => query.where('enrolment_proposals.user_id', 'in', only.userIds ?? []))
    .orderBy('enrolment_proposals.id')
    .execute();
  return rows.map(({ dados, ...row }) => ({ ...row, data: JSON.parse(dados) as ProposalData }));
}

/** Students of the own school: no blocked ones, and those with a role for the administration alone. */
export const studentsOfSchool = ({ db, session }: Ctx) =>
  db
    .selectFrom('users')
    .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
    .innerJoin('companies', 'companies.id', 'drive_users.company_id')
    .where('drive_users.papel', '=', 'aluno')
    .where('users.is_blocked', '=', false)
    .$if(!isAdmin(session), (query) =>
      query
        .where('companies.escola_id', '=', session.escolaId ?? -1)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('user_actions').select('action_id').whereRef('user_actions.user_id', '=', 'users.id'))),
        ),
    );

/** Students of the own school who share a CPF, an address or a telephone with one of the accounts. */
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
    .limit(10 * MOST)
    .execute();
}

type Told = Pick<Unlinked, 'cpf' | 'email_key' | 'phone'>;

/** What both say alike; nothing where the CPFs tell them apart. */
export function alike(one: Told, other: Told): ('cpf' | 'email' | 'telefone')[] {
  if (one.cpf && other.cpf && one.cpf !== other.cpf) return [];
  return [
    ...(one.cpf && one.cpf === other.cpf ? (['cpf'] as const) : []),
    ...(one.email_key === other.email_key ? (['email'] as const) : []),
    ...(one.phone && one.phone === other.phone ? (['telefone'] as const) : []),
  ];
}

/**
 * Accounts without an enrolment, each with whose it may be. An account names no school, so a manager sees those that look like
 * a student or a row of an import of the own school, those found by a whole CPF, address or name of one's own, and in a
 * portal of one school all of them.
 *
 * @throws Refusal 429 for too many searches
 */
export async function listUnlinked(ctx: Ctx, q: string): Promise<UnlinkedAccount[]> {
  const { db } = ctx;
  // Whoever guesses addresses and CPFs would learn whose they are.
  if (q !== '') await ctx.limits.take('unlinked-search', String(ctx.session.userId));
  const isAlone = await ofOneSchool(ctx);
  const key = q.toLowerCase();
  const cpf = digitsOf(q);
  const accounts = await unlinkedAccounts(db)
    .$if(q !== '', (query) =>
      query.where((where) => where.or([where('users.email_key', '=', key), where('users.cpf', '=', cpf || '-')])),
    )
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(q === '' && !isAlone ? 20 * MOST : MOST)
    .execute();
  const [students, proposals] = await Promise.all([
    alikeIn(ctx, accounts),
    proposalsFor(ctx, { userIds: accounts.map(({ id }) => id) }),
  ]);
  const shown = accounts
    .map((account) => ({ account, propostas: proposalsOf(account, students, proposals) }))
    .filter(({ propostas }) => isAlone || q !== '' || propostas.length > 0)
    .slice(0, MOST);
  const books = await booksOf(
    db,
    shown.map(({ account }) => account.id),
  );
  return shown.map(({ account, propostas }) => ({
    id: account.id,
    full_name: account.full_name,
    email: account.email,
    phone: account.phone,
    cpf_masked: maskCpf(account.cpf),
    livros: books.filter(({ user_id }) => user_id === account.id).map(({ nome }) => nome),
    criada_em: account.created_at,
    propostas,
  }));
}

function proposalsOf(
  account: Unlinked,
  students: Awaited<ReturnType<typeof alikeIn>>,
  proposals: Awaited<ReturnType<typeof proposalsFor>>,
): UnlinkedAccount['propostas'] {
  const ofRows = proposals
    .filter(({ user_id }) => user_id === account.id)
    .map(({ id, matricula, unidade, data }) => ({
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
    const ja_entrou = student.last_seen_at !== null;
    return [{ user_id: student.id, proposta_id: null, nome, matricula, unidade, cpf_masked, igual, ja_entrou }];
  });
  return [...ofRows, ...ofStudents].sort((a, b) => Number(b.igual.includes('cpf')) - Number(a.igual.includes('cpf')));
}

async function ofOneSchool({ db, session }: Ctx): Promise<boolean> {
  if (isAdmin(session)) return true;
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
