import { dayOf } from '#lib/format/typed-day.ts';
import type { AnswerOf, InputOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { studentMessages } from '#lib/words/students.ts';
import { refuse } from '../refusal.ts';
import type { Verb } from '../submit.ts';

/** What the page of a student says first. */
export type StudentDetails = AnswerOf<'students.getStudent'>;

/** What the list says after its forms. */
type Said = { said: string; sheets: string | null };

const marked = (form: FormData): number[] =>
  form
    .getAll('aluno')
    .flatMap((each) => (typeof each === 'string' && /^[1-9]\d{0,8}$/.test(each) ? [Number(each)] : []))
    .slice(0, 200);

/** The forms of the list: invitations by mail for the marked or for everybody, and sheets for the marked. */
export function listForms(unidade: string | undefined): Record<string, Verb<Said>> {
  const unit = unidade ? Number(unidade) : null;
  const marks = (form: FormData) => {
    const ids = marked(form);
    return ids.length > 0 ? ids : refuse({ aluno: studentMessages.noneMarked });
  };
  return {
    convidar: async ({ api, form }) => {
      const outcome = await api.students.inviteStudents({ ids: marks(form) });
      return { done: { said: studentMessages.invited(outcome), sheets: null } };
    },
    convidar_todos: async ({ api }) => {
      const outcome = await api.students.inviteStudents({ todos: true, unidade: unit });
      return { done: { said: studentMessages.invited(outcome), sheets: null } };
    },
    folhas: async ({ form }) => ({ done: { said: studentMessages.sheetsReady, sheets: marks(form).join(',') } }),
  };
}

type Body = InputOf<'students.createStudent'>;

/** Makes a student, and leads to the page; or to the account that looks the same. */
export const newStudent: Verb = async ({ api, values, key }) => {
  const { full_name = '', email, phone, cpf, birth_date, matricula, unidade_id, contato_id, convidar } = values;
  const guardian = Object.fromEntries(
    (['full_name', 'cpf', 'email', 'phone', 'relation'] as const).map((name) => [
      name,
      values[`guardian.${name}`] ?? '',
    ]),
  );
  const hasGuardian = Object.values(guardian).some(Boolean);
  const body = {
    full_name,
    email: email || null,
    phone: phone || null,
    cpf: cpf || null,
    birth_date: birth_date ? dayOf(birth_date) : null,
    matricula,
    unidade_id: Number(unidade_id),
    guardian: hasGuardian ? guardian : null,
    contato_id: contato_id ? Number(contato_id) : null,
    convidar: convidar === 'sim',
  };
  const { id } = await api.students.createStudent(body as Body, key);
  if (id === null) return routes.manager.unlinked({ feito: 'parecida' });
  return routes.manager.person(id, { feito: convidar === 'sim' && email ? 'criado_convidado' : 'criado' });
};

/** The forms of a student's page that move or end the course, and invite. */
export function studentForms(id: string): Record<string, Verb> {
  const done = (feito: string) => routes.manager.person(id, { feito });
  return {
    mudar: async ({ api, values: { unidade_id, motivo, encerrar } }) => {
      const body = { unidade_id: Number(unidade_id), motivo, encerrar_turmas: encerrar === 'sim' };
      await api.students.moveStudent({ id, ...body });
      return done('mudou');
    },
    encerrar: async ({ api, values: { motivo = '', concluiu, manter, cancelar } }) => {
      const body = {
        ...{ motivo, concluiu: concluiu === 'sim', manter_acesso: manter === 'sim' },
        cancelar_parcelas: cancelar === 'sim',
      };
      await api.students.endCourse({ id, ...body });
      return done('encerrado');
    },
    retomar: async ({ api }) => {
      await api.students.resumeCourse({ id });
      return done('retomado');
    },
    convidar: async ({ api }) => {
      await api.students.inviteStudents({ ids: [Number(id)] });
      return done('convidado');
    },
  };
}
