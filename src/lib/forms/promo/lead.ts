import { partOf } from '#lib/api/part.ts';
import type { BrandKey } from '#lib/brand.ts';
import type { User } from '#lib/contract/account.schema.ts';
import { isPhone } from '#lib/format/documents.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import type { PageApi } from '#lib/page/page-session.ts';
import { hasOnlyMarks, marksOf } from '#lib/rules/promo/tracking-marks.ts';
import { contactConsent } from '#lib/words/forms.ts';
import { promoMessages } from '#lib/words/promo.ts';
import { required, wrongPhone } from '#lib/words/validation.ts';
import { refuse } from '../refusal.ts';
import { type FormPage, type Refused, type Sent, submit, type Verb } from '../submit.ts';

/** A person cannot read the consent and fill in two fields faster. */
const LEAST_MS = 2_000;

type PromoSchool = AnswerOf<'promo.getPromoSchool'>;

/** The values in the form of a promotional page. */
export type SubmittedLead = Pick<Refused, 'values' | 'fields'> & { problem: string | null };

/** A promotional page as a visitor finds it. */
export interface PromoVisit {
  submitted: SubmittedLead;
  /** The school’s data beside the text; empty if it does not answer. */
  school: PromoSchool;
  /** How the form determines the unit: from a list, by the city, or it is already known. */
  unit: 'choose' | 'find' | 'known';
  /** The form was just sent. */
  isSent: boolean;
  /** Every visitor without a session gets the same page. */
  isSameForAll: boolean;
}

interface Place {
  /** The page's own address. */
  path: string;
  marca: BrandKey;
}

const nothing: PromoSchool = { total: 0, unidades: [], eventos: [] };

/**
 * Serves a promotional page: its form is empty, prefilled with known data, or refused with its values.
 *
 * @param user sees their own data in the form
 * @returns the next page once the school has the lead, else what to show
 */
export async function serveLead(page: FormPage, place: Place, user: User | null): Promise<string | PromoVisit> {
  const { api } = page.locals.session;
  const { searchParams, search } = new URL(page.request.url);
  const verbs = { achar: keepTyped, outra: leaveLead(place, searchParams, user) };
  const { to, refused, done } = await submit(page, verbs, { otherwise: promoMessages.failed });
  if (to) return to;
  const submitted = refused ?? done ?? { values: known(user), fields: {}, problem: null };
  const isSent = searchParams.has('enviado');
  const unidade = isSent ? marksOf(searchParams).unidade_id : user?.drive_user?.company.id;
  const { cidade } = user ? {} : submitted.values;
  const query = {
    pagina: place.path.slice(1),
    marca: place.marca,
    ...(unidade && { unidade }),
    ...(cidade && { cidade }),
  };
  const part = await partOf(api.promo.getPromoSchool(query));
  const school = part.ok ? part.data : nothing;
  const unit = user && school.unidades.length === 1 ? 'known' : unitFrom(school);
  const isSameForAll = page.request.method !== 'POST' && !user && part.ok && hasOnlyMarks(search);
  return { submitted, school, unit, isSent, isSameForAll };
}

/** A page as a visitor sees it, for the staff’s preview: its form is not sent. */
export async function visitWithoutForm(api: PageApi, query: { pagina: string; marca: BrandKey }): Promise<PromoVisit> {
  const part = await partOf(api.promo.getPromoSchool(query));
  const school = part.ok ? part.data : nothing;
  const submitted = { values: {}, fields: {}, problem: null };
  return { submitted, school, unit: unitFrom(school), isSent: false, isSameForAll: false };
}

/** How the form determines the unit. */
const unitFrom = ({ total, unidades }: PromoSchool): PromoVisit['unit'] =>
  total < 2 ? 'known' : total > unidades.length ? 'find' : 'choose';

/** Shows the form again, with the units of the typed city. */
const keepTyped: Verb<SubmittedLead> = async ({ values }) => ({ done: { values, fields: {}, problem: null } });

/**
 * Sends a lead to the school. A form that comes too fast or without its start time is returned once, with the sealed time
 * `inicio`, and can be sent again. So people without cookies can send it too.
 */
const leaveLead =
  ({ path, marca }: Place, query: URLSearchParams, user: User | null): Verb<SubmittedLead> =>
  async ({ api, session, values }) => {
    // People do not see this field; bots that fill in every field do.
    if (values.site) return thanks(path, null);
    const wrong = leadProblems(values);
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    if (!(await isUnhurried(session, values.inicio))) {
      const inicio = await session.startForm();
      return { done: { values: { ...values, inicio }, fields: {}, problem: promoMessages.again } };
    }
    const marks = marksOf(query);
    const { nome = '', telefone = '', email = '', cidade = '' } = values;
    const unidade_id = Number(values.unidade_id) || (marks.unidade_id ?? user?.drive_user?.company.id);
    const lead = { pagina: path, marca, nome, telefone, email, cidade, consentimento: true as const };
    const stored = await api.promo.createLead({ ...lead, ...marks, ...(unidade_id && { unidade_id }) });
    return thanks(path, stored.unidade_id);
  };

/** @param unidade the unit in charge, if known */
const thanks = (path: string, unidade: number | null) =>
  `${path}?enviado=1${unidade ? `&unidade=${unidade}` : ''}#contato`;

/** Whether a person sent the form: a returned form counts, however fast it is sent again. */
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
  unidade_id: String(user?.drive_user?.company.id ?? ''),
});

/** What is missing in the form of a promotional page, by field; the server checks this and more. */
export function leadProblems(values: Readonly<Record<string, string>>): Record<string, string> {
  const { nome, telefone, consentimento } = values;
  return {
    ...(!nome && { nome: required }),
    ...(!isPhone(telefone ?? '') && { telefone: telefone ? wrongPhone : required }),
    ...(consentimento !== 'sim' && { consentimento: contactConsent }),
  };
}
