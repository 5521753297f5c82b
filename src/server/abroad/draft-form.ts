import { KnnUsaRequestIn } from '#lib/contract/abroad.schema.ts';
import type { DraftField, DraftStep, DraftValues } from '#lib/contract/abroad-own.schema.ts';
import { Id } from '#lib/contract/shapes.schema.ts';
import { formatCpf } from '#lib/format/cpf.ts';
import { formatCep, formatPhone } from '#lib/format/documents.ts';
import { fieldsOfStep } from '#lib/rules/abroad/draft-form.ts';
import { firstMessages } from '#lib/words/validation.ts';
import type { StudentRow } from './queries.ts';

/** The contract's parent object of each field in the form. */
const parents: Readonly<Record<string, string>> = {
  endereco: '',
  contato_emergencia: 'contato_',
  responsavel: 'resp_',
  passaporte: 'passaporte_',
  visto: 'visto_',
};

/** The form's name of a field of the contract: `responsavel.cpf` → `resp_cpf`; a document keeps its kind. */
export function fieldOf(path: string): string {
  const [first = '', second] = path.split('.');
  const prefix = parents[first];
  if (prefix === undefined) return first === 'documentos' && second ? second : first;
  return second === undefined ? `${prefix}full_name` : prefix + second;
}

/** The step of a field. A field outside the form is a document. */
export function stepOf(field: string): DraftStep {
  if (field === 'turma_id') return 'turma';
  if (field === 'forma' || field === 'parcelas') return 'pagamento';
  if (/^(passaporte|visto)_/.test(field)) return 'passaporte';
  return KNOWN.has(field) ? 'dados' : 'documentos';
}

const KNOWN: ReadonlySet<string> = new Set(fieldsOfStep.dados);

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

/** An optional section counts once one of its fields is filled in. */
const section = (values: DraftValues, prefix: string, names: readonly string[]): Record<string, string> | null => {
  const all = Object.fromEntries(names.map((name) => [name, values[`${prefix}${name}` as DraftField] ?? '']));
  return Object.values(all).some((text) => text.trim() !== '') ? all : null;
};

/** The form's texts in the contract's shape, unchecked. */
function requestOf(values: DraftValues, isMinor: boolean) {
  const text = (name: DraftField) => values[name] ?? '';
  return {
    turma_id: tripOf(values) || undefined,
    full_name: text('full_name'),
    cpf: text('cpf'),
    email: text('email'),
    phone: text('phone'),
    birth_date: text('birth_date'),
    passaporte: section(values, 'passaporte_', ['numero', 'pais', 'validade']),
    visto: section(values, 'visto_', ['tipo', 'validade']),
    endereco: {
      cep: text('cep'),
      street: text('street'),
      street_number: text('street_number'),
      complement: text('complement'),
      district: text('district'),
      city: text('city'),
      state: text('state'),
    },
    contato_emergencia: {
      nome: text('contato_nome'),
      telefone: text('contato_telefone'),
      parentesco: text('contato_parentesco'),
    },
    restricoes: text('restricoes'),
    responsavel: isMinor ? section(values, 'resp_', ['full_name', 'cpf', 'email', 'phone', 'parentesco']) : null,
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
