import { dayOf } from '#lib/format/typed-day.ts';
import type { InputOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import type { Refused, Verb } from '../submit.ts';

type Body = InputOf<'students.createStudent'>;

/** Mails a guardian’s account the link that confirms its e-mail, and shows the form again. */
export const confirmGuardian: Verb<Pick<Refused, 'values' | 'fields'> & { said: string }> = async ({ api, values }) => {
  const { detail } = await api.students.sendGuardianVerification({ cpf: values.cpf ?? '' });
  return { done: { values, fields: {}, said: detail } };
};

/** Creates a student, and opens the record; or opens an account that looks the same. */
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
