import * as z from 'zod/mini';
import type { User } from '#lib/contract/account.schema.ts';
import { formatCpf } from '#lib/format/cpf.ts';
import { digitsOf, formatCep, formatPhone, isBrazilianPhone, isCpf } from '#lib/format/documents.ts';
import { dayOf, typedDay } from '#lib/format/typed-day.ts';
import { invalidEmail, required, wrongBrazilianPhone, wrongCpf } from '#lib/words/validation.ts';
import { addressRules, birthDate, checked, personName, text } from '../forms/field-rules.ts';

/** The rules of the payer's form; the server checks all of them again (VALID-22). @param today `YYYY-MM-DD` */
export const PayerFields = (today: string) =>
  z.object({
    full_name: personName(120),
    cpf: checked(isCpf, wrongCpf),
    birth_date: birthDate(today),
    email: z.string().check(z.trim(), z.minLength(1, required), z.email(invalidEmail)),
    phone: checked(isBrazilianPhone, wrongBrazilianPhone),
    ...addressRules,
  });

/** The receiver abroad. For a trip it is the partner school, and the form has no fields for it. */
export const ReceiverFields = (isTrip: boolean) =>
  z.object({
    nome: isTrip ? z.string() : text(120),
    pais: isTrip ? z.string() : text(60),
    conta: isTrip ? z.string() : text(120),
    motivo: z.enum(['estudos', 'viagem', 'familia', 'servicos', 'outro']),
  });
export type ReceiverValues = z.infer<ReturnType<typeof ReceiverFields>>;
export const noReceiver: ReceiverValues = { nome: '', pais: '', conta: '', motivo: 'estudos' };

/** The receiver in the call’s shape; nothing for a trip. */
export const recebedorOf = ({ nome, pais, conta, motivo }: ReceiverValues, isTrip: boolean) =>
  isTrip ? undefined : { nome: nome.trim(), pais: pais.trim(), conta: conta.trim(), motivo };

export type PayerValues = z.infer<ReturnType<typeof PayerFields>>;

/** The initial values of the form: the user’s data with masks, and empty fields for missing data. */
function payerFrom(user: Partial<Record<keyof PayerValues, string | null>> | null): PayerValues {
  const value = (name: keyof PayerValues) => user?.[name] ?? '';
  return {
    full_name: value('full_name'),
    cpf: value('cpf') && formatCpf(value('cpf')),
    birth_date: typedDay(value('birth_date')),
    email: value('email'),
    phone: value('phone') && formatPhone(value('phone')),
    cep: value('cep') && formatCep(value('cep')),
    street: value('street'),
    street_number: value('street_number'),
    complement: value('complement'),
    district: value('district'),
    city: value('city'),
    state: value('state'),
  };
}

/** The payer in the call’s shape: no masks. */
export function pagadorOf(values: PayerValues) {
  const { full_name, cpf, birth_date, email, phone } = values;
  // Picked by name, because a card form has more fields than the payer’s.
  const { cep, street, street_number, complement, district, city, state } = values;
  return {
    full_name,
    cpf: digitsOf(cpf),
    birth_date: dayOf(birth_date),
    email,
    phone: digitsOf(phone),
    endereco: {
      ...{ street, street_number, complement, district, city },
      cep: digitsOf(cep),
      state: state.trim().toUpperCase(),
    },
  };
}

/** The form's name of a field that the server refused: `pagador.endereco.cep` → `cep`. */
export const fieldOf = (name: string): string => name.split('.').at(-1) ?? name;

/** The default payer of a student: the guardian of the registration while the student is under age. */
export function usualPayer(
  user:
    | (Partial<Record<keyof PayerValues, string | null>> & {
        is_minor?: boolean;
        civil_name?: string | null | undefined;
        guardian?: User['guardian'];
      })
    | null,
): PayerValues {
  if (!user?.is_minor) return payerFrom(user && { ...user, full_name: user.civil_name || (user.full_name ?? null) });
  const { full_name, cpf, email, phone } = user.guardian ?? {};
  return payerFrom({ ...user, full_name, cpf, email, phone, birth_date: null });
}
