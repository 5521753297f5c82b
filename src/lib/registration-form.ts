import * as z from 'zod/mini';
import { isBirthDate } from './birth-date.ts';
import { checked, optional, text } from './field-rules.ts';
import { digitsOf, isCep, isCpf, isPhone } from './format/documents.ts';
import { invalidEmail, minLength, required } from './messages/validation.ts';

export const SHORTEST_PASSWORD = 10;
const consentMissing = 'Para criar o cadastro, marque que concorda';

/**
 * The rules of the form; the server checks all of them again (VALID-22).
 *
 * @param today `YYYY-MM-DD`. @param isNew a new account also chooses a password.
 */
export const RegistrationFields = (today: string, isNew: boolean) =>
  z.object({
    password: isNew
      ? z.string().check(z.minLength(1, required), z.minLength(SHORTEST_PASSWORD, minLength(SHORTEST_PASSWORD)))
      : z.string(),
    consent: isNew ? z.boolean().check(z.refine((isGiven) => isGiven, { error: consentMissing })) : z.boolean(),
    full_name: text(120),
    cpf: checked(isCpf, 'CPF inválido'),
    birth_date: z
      .string()
      .check(z.refine((value) => value === '' || isBirthDate(value, today), { error: 'Data inválida' })),
    email: z.string().check(z.trim(), z.minLength(1, required), z.email(invalidEmail)),
    phone: checked(isPhone, 'Telefone inválido'),
    cep: checked(isCep, 'CEP inválido'),
    street: text(160),
    street_number: text(20),
    complement: optional(80),
    district: optional(80),
    city: optional(80),
    state: z
      .string()
      .check(z.refine((value) => value === '' || /^[A-Za-z]{2}$/.test(value), { error: 'Use a sigla, como SP' })),
  });

export type RegistrationValues = z.infer<ReturnType<typeof RegistrationFields>>;

const allSteps = [
  { key: 'person', title: 'Quem é você', fields: ['full_name', 'cpf', 'birth_date'] },
  { key: 'contact', title: 'Como falamos com você', fields: ['email', 'phone'] },
  {
    key: 'address',
    title: 'Onde você mora',
    fields: ['cep', 'street', 'street_number', 'complement', 'district', 'city', 'state'],
  },
  { key: 'access', title: 'Sua senha', fields: ['password', 'consent'] },
] as const satisfies readonly { key: string; title: string; fields: readonly (keyof RegistrationValues)[] }[];

export type Step = (typeof allSteps)[number];

export const stepsFor = (isNew: boolean): readonly Step[] => allSteps.filter(({ key }) => isNew || key !== 'access');

/** The step that a field stands on; fields of no step belong to the first. */
export function stepOf(field: string): number {
  const at = allSteps.findIndex(({ fields }) => (fields as readonly string[]).includes(field));
  return Math.max(0, at);
}

/** What the call takes: no masks, and nothing where a field was left empty. */
export function toInput({ password, consent, ...values }: RegistrationValues) {
  const orNull = (value: string) => value.trim() || null;
  return {
    ...values,
    cpf: digitsOf(values.cpf),
    phone: digitsOf(values.phone),
    cep: digitsOf(values.cep),
    birth_date: orNull(values.birth_date),
    complement: orNull(values.complement),
    district: orNull(values.district),
    city: orNull(values.city),
    state: orNull(values.state)?.toUpperCase() ?? null,
  };
}

type TextName = Exclude<keyof RegistrationValues, 'consent'>;

/** What the form begins with; a missing value is an empty field. */
export function formValues(user: Partial<Record<TextName, string | null>> | null): RegistrationValues {
  const value = (name: TextName) => user?.[name] ?? '';
  return {
    full_name: value('full_name'),
    cpf: value('cpf'),
    birth_date: value('birth_date'),
    email: value('email'),
    phone: value('phone'),
    cep: value('cep'),
    street: value('street'),
    street_number: value('street_number'),
    complement: value('complement'),
    district: value('district'),
    city: value('city'),
    state: value('state'),
    password: '',
    consent: false,
  };
}
