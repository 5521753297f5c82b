import { KnnUsaRequestIn } from '#lib/contract/abroad.schema.ts';
import {
  type DraftField,
  type DraftStep,
  type DraftValues,
  draftPrefixes,
  draftSections,
  fieldsOfStep,
} from '#lib/contract/abroad-draft.schema.ts';
import { Id } from '#lib/contract/shapes.schema.ts';
import { formatCpf } from '#lib/format/cpf.ts';
import { formatCep, formatPhone } from '#lib/format/documents.ts';
import { firstMessages } from '#lib/words/validation.ts';
import type { StudentRow } from './queries.ts';

const prefixes: Readonly<Record<string, string>> = draftPrefixes;

/** The form's name of a field of the contract: `responsavel.cpf` → `resp_cpf`; a document keeps its kind. */
export function fieldOf(path: string): string {
  const [first = '', second] = path.split('.');
  const prefix = prefixes[first];
  if (prefix === undefined) return first === 'documentos' && second ? second : first;
  return second === undefined ? `${prefix}full_name` : prefix + second;
}

/** The step of a field. A field outside the form is a document. */
export function stepOf(field: string): DraftStep {
  const steps = Object.keys(fieldsOfStep) as DraftStep[];
  return steps.find((step) => fieldsOfStep[step].some((name) => name === field)) ?? 'documentos';
}

/** The first values of a new form: from the registration and its guardian. */
export function knownValues(student: StudentRow): DraftValues {
  const guardian = guardianOf(student.guardian);
  return {
    full_name: student.full_name,
    cpf: student.cpf ? formatCpf(student.cpf) : '',
    email: student.email,
    phone: student.phone ? formatPhone(student.phone) : '',
    birth_date: student.birth_date ?? '',
    cep: student.cep ? formatCep(student.cep) : '',
    street: student.street ?? '',
    street_number: student.street_number ?? '',
    complement: student.complement ?? '',
    district: student.district ?? '',
    city: student.city ?? '',
    state: student.state ?? '',
    resp_full_name: guardian.full_name ?? '',
    resp_cpf: guardian.cpf ? formatCpf(guardian.cpf) : '',
    resp_email: guardian.email ?? '',
    resp_phone: guardian.phone ? formatPhone(guardian.phone) : '',
    resp_parentesco: guardian.relation ?? '',
  };
}

/** The guardian in the registration, if it has the details. */
export function registeredGuardian({ guardian }: Pick<StudentRow, 'guardian'>): { cpf: string; email: string } | null {
  const { cpf, email } = guardianOf(guardian);
  return cpf && email ? { cpf, email } : null;
}

function guardianOf(json: string | null): Partial<Record<string, string>> {
  return json === null ? {} : ((JSON.parse(json) ?? {}) as Partial<Record<string, string>>);
}

/** The chosen trip; 0 for none or an invalid id. */
export const tripOf = ({ turma_id }: DraftValues): number => {
  const parsed = Id.safeParse(Number(turma_id));
  return parsed.success ? parsed.data : 0;
};

/** The fields of a section by the names of the contract. */
const textsOf = (values: DraftValues, { shape }: { shape: object }, prefix = '') =>
  Object.fromEntries(Object.keys(shape).map((name) => [name.slice(prefix.length), values[name as DraftField] ?? '']));

/** An optional section counts once one of its fields is filled in. */
function optional(texts: Record<string, string>) {
  return Object.values(texts).some((text) => text.trim() !== '') ? texts : null;
}

/** The form's texts in the contract's shape, unchecked. */
function requestOf(values: DraftValues, isMinor: boolean) {
  const { dados, passaporte: papers } = draftSections;
  return {
    turma_id: tripOf(values) || undefined,
    ...textsOf(values, dados.pessoa),
    passaporte: optional(textsOf(values, papers.passaporte, draftPrefixes.passaporte)),
    visto: optional(textsOf(values, papers.visto, draftPrefixes.visto)),
    endereco: textsOf(values, dados.endereco),
    contato_emergencia: textsOf(values, dados.contato_emergencia, draftPrefixes.contato_emergencia),
    ...textsOf(values, dados.saude),
    responsavel: isMinor ? optional(textsOf(values, dados.responsavel, draftPrefixes.responsavel)) : null,
    documentos: [],
    aceite_termos: true as const,
    consentimento_dados: true as const,
  };
}

/** Reads the form. @returns the request, or the problems by the contract's field names */
export function parseDraft(values: DraftValues, isMinor: boolean) {
  const given = requestOf(values, isMinor);
  const parsed = KnnUsaRequestIn.safeParse(given);
  return parsed.success
    ? { input: parsed.data, problems: {} }
    : { input: null, problems: firstMessages(parsed.error.issues, given) };
}
