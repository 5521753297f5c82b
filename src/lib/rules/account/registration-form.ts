import * as z from 'zod/mini';
import { countryAbroad } from '#lib/format/country.ts';
import { digitsOf, isCpf, isPersonName, isPhone, isState, withinBrazil } from '#lib/format/documents.ts';
import { dayOf, typedDay } from '#lib/format/typed-day.ts';
import { abroadWords } from '#lib/words/account-names.ts';
import { incompleteName, invalidEmail, required, wrongCpf, wrongPhone, wrongState } from '#lib/words/validation.ts';
import { newPassword } from '../auth/recovery-form.ts';
import {
  addressRules,
  birthDate,
  box,
  checked,
  checkedOrEmpty,
  optional,
  personName,
  text,
  ticked,
} from '../forms/field-rules.ts';
import { isMinor } from './birth-date.ts';

const consentMissing = 'Para criar o cadastro, marque que concorda';

/** The fields of the form beyond the common ones. */
export interface FormParts {
  /** A new account also chooses a password. */
  isNew: boolean;
  /** A minor without a known guardian names one. */
  asksGuardian: boolean;
  /** The franchise's host keeps the data: it knows one name, and addresses in Brazil. */
  hasHost: boolean;
}

const guardianRules = z.object({
  full_name: personName(120),
  cpf: checked(isCpf, wrongCpf),
  email: z.string().check(z.trim(), z.minLength(1, required), z.email(invalidEmail)),
  phone: checked(isPhone, wrongPhone),
  relation: text(40),
});
const guardianTexts = z.object({
  full_name: z.string(),
  cpf: z.string(),
  email: z.string(),
  phone: z.string(),
  relation: z.string(),
});

/**
 * The rules of the form; the server checks all of them again (VALID-22).
 *
 * @param today `YYYY-MM-DD`.
 */
export const RegistrationFields = (
  today: string,
  { isNew, asksGuardian, isAbroad = false }: Pick<FormParts, 'isNew' | 'asksGuardian'> & { isAbroad?: boolean },
) =>
  z.object({
    password: isNew ? newPassword : z.string(),
    /** Required if another e-mail replaces the present one. */
    current_password: z.string(),
    consent: isNew ? ticked(consentMissing) : box,
    full_name: personName(120),
    civil_name: checkedOrEmpty(isPersonName, incompleteName),
    cpf: checked(isCpf, wrongCpf),
    birth_date: birthDate(today, true),
    guardian: asksGuardian ? guardianRules : guardianTexts,
    email: z.string().check(z.trim(), z.minLength(1, required), z.email(invalidEmail)),
    phone: checked(isPhone, wrongPhone),
    ...addressRules,
    cep: isAbroad ? z.string() : addressRules.cep,
    is_abroad: box,
    country: isAbroad
      ? checked((typed) => typed === '' || countryAbroad(typed) !== null, abroadWords.countryMissing)
      : z.string(),
    region: optional(80),
    district: optional(80),
    city: optional(80),
    state: isAbroad ? z.string() : checkedOrEmpty(isState, wrongState),
  });

export type RegistrationValues = z.infer<ReturnType<typeof RegistrationFields>>;
type GuardianField = `guardian.${keyof RegistrationValues['guardian']}`;
export type RegistrationField = Exclude<keyof RegistrationValues, 'guardian'> | GuardianField;

const allSteps = [
  { key: 'person', title: 'Quem é você', fields: ['full_name', 'civil_name', 'cpf', 'birth_date'] },
  {
    key: 'guardian',
    title: 'Quem responde por você',
    fields: ['guardian.full_name', 'guardian.relation', 'guardian.cpf', 'guardian.email', 'guardian.phone'],
  },
  { key: 'contact', title: 'Como falamos com você', fields: ['email', 'current_password', 'phone'] },
  {
    key: 'address',
    title: 'Onde você mora',
    fields: [
      'cep',
      'street',
      'street_number',
      'complement',
      'district',
      'city',
      'state',
      'is_abroad',
      'country',
      'region',
    ],
  },
  { key: 'access', title: 'Sua senha', fields: ['password', 'consent'] },
] as const satisfies readonly { key: string; title: string; fields: readonly RegistrationField[] }[];

export type Step = (typeof allSteps)[number];

export const stepsFor = ({ isNew, asksGuardian }: Pick<FormParts, 'isNew' | 'asksGuardian'>): readonly Step[] =>
  allSteps.filter(({ key }) => (isNew || key !== 'access') && (asksGuardian || key !== 'guardian'));

/** The step of a field; null for a field outside the form: the user then stays on the current step. */
export function stepOf(field: string, steps: readonly Step[]): number | null {
  const at = steps.findIndex(({ fields }) => (fields as readonly string[]).includes(field));
  return at < 0 ? null : at;
}

/** The call’s field name for a form’s name, if they differ. */
export const fieldOf = (name: string): string => (name === 'guardian' ? 'guardian.full_name' : name);

/**
 * Whether the form requires a guardian: for a minor, by the typed date or the known one.
 *
 * @param today `YYYY-MM-DD`.
 */
export const needsGuardian = (typed: string, known: string, today: string): boolean =>
  isMinor(dayOf(typed || known), today);

/** The input of the call: no masks, and nothing for an empty field. */
export function toInput(
  {
    password,
    consent,
    current_password,
    guardian,
    civil_name,
    is_abroad,
    country,
    region,
    ...values
  }: RegistrationValues,
  { asksGuardian, hasHost }: Omit<FormParts, 'isNew'>,
) {
  const isAbroad = !hasHost && Boolean(is_abroad);
  const orNull = (value: string) => value.trim() || null;
  return {
    ...values,
    ...(asksGuardian && {
      guardian: { ...guardian, cpf: digitsOf(guardian.cpf), phone: withinBrazil(guardian.phone) },
    }),
    ...(!hasHost && {
      civil_name: orNull(civil_name),
      country: isAbroad ? orNull(country) : null,
      region: isAbroad ? orNull(region) : null,
    }),
    cpf: digitsOf(values.cpf),
    phone: withinBrazil(values.phone),
    cep: isAbroad ? '' : digitsOf(values.cep),
    birth_date: orNull(dayOf(values.birth_date)),
    complement: orNull(values.complement),
    district: orNull(values.district),
    city: orNull(values.city),
    state: isAbroad ? null : (orNull(values.state)?.toUpperCase() ?? null),
  };
}

type TextName = Exclude<keyof RegistrationValues, 'consent' | 'guardian' | 'is_abroad'>;

/** The first values of the form; a missing value is an empty field. */
export function formValues(user: Partial<Record<TextName, string | null>> | null): RegistrationValues {
  const value = (name: TextName) => user?.[name] ?? '';
  return {
    full_name: value('full_name'),
    civil_name: value('civil_name'),
    cpf: value('cpf'),
    birth_date: typedDay(value('birth_date')),
    email: value('email'),
    phone: value('phone'),
    cep: value('cep'),
    street: value('street'),
    street_number: value('street_number'),
    complement: value('complement'),
    district: value('district'),
    city: value('city'),
    state: value('state'),
    is_abroad: value('country') !== '',
    country: value('country'),
    region: value('region'),
    guardian: { full_name: '', cpf: '', email: '', phone: '', relation: '' },
    password: '',
    current_password: '',
    consent: false,
  };
}
