import { routes } from '#lib/routes.ts';
import { testCookie } from '#lib/session.ts';
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
