import { type DraftStep, type DraftValues, fieldsOfStep, readDraft } from '#lib/contract/abroad-draft.schema.ts';
import { knownValues } from '#lib/rules/abroad/known-values.ts';
import { firstMessages } from '#lib/words/validation.ts';
import type { StudentRow } from './queries.ts';

/** The step of a field. A field outside the form is a document. */
export function stepOf(field: string): DraftStep {
  const steps = Object.keys(fieldsOfStep) as DraftStep[];
  return steps.find((step) => fieldsOfStep[step].some((name) => name === field)) ?? 'documentos';
}

/** The first values of a new form: from the registration and its guardian. */
export const firstValues = (student: StudentRow): DraftValues => knownValues(student, guardianOf(student.guardian));

/** The guardian in the registration, if it has the details. */
export function registeredGuardian({ guardian }: Pick<StudentRow, 'guardian'>): { cpf: string; email: string } | null {
  const { cpf, email } = guardianOf(guardian);
  return cpf && email ? { cpf, email } : null;
}

function guardianOf(json: string | null): Partial<Record<string, string>> {
  return json === null ? {} : ((JSON.parse(json) ?? {}) as Partial<Record<string, string>>);
}

/** Reads the form. @returns the request, or the problems by the contract's field names */
export function parseDraft(values: DraftValues, isMinor: boolean) {
  const { submitted, parsed } = readDraft(values, isMinor);
  return parsed.success
    ? { input: parsed.data, problems: {} }
    : { input: null, problems: firstMessages(parsed.error.issues, submitted) };
}
