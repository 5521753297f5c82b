import { partOf } from '#lib/api/part.ts';
import type { BrandKey } from '#lib/brand.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import type { PageApi } from '#lib/page/page-session.ts';
import { routes } from '#lib/routes.ts';
import { testCookie } from '#lib/session.ts';
import { leadProblems } from '../promo/lead.ts';
import { refuse } from '../refusal.ts';
import type { Verb } from '../submit.ts';

/**
 * Issues the certificate of a visitor after the test. The school gets the visitor's data, with telephone and city, only
 * if the visitor asks for a call. A condition for a document is no consent (LGPD, art. 8).
 */
export const takeContact: Verb = async ({ api, session, values }) => {
  const { nome = '', telefone = '', cidade = '', consentimento, site } = values;
  const id = session.cookie(testCookie);
  // People do not see the field `site`; bots that fill in every field do.
  if (!id || site) return routes.englishTest();
  if (consentimento === 'sim') {
    const lead = { pagina: routes.englishTest(), nome, telefone, cidade, consentimento: true as const };
    await api.promo.createLead({ ...lead, teste_id: id });
  } else {
    await api.englishTest.issueCertificate({ id, nome });
  }
  return routes.englishTest();
};

const SENT = 'enviado';

/**
 * Sends the school a beginner who wants to study, with the level of the test. The page then shows the unit in charge, if
 * known.
 */
export const takeBeginner: Verb = async ({ api, session, values }) => {
  const { nome = '', telefone = '', cidade, unidade_id, site } = values;
  const id = session.cookie(testCookie);
  if (!id || site) return routes.englishTest();
  const wrong = leadProblems(values);
  if (Object.keys(wrong).length > 0) return refuse(wrong);
  const chosen = Number(unidade_id);
  const lead = { pagina: routes.englishTest(), nome, telefone, consentimento: true as const, teste_id: id };
  const place = { ...(cidade && { cidade }), ...(chosen > 0 && { unidade_id: chosen }) };
  const stored = await api.promo.createLead({ ...lead, ...place });
  return `${routes.englishTest()}?${SENT}=${stored.unidade_id ?? 0}#comecar`;
};

/** Where a beginner can study. */
export interface BeginnerSchool {
  units: AnswerOf<'promo.getPromoSchool'>['unidades'];
  /** There are too many units to list: the form asks for the city. */
  asksCity: boolean;
  /** The school has received the lead. */
  isSent: boolean;
}

/**
 * The units that a beginner may contact: all of the brand, or the unit in charge. None if the server does not answer.
 */
export async function findBeginnerSchool(api: PageApi, marca: BrandKey, address: URL): Promise<BeginnerSchool> {
  const sent = address.searchParams.get(SENT);
  const unidade = Number(sent) || undefined;
  const pagina = routes.englishTest().slice(1);
  const part = await partOf(api.promo.getPromoSchool({ pagina, marca, ...(unidade && { unidade }) }));
  const { unidades, total } = part.ok ? part.data : { unidades: [], total: 0 };
  return { units: unidades, asksCity: total > unidades.length, isSent: sent !== null };
}
