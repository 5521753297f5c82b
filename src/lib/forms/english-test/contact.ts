import type { PageSession } from '#gateway/page-session.ts';
import { ApiError } from '#lib/api/client.ts';
import { issueCertificate } from '#lib/contract/english-test.ts';
import { createLead } from '#lib/contract/promo.ts';
import { routes } from '#lib/routes.ts';
import type { Contact } from '#lib/rules/english-test/contact.ts';

/**
 * Issues the certificate of a visitor whose test is over. The school hears of the visitor, with telephone and city, only if he
 * asks to be called: what is a condition of a document is no consent (LGPD, art. 8).
 *
 * @returns null once it is issued, else the form with its errors.
 */
export async function takeContact(
  { api }: Pick<PageSession, 'api'>,
  testId: string,
  form: FormData,
): Promise<Contact | null> {
  // People do not see this field; machines that fill in everything do.
  if (form.get('site')) return null;
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const contact = {
    nome: text('nome'),
    telefone: text('telefone'),
    cidade: text('cidade'),
    consentimento: form.get('consentimento') === 'sim',
  };
  const refused = (fields: Contact['fields'], problem: string): Contact => ({ ...contact, problem, fields });
  const { nome, telefone, cidade } = contact;
  try {
    if (contact.consentimento) {
      const lead = { pagina: routes.englishTest(), nome, telefone, cidade, consentimento: true as const };
      await api(createLead, { body: { ...lead, teste_id: testId } });
    } else {
      await api(issueCertificate, { params: { id: testId }, body: { nome } });
    }
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isAboutFields = Object.keys(error.fields).length > 0;
    return refused(error.fields, isAboutFields ? 'Confira os campos marcados.' : error.detail);
  }
}
