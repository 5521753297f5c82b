import { z } from 'zod';
import { cleanText } from '../format/clean-text.ts';
import { KnnUsaRequestIn } from './abroad-shapes.schema.ts';
import { prefixed } from './fields.schema.ts';
import { Id } from './shapes.schema.ts';

export const DraftStep = z.enum(['dados', 'passaporte', 'turma', 'documentos', 'pagamento', 'revisao']);
export type DraftStep = z.infer<typeof DraftStep>;

/** The objects of the request, and how the form names their fields: `responsavel.cpf` is `resp_cpf`. */
const draftPrefixes = {
  endereco: '',
  contato_emergencia: 'contato_',
  responsavel: 'resp_',
  passaporte: 'passaporte_',
  visto: 'visto_',
} as const;

const { endereco, contato_emergencia, responsavel, passaporte, visto } = KnnUsaRequestIn.shape;
const person = { full_name: true, cpf: true, birth_date: true, email: true, phone: true } as const;

/** Typed fields of the form: the sections of its steps, in order. */
export const draftSections = {
  dados: {
    pessoa: KnnUsaRequestIn.pick(person),
    responsavel: prefixed(draftPrefixes.responsavel, responsavel.unwrap().unwrap()),
    endereco,
    contato_emergencia: prefixed(draftPrefixes.contato_emergencia, contato_emergencia),
    saude: KnnUsaRequestIn.pick({ restricoes: true }),
  },
  passaporte: {
    passaporte: prefixed(draftPrefixes.passaporte, passaporte.unwrap().unwrap()),
    visto: prefixed(draftPrefixes.visto, visto.unwrap().unwrap()),
  },
} as const;

const { dados, passaporte: papers } = draftSections;
const typedFields = {
  ...dados.pessoa.shape,
  ...dados.responsavel.shape,
  ...dados.endereco.shape,
  ...dados.contato_emergencia.shape,
  ...dados.saude.shape,
  ...papers.passaporte.shape,
  ...papers.visto.shape,
};
export type DraftField = keyof typeof typedFields | 'turma_id' | 'forma' | 'parcelas';

const namesOf = (sections: Readonly<Record<string, z.ZodObject>>) =>
  Object.values(sections).flatMap(({ shape }) => Object.keys(shape) as DraftField[]);

/** The fields of each step. */
export const fieldsOfStep: Readonly<Record<DraftStep, readonly DraftField[]>> = {
  dados: namesOf(dados),
  passaporte: namesOf(papers),
  turma: ['turma_id'],
  documentos: [],
  pagamento: ['forma', 'parcelas'],
  revisao: [],
};

/** The fields of the stepper, each a text as the student typed it. */
export const draftFields = Object.values(fieldsOfStep).flat();
const asTyped = z.string().overwrite(cleanText).max(1000).optional();
export const DraftValues = z.object(
  Object.fromEntries(draftFields.map((name) => [name, asTyped])) as Record<DraftField, typeof asTyped>,
);
export type DraftValues = z.infer<typeof DraftValues>;

const prefixes: Readonly<Record<string, string>> = draftPrefixes;

/** The form's name of a field of the contract: `responsavel.cpf` → `resp_cpf`; a document keeps its kind. */
export function draftFieldOf(path: string): string {
  const [first = '', second] = path.split('.');
  const prefix = prefixes[first];
  if (prefix === undefined) return first === 'documentos' && second ? second : first;
  return second === undefined ? `${prefix}full_name` : prefix + second;
}

/** The chosen trip; 0 for none or an invalid id. */
export const draftTripOf = ({ turma_id }: DraftValues): number => {
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
    turma_id: draftTripOf(values) || undefined,
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

/** Reads the form: its values in the contract’s shape, and the result of the contract’s check. */
export function readDraft(values: DraftValues, isMinor: boolean) {
  const submitted = requestOf(values, isMinor);
  return { submitted, parsed: KnnUsaRequestIn.safeParse(submitted) };
}
