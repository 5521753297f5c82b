import { formatDay } from '#lib/format/dates.ts';
import { formatCep, formatPhone } from '#lib/format/documents.ts';

const shapes: Readonly<Record<string, (text: string) => string>> = {
  phone: formatPhone,
  'guardian.phone': formatPhone,
  cep: formatCep,
  birth_date: formatDay,
};

/** A value of a person for reading: with its mask, or `vazio` without a value. */
export const personFieldText = (field: string, value: string | null | undefined): string =>
  value ? (shapes[field]?.(value) ?? value) : 'vazio';
