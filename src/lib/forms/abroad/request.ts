import { inWords } from '#lib/api/client.ts';
import { partOf } from '#lib/api/part.ts';
import {
  createUsaPayment,
  deleteRequest,
  resendDocuments,
  updateUsaPayment,
  uploadDraftDocument,
} from '#lib/contract/abroad.ts';
import type { DraftStep } from '#lib/contract/abroad-draft.schema.ts';
import { MAX_DOCUMENTS } from '#lib/format/limits.ts';
import { routes } from '#lib/routes.ts';
import { stepAfter, stepNamed } from '#lib/rules/abroad/draft-form.ts';
import { abroadMessages } from '#lib/words/abroad.ts';
import { fileOf } from '../file.ts';
import { refuse } from '../refusal.ts';
import type { Sent, Verb } from '../submit.ts';
import { valuesOf } from './step-values.ts';

/** The document of a form. @param as its name in the upload */
const documentOf = (sent: Sent, as = 'file') =>
  fileOf(sent, { max: MAX_DOCUMENTS.max }, { as, shownAt: sent.values.tipo });

/** Assigns an error to its document: a page shows several. */
async function atDocument(tipo: string, work: Promise<unknown>): Promise<void> {
  const part = await partOf(work);
  if (!part.ok) refuse({ [tipo]: part.detail || abroadMessages.fileNotSent });
}

const sendFile: Verb = async (sent) => {
  const { tipo = '' } = sent.values;
  await atDocument(tipo, sent.api(uploadDraftDocument, { params: { tipo }, body: documentOf(sent) }));
  return `${routes.abroad.step('documentos', { feito: tipo })}#${tipo}`;
};

const dropFile: Verb = async ({ api, values: { tipo = '' } }) => {
  await api.abroad.deleteDraftDocument({ tipo });
  return routes.abroad.step('documentos');
};

/** Saves typed values even if they are invalid. */
const keepStep =
  (step: DraftStep): Verb =>
  async ({ api, acao, form }) => {
    const draft = await api.abroad.saveDraft({ valores: valuesOf(step, form) });
    if (acao === 'depois') return routes.abroad.home({ feito: 'salvo' });
    const own = draft.passos.find(({ passo }) => passo === step);
    return own?.completo ? routes.abroad.step(stepAfter(step)) : routes.abroad.step(step, { conferir: '1' });
  };

const sendAll: Verb = async ({ api, form }) => {
  if (!form.has('aceite_termos') || !form.has('consentimento_dados')) refuse({ aceites: abroadMessages.termsMissing });
  await api.abroad.sendDraft({ aceite_termos: true, consentimento_dados: true });
  return routes.abroad.home({ feito: 'enviado' });
};

/**
 * The forms of the stepper. The form of a step leads to the next step, or to the same one with its errors.
 *
 * @param shown the default step
 */
export const stepForms = (shown: DraftStep): Readonly<Record<string, Verb>> => ({
  documento: sendFile,
  tirar: dropFile,
  outra: (sent) => {
    const step = stepNamed(sent.values.passo ?? null) ?? shown;
    return step === 'revisao' ? sendAll(sent) : keepStep(step)(sent);
  },
});

const endRequest: Verb = async ({ api, values: { id = '' } }) => {
  await api(deleteRequest, { params: { id } }).catch(inWords(({ detail }) => detail || abroadMessages.notDeleted));
  return routes.abroad.home({ feito: 'excluido' });
};

const mailGuardian: Verb = async ({ api, values: { id = '' } }) => {
  await api.abroad.sendConsentLink({ id });
  return `${routes.abroad.home({ feito: 'responsavel' })}#responsavel`;
};

const sendAgain: Verb = async (sent) => {
  const { id = '', tipo = '' } = sent.values;
  await atDocument(tipo, sent.api(resendDocuments, { params: { id }, body: documentOf(sent, tipo) }));
  return `${routes.abroad.home({ feito: 'documento' })}#${tipo}`;
};

/** The forms of the request’s page: replace a document, send the guardian a new link, or withdraw the request. */
export const requestForms: Readonly<Record<string, Verb>> = {
  excluir: endRequest,
  responsavel: mailGuardian,
  outra: sendAgain,
};

/**
 * Starts or changes the payment. The form carries the key of its intent, so that it counts once if it is sent twice.
 */
export const choosePayment: Verb = async ({ api, values, key }) => {
  const { forma: chosen = '', id, pagamento } = values;
  const forma = chosen as 'pix' | 'cartao' | 'cambio';
  const parcelas = forma === 'cambio' ? 1 : Number(values[`parcelas_${forma}`] || '1');
  if (pagamento) await api(updateUsaPayment, { body: { id: Number(pagamento), forma, parcelas } }, key);
  else await api(createUsaPayment, { body: { request_id: Number(id), forma, parcelas } }, key);
  return routes.abroad.payment({ feito: '1' });
};
