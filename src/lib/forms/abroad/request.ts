import { ApiError, type Client } from '#lib/api/client.ts';
import {
  createUsaPayment,
  deleteDraftDocument,
  deleteRequest,
  resendDocuments,
  saveDraft,
  sendConsentLink,
  sendDraft,
  updateUsaPayment,
  uploadDraftDocument,
} from '#lib/contract/abroad.ts';
import type { DraftStep } from '#lib/contract/abroad-own.schema.ts';
import { routes } from '#lib/routes.ts';
import { stepAfter, valuesOf } from '#lib/rules/abroad/draft-form.ts';
import { abroadMessages } from '#lib/words/abroad.ts';

/** The next page after a form, or why it was refused. */
export type Outcome = { to: string } | { problem: string; fields: Record<string, string> };

const MAX_BYTES = 10 * 1_048_576;

async function attempt(otherwise: string, act: () => Promise<string>): Promise<Outcome> {
  try {
    return { to: await act() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: error.detail || otherwise, fields: error.fields };
  }
}

const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim();

/**
 * Takes a form of the stepper: it keeps the typed values in any case, then opens the next step, or the same step with
 * its errors.
 */
export function takeDraftForm(api: Client, step: DraftStep, form: FormData): Promise<Outcome> {
  const acao = text(form, 'acao');
  const tipo = text(form, 'tipo');
  if (acao === 'documento') return sendFile(api, tipo, form);
  if (acao === 'tirar') {
    return attempt(abroadMessages.notSaved, async () => {
      await api(deleteDraftDocument, { params: { tipo } });
      return routes.abroad.step('documentos');
    });
  }
  if (step === 'revisao') return sendAll(api, form);
  return attempt(abroadMessages.notSaved, async () => {
    const draft = await api(saveDraft, { body: { valores: valuesOf(step, form) } });
    if (acao === 'depois') return routes.abroad.home({ feito: 'salvo' });
    const own = draft.passos.find(({ passo }) => passo === step);
    return own?.completo ? routes.abroad.step(stepAfter(step)) : routes.abroad.step(step, { conferir: '1' });
  });
}

function fileOf(form: FormData): File | string {
  const file = form.get('file');
  if (!(file instanceof File) || file.size === 0) return abroadMessages.fileMissing;
  return file.size > MAX_BYTES ? abroadMessages.fileTooLarge : file;
}

async function sendFile(api: Client, tipo: string, form: FormData): Promise<Outcome> {
  const file = fileOf(form);
  if (typeof file === 'string') return { problem: file, fields: { [tipo]: file } };
  const body = new FormData();
  body.set('file', file);
  const outcome = await attempt(abroadMessages.notSaved, async () => {
    await api(uploadDraftDocument, { params: { tipo }, body });
    return `${routes.abroad.step('documentos', { feito: tipo })}#${tipo}`;
  });
  return 'to' in outcome ? outcome : { ...outcome, fields: { [tipo]: outcome.problem } };
}

async function sendAll(api: Client, form: FormData): Promise<Outcome> {
  if (!form.has('aceite_termos') || !form.has('consentimento_dados')) {
    return { problem: abroadMessages.termsMissing, fields: { aceites: abroadMessages.termsMissing } };
  }
  return attempt(abroadMessages.notSent, async () => {
    await api(sendDraft, { body: { aceite_termos: true, consentimento_dados: true } });
    return routes.abroad.home({ feito: 'enviado' });
  });
}

/** Takes a form of the request's page: a new file for a document, a new link for the guardian, or the withdrawal. */
export async function takeRequestForm(api: Client, form: FormData): Promise<Outcome> {
  const id = text(form, 'id');
  const acao = text(form, 'acao');
  if (acao === 'excluir') {
    return attempt(abroadMessages.notDeleted, async () => {
      await api(deleteRequest, { params: { id } });
      return routes.abroad.home({ feito: 'excluido' });
    });
  }
  if (acao === 'responsavel') {
    return attempt(abroadMessages.notSent, async () => {
      await api(sendConsentLink, { params: { id } });
      return `${routes.abroad.home({ feito: 'responsavel' })}#responsavel`;
    });
  }
  const tipo = text(form, 'tipo');
  const file = fileOf(form);
  if (typeof file === 'string') return { problem: file, fields: { [tipo]: file } };
  const body = new FormData();
  body.set(tipo, file);
  const outcome = await attempt(abroadMessages.notSent, async () => {
    await api(resendDocuments, { params: { id }, body });
    return `${routes.abroad.home({ feito: 'documento' })}#${tipo}`;
  });
  return 'to' in outcome ? outcome : { ...outcome, fields: { [tipo]: outcome.problem } };
}

/** Begins or changes the payment. The form brings its key, so that sending it twice acts once. */
export function takePaymentForm(api: Client, form: FormData): Promise<Outcome> {
  const forma = text(form, 'forma') as 'pix' | 'cartao' | 'cambio';
  const parcelas = forma === 'cambio' ? 1 : Number(text(form, `parcelas_${forma}`) || '1');
  const options = { idempotencyKey: text(form, 'chave') };
  const payment = text(form, 'pagamento');
  return attempt(abroadMessages.notSaved, async () => {
    if (payment) await api(updateUsaPayment, { body: { id: Number(payment), forma, parcelas } }, options);
    else await api(createUsaPayment, { body: { request_id: Number(text(form, 'id')), forma, parcelas } }, options);
    return routes.abroad.payment({ feito: '1' });
  });
}
