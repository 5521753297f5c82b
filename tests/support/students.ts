import type { NewStudentInput } from '../../src/lib/contract/students.schema.ts';
import { withKey } from './points.ts';
import type { TestSchool } from './school.ts';

let count = 0;

export type NewStudentBody = Partial<NewStudentInput> & { contato_id?: number; convidar?: boolean };

/** A new student of the first unit, added by the operation of the panel. */
export function create(portal: TestSchool, body: NewStudentBody = {}, as = 7, key = crypto.randomUUID()) {
  count += 1;
  const email = body.email === undefined ? `novo${count}@alunos.example` : body.email;
  const person = { full_name: `Novo Aluno ${'abcdefghijklmnopqrstuvwxyz'[count % 26]}`, unidade_id: 101 };
  return portal.ops.students.createStudent({ ...person, ...body, email }, withKey({ as, key }));
}

/** The secret of the newest welcome mail to an address. */
export async function linkOf(portal: TestSchool, email: string): Promise<string> {
  const [mail] = await portal.mails(email);
  return decodeURIComponent(/convidado\?token=([^\s"&]+)/.exec(mail?.text ?? '')?.[1] ?? '');
}
