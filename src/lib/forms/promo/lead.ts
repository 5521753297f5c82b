import type { User } from '#lib/contract/account.schema.ts';
import { createLead } from '#lib/contract/promo.ts';
import { leadProblems } from '#lib/rules/promo/lead-form.ts';
import { marksOf } from '#lib/rules/promo/tracking-marks.ts';
import { promoMessages } from '#lib/words/promo.ts';
import { refuse } from '../refusal.ts';
import { type FormPage, type Refused, type Sent, submit, type Verb } from '../submit.ts';

/** No person reads the consent and fills in four fields faster. */
const LEAST_MS = 2_000;

/** The values in the form of a promotional page. */
export type GivenLead = Pick<Refused, 'values' | 'fields'> & { problem: string | null };

/**
 * The form of a promotional page: empty, filled in with known data, or refused with its values.
 *
 * @param path the page's own.
 * @param user sees their own data in the form.
 * @returns the next page once the school has the lead, else what to show.
 */
export async function serveLead(page: FormPage, path: string, user: User | null): Promise<string | GivenLead> {
  const query = new URL(page.request.url).searchParams;
  const { to, refused, done } = await submit(page, leaveLead(path, query, user), { otherwise: promoMessages.failed });
  return to ?? refused ?? done ?? { values: known(user), fields: {}, problem: null };
}

/**
 * Gives a lead to the school. A form that comes too fast or without its clock comes back once, with the sealed time
 * `inicio`, and is sent again. So people without cookies can send it too.
 */
const leaveLead =
  (pagina: string, query: URLSearchParams, user: User | null): Verb<GivenLead> =>
  async ({ api, session, values }) => {
    const sent = `${pagina}?enviado=1#contato`;
    // People do not see this field; bots that fill in every field do.
    if (values.site) return sent;
    const wrong = leadProblems(values);
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    if (!(await isUnhurried(session, values.inicio))) {
      const inicio = await session.startForm();
      return { done: { values: { ...values, inicio }, fields: {}, problem: promoMessages.again } };
    }
    const marks = marksOf(query);
    const { nome = '', telefone = '', email = '', cidade = '' } = values;
    const unidade_id = marks.unidade_id ?? user?.drive_user?.company.id;
    const lead = { pagina, nome, telefone, email, cidade, consentimento: true as const };
    await api(createLead, { body: { ...lead, ...marks, ...(unidade_id && { unidade_id }) } });
    return sent;
  };

/** A person sees a form that comes back twice, however fast they send it. */
async function isUnhurried(session: Sent['session'], note: string | undefined): Promise<boolean> {
  if (note && (await session.formAge(note)) !== null) return true;
  const age = await session.formAge();
  return age !== null && age >= LEAST_MS;
}

const known = (user: User | null): Record<string, string> => ({
  nome: user?.full_name ?? '',
  telefone: user?.phone ?? '',
  email: user?.email ?? '',
  cidade: user?.city ?? user?.drive_user?.company.cidade ?? '',
});
