import { firstName } from '#lib/format/text.ts';
import { isUnlinked } from '../account/unlinked.ts';
import { emailKey } from '../auth/find-accounts.ts';
import type { Task } from './import-table.ts';
import type { Student } from './students.ts';

interface Lookalike {
  id: number;
  full_name: string;
  cpf: string | null;
  email_key: string;
  phone: string | null;
}

/** Accounts without an enrolment that share a CPF, an address or a telephone with one of the rows. */
export async function lookalikesOf({ tx }: Task, rows: readonly Student[]): Promise<Lookalike[]> {
  const cpfs = rows.flatMap(({ cpf }) => cpf ?? []);
  const phones = rows.flatMap(({ telefone }) => telefone ?? []);
  return tx
    .selectFrom('users')
    .select(['id', 'full_name', 'cpf', 'email_key', 'phone'])
    .where(isUnlinked)
    .where((where) =>
      where.or([
        where(
          'email_key',
          'in',
          rows.map(({ email }) => emailKey(email)),
        ),
        ...(cpfs.length > 0 ? [where('cpf', 'in', cpfs)] : []),
        ...(phones.length > 0 ? [where('phone', 'in', phones)] : []),
      ]),
    )
    .orderBy('id')
    .execute();
}

const named = (name: string) => firstName(name).toLocaleLowerCase('pt-BR');

/**
 * The same CPF; or, if the row has none, the same first name and the same address or telephone, since siblings share
 * these.
 */
const isAlike = (row: Student, account: Lookalike) =>
  row.cpf === undefined
    ? named(row.nome) === named(account.full_name) &&
      (emailKey(row.email) === account.email_key || row.telefone === account.phone)
    : row.cpf === account.cpf;

/**
 * Keeps a row for the school to decide, instead of making a second account for the same person (0062).
 *
 * @returns whether it did
 */
export async function propose(
  { tx, at, keep }: Task,
  row: Student,
  columns: object,
  lookalikes: readonly Lookalike[],
): Promise<boolean> {
  const account = lookalikes.find((each) => isAlike(row, each));
  if (!account) return false;
  const proposal = { user_id: account.id, dados: JSON.stringify(columns), criado_em: at.toISOString() };
  await tx
    .insertInto('enrolment_proposals')
    .values({ ...proposal, company_id: row.unit.id, matricula: row.matricula })
    .onConflict((known) => known.columns(['company_id', 'matricula']).doUpdateSet(proposal))
    .execute();
  keep(row.line, 'conta sem matrícula parecida, confirme no painel em Alunos, Sem matrícula');
  return true;
}
