import type { User } from '#lib/contract/account.schema.ts';
import { createLead } from '#lib/contract/promo.ts';
import { leadProblems } from '#lib/rules/promo/lead-form.ts';
import { marksOf } from '#lib/rules/promo/tracking-marks.ts';
import { promoMessages } from '#lib/words/promo.ts';
import { refuse } from '../refusal.ts';
import { type FormPage, type Refused, type Sent, submit, type Verb } from '../submit.ts';

/** Nobody reads the consent and fills in four fields faster. */
const LEAST_MS = 2_000;

/** What stands in the form of a promotional page. */
export type GivenLead = Pick<Refused, 'values' | 'fields'> & { problem: string | null };

/**
 * The form of a promotional page: empty or filled in with what is known, or what was sent and refused.
 *
 * @param path the page's own.
 * @param user finds the own data in the form.
 * @returns where to go once the school has the lead, else what to show.
 */
export async function serveLead(page: FormPage, path: string, user: User | null): Promise<string | GivenLead> {
  const query = new URL(page.request.url).searchParams;
  const { to, refused, done } = await submit(page, leaveLead(path, query, user), { otherwise: promoMessages.failed });
  return to ?? refused ?? done ?? { values: known(user), fields: {}, problem: null };
}

/**
 * Leaves a lead with the school. Too fast or without the clock of a form, the form comes back once to be sent again, with
 * the sealed note `inicio` of the time, so that nobody without cookies is turned away.
 */
const leaveLead =
  (pagina: string, query: URLSearchParams, user: User | null): Verb<GivenLead> =>
  async ({ api, session, values }) => {
    const sent = `${pagina}?enviado=1#contato`;
    // People do not see this field; machines that fill in everything do.
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

/** A note that came back was looked at twice, however fast. */
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
