import type { DocumentoTipo, TurmaUsa } from '#lib/contract/abroad.schema.ts';
import { createRequest, listGroups } from '#lib/contract/abroad.ts';
import { draftFieldOf, draftTripOf, readDraft } from '#lib/contract/abroad-draft.schema.ts';
import type { UsaDraft } from '#lib/contract/abroad-own.schema.ts';
import type { User } from '#lib/contract/account.schema.ts';
import { routes } from '#lib/routes.ts';
import { knownValues } from '#lib/rules/abroad/known-values.ts';
import { isUnderAge } from '#lib/rules/account/birth-date.ts';
import { faultOf } from '#lib/rules/forms/chosen-file.ts';
import { abroadMessages } from '#lib/words/abroad.ts';
import { firstMessages, required } from '#lib/words/validation.ts';
import { refuse } from '../refusal.ts';
import type { Refused, Verb } from '../submit.ts';
import { valuesOf } from './step-values.ts';

/** The JSON part of the request (API-86). */
const PART = 'knn_usa_request_in';

/** The field of a document in the form. */
export const documentField = (tipo: string): string => `doc_${tipo}`;

/** The documents that the trips require, each once. A document that is optional for one trip is optional for all. */
export const documentsOf = (trips: readonly TurmaUsa[]): DocumentoTipo[] => [
  ...new Map(trips.flatMap((trip) => trip.documentos_exigidos).map((each) => [each.tipo, each])).values(),
];

/** The form’s values: the registration, overridden by typed values. */
export function wholeDraft(user: User, refused: Refused | null, today: string): UsaDraft {
  const valores = { passaporte_pais: 'Brasil', ...knownValues(user, user.guardian), ...refused?.values };
  const menor = isUnderAge(valuesOfForm(refused?.values ?? {}).birth_date ?? user.birth_date ?? '', today);
  return { id: null, valores, turma: null, documentos: [], menor, passos: [], atualizado_em: null };
}

function valuesOfForm(texts: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  return { ...valuesOf('dados', form), ...valuesOf('passaporte', form), ...valuesOf('turma', form) };
}

/**
 * Sends a request as a whole, with its documents: for hosts without drafts. After a refusal the files must be chosen
 * again.
 *
 * @param today `YYYY-MM-DD`
 */
export const sendWhole =
  (today: string): Verb =>
  async ({ api, values: texts, form }) => {
    const values = valuesOfForm(texts);
    const isMinor = isUnderAge(values.birth_date ?? '', today) === true;
    const { submitted, parsed } = readDraft(values, isMinor);
    const trip = (await api(listGroups)).find(({ id }) => id === draftTripOf(values));
    const files = (trip?.documentos_exigidos ?? []).map((kind) => ({ kind, file: fileIn(form, kind.tipo) }));
    const issues = parsed.success ? {} : firstMessages(parsed.error.issues, submitted);
    const problems: Record<string, string> = Object.fromEntries([
      ...Object.entries(issues).map(([path, words]) => [draftFieldOf(path), words] as const),
      ...(trip ? [] : [['turma_id', abroadMessages.tripMissing] as const]),
      ...(isMinor && !submitted.responsavel ? [['resp_full_name', required] as const] : []),
      ...files.flatMap(({ kind, file }) => faultIn(kind, file)),
      ...(hasAgreed(form) ? [] : [['aceites', abroadMessages.termsMissing] as const]),
    ]);
    if (!parsed.success || Object.keys(problems).length > 0) return refuse(problems);
    const sent = files.flatMap(({ kind, file }) => (file ? [{ tipo: kind.tipo, file }] : []));
    const documentos = sent.map(({ tipo }) => ({ tipo, arquivo: tipo }));
    const body = new FormData();
    body.set(PART, JSON.stringify({ ...parsed.data, documentos }));
    for (const { tipo, file } of sent) body.set(tipo, file);
    await api(createRequest, { body });
    return routes.abroad.home({ feito: 'enviado' });
  };

const hasAgreed = (form: FormData) => form.has('aceite_termos') && form.has('consentimento_dados');

/** The chosen file of a document; null for none. */
function fileIn(form: FormData, tipo: string): File | null {
  const submitted = form.get(documentField(tipo));
  return submitted instanceof File && (submitted.name !== '' || submitted.size > 0) ? submitted : null;
}

function faultIn(
  { tipo, obrigatorio, formatos, tamanho_max_bytes: max }: DocumentoTipo,
  file: File | null,
): (readonly [field: string, words: string])[] {
  const fault = file || obrigatorio ? faultOf(file, { formats: formatos, max }) : null;
  return fault ? [[documentField(tipo), fault]] : [];
}
