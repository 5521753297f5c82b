import type { Db } from '../../core/db/connection.ts';
import { newAccount } from '../auth/new-account.ts';

/** Columns that an account takes from another account, or from a row, if its own value is empty. */
export const DATA = [
  'civil_name',
  'phone',
  'cpf',
  'cep',
  'street',
  'street_number',
  'complement',
  'district',
  'city',
  'state',
  'country',
  'region',
  'birth_date',
  'avatar_url',
  'guardian',
  'theme',
  'text_size',
] as const;

type Column = (typeof DATA)[number];
type Values = Partial<Record<Column, unknown>>;
/** The parts of an address, which are only taken together. */
const ADDRESS: readonly Column[] = DATA.slice(DATA.indexOf('cep'), DATA.indexOf('region') + 1);

/** The columns that an account takes from another account, or from a row, because its own are empty; an address as a whole. */
export function takenColumns(from: Values, own: Values): Column[] {
  const hasAddress = (values: Values) => ADDRESS.some((name) => values[name] != null);
  const takesAddress = hasAddress(from) && !hasAddress(own);
  return DATA.filter((name) => (ADDRESS.includes(name) ? takesAddress : from[name] != null && own[name] == null));
}

/** What is known of a new student; `guardian` is JSON. */
export interface StudentData {
  full_name: string;
  email: string;
  email_key: string;
  cpf?: string | null;
  phone?: string | null;
  [column: string]: string | null | undefined;
}

export interface NewStudent {
  company_id: number;
  matricula: string;
  data: StudentData;
}

/** A unique key for people without an e-mail, so that they do not share one. */
const noEmailKey = (): string => `-${crypto.randomUUID()}`;

/**
 * Creates students with their accounts: the only way for imports, the panel and leads who enroll.
 *
 * @param hash of a password that nobody knows. @returns the ids of the accounts, in the order of the students
 */
export async function addStudents(tx: Db, students: readonly NewStudent[], hash: string, at: Date): Promise<number[]> {
  if (students.length === 0) return [];
  const enrolled = await tx
    .insertInto('drive_users')
    .values(
      students.map(({ company_id, matricula, data }) => ({
        company_id,
        matricula,
        nome: data.full_name,
        papel: 'aluno' as const,
      })),
    )
    .returning(['id', 'company_id', 'matricula'])
    .execute();
  const enrollments = new Map(enrolled.map((row) => [`${row.company_id}/${row.matricula}`, row.id]));
  const made = await tx
    .insertInto('users')
    .values(
      students.map(({ company_id, matricula, data }) => ({
        ...Object.fromEntries(DATA.map((name) => [name, data[name] ?? null])),
        drive_user_id: enrollments.get(`${company_id}/${matricula}`) ?? null,
        full_name: data.full_name,
        email: data.email,
        email_key: data.email_key || noEmailKey(),
        password_hash: hash,
        ...newAccount,
        updated_at: null,
        imported: data.imported ?? null,
        created_at: at.toISOString(),
      })),
    )
    .returning(['id', 'drive_user_id'])
    .execute();
  const byEnrollment = new Map(made.map(({ id, drive_user_id }) => [drive_user_id, id]));
  return students.map(
    ({ company_id, matricula }) => byEnrollment.get(enrollments.get(`${company_id}/${matricula}`) ?? 0) ?? 0,
  );
}
