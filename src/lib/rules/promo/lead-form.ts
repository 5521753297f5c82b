import { isPhone } from '#lib/format/documents.ts';
import { contactConsent } from '#lib/words/forms.ts';
import { required, wrongPhone } from '#lib/words/validation.ts';

/** What is missing in the form of a promotional page, by field; the server checks this and more. */
export function leadProblems(values: Readonly<Record<string, string>>): Record<string, string> {
  const { nome, telefone, consentimento } = values;
  return {
    ...(!nome && { nome: required }),
    ...(!isPhone(telefone ?? '') && { telefone: telefone ? wrongPhone : required }),
    ...(consentimento !== 'sim' && { consentimento: contactConsent }),
  };
}
