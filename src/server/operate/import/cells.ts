import { z } from 'zod';
import { Amount, BrazilianPhone, Cep, Cnpj, Cpf, Email, Phone, SchoolPhone } from '#lib/contract/shapes.schema.ts';
import { cleanLine } from '#lib/format/clean-text.ts';
import { countryAbroad } from '#lib/format/country.ts';
import { maskCpf } from '#lib/format/cpf.ts';
import { formatDay } from '#lib/format/dates.ts';
import { isShortenedNumber, shortenedNumber } from '#lib/format/digits.ts';
import { formatCnpj, isPersonName, isState } from '#lib/format/documents.ts';
import { formatHundredths, formatMoney } from '#lib/format/money.ts';
import { hundredthsOf } from '#lib/format/typed-amount.ts';
import { implausibleDay, isPlausibleDay } from '#lib/format/typed-day.ts';
import { shiftDay } from '#lib/rules/time/days.ts';
import { instantIn } from '#lib/rules/time/instants.ts';
import { incompleteName, wrongPhone } from '#lib/words/validation.ts';

/**
 * Contents of a table's cells, which come clean (`understand`). Every message is for the person who fills in the table.
 */

/** Text in several lines. */
export const longText = (longest: number) =>
  z.string().min(1, 'Preencha esta célula.').max(longest, `No máximo ${longest} letras.`);
export const text = (longest: number) => z.string().overwrite(cleanLine).pipe(longText(longest));
/** The name of a person, as forms take it. */
export const personName = text(120).pipe(z.string().refine(isPersonName, `${incompleteName}.`));
/** An identifier: a value that a spreadsheet shortened would be ambiguous. */
const identifier = z.string().refine((value) => !isShortenedNumber(value), shortenedNumber);
export const code = (longest: number) => identifier.pipe(text(longest));

const valid = (shape: z.ZodType<string>, message: string) =>
  identifier.transform((value, ctx) => {
    const read = shape.safeParse(value);
    if (read.success) return read.data;
    ctx.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
/** With or without punctuation; newer ones contain letters. @returns without punctuation */
export const cnpj = { read: identifier.pipe(valid(Cnpj, 'CNPJ inválido.')), write: formatCnpj, words: String };
export const email = valid(Email, 'E-mail inválido.');
/** Spreadsheets remove leading zeros. Logs and screens need not show a complete CPF. */
export const cpf = {
  read: identifier
    .transform((value) => (/^\d{8,10}$/.test(value) ? value.padStart(11, '0') : value))
    .pipe(valid(Cpf, 'CPF inválido.')),
  words: maskCpf,
};
export const phone = valid(Phone, wrongPhone);
export const brazilianPhone = valid(BrazilianPhone, wrongPhone);
export const schoolPhone = valid(SchoolPhone, wrongPhone);
/** CEPs of the city of São Paulo begin with a zero, which spreadsheets remove. */
export const cep = z
  .string()
  .transform((value) => (/^\d{4}-?\d{3}$/.test(value) ? `0${value}` : value))
  .pipe(valid(Cep, 'CEP inválido: são oito números.'));
/** Of another country; null: Brazil. */
export const country = {
  read: text(60).pipe(z.string().transform(countryAbroad)),
  write: (value: string | null) => value ?? 'Brasil',
};
export const state = z
  .string()
  .transform((value) => value.toUpperCase())
  .pipe(z.string().refine(isState, 'UF inválida: use a sigla, como SP.'));

/** Most programs write a day with the time of its beginning; what was entered later in the day is of that day too. */
const TIME = /^(\d{1,4}[/-]\d{1,2}[/-]\d{1,4})(?:[ T]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?|T00:00:00(?:\.0+)?Z)$/;
/** Days since the last of 1899, as a workbook stores a day: from 1927 to 2099. */
const SERIAL = /^(?:[1-6]\d{4}|7[0-2]\d{3})$/;
const serialWords = (serial: string) =>
  `Data inválida: o número ${serial} pode ser ${formatDay(shiftDay('1899-12-30', Number(serial)))}. Formate a coluna como data e salve de novo.`;

const dayOf = (century: (year: number) => number) =>
  z
    .string()
    .transform((value, ctx) => {
      if (!SERIAL.test(value)) return value.replace(TIME, '$1');
      ctx.addIssue({ code: 'custom', message: serialWords(value) });
      return z.NEVER;
    })
    .transform((value) =>
      value.replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/, (_all, d: string, m: string, y: string) => {
        const year = y.length === 4 ? y : String(century(Number(y)) + Number(y));
        return `${year}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
      }),
    )
    .pipe(z.iso.date('Data inválida: use dd/mm/aaaa.'));
/** `31/12/2026`, `31/12/26` or `2026-12-31`, only real days. @returns `YYYY-MM-DD` */
export const day = { read: dayOf(() => 2000).refine(isPlausibleDay, `${implausibleDay}.`), write: formatDay };
/** As `day`, for birthdays: a year in the future is refused. */
export const birthday = {
  read: dayOf((year) => (2000 + year > new Date().getFullYear() ? 1900 : 2000)),
  write: formatDay,
};

/**
 * When something happened: `2026-12-31T18:05:00-03:00`, or `31/12/2026 18:05` in the school's zone. A day alone counts
 * from its start. @returns the instant in UTC
 */
export const instant = (zone: string) =>
  z.string().transform((value, ctx) => {
    const whole = z.iso.datetime({ offset: true }).safeParse(value.replace(' ', 'T'));
    if (whole.success) return new Date(whole.data).toISOString();
    const [days = '', hours = '00:00'] = value.split(/[ T]+/, 2);
    const clock = CLOCK.exec(hours);
    const read = day.read.safeParse(days);
    if (read.success && clock) return instantIn(zone, read.data, `${clock[1]?.padStart(2, '0')}:${clock[2]}`);
    ctx.addIssue({ code: 'custom', message: 'Momento inválido: use algo como 31/12/2026 18:05.' });
    return z.NEVER;
  });
const CLOCK = /^(\d|[01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?(?:\.\d+)?$/;

const NUMBER = /^\d{1,3}(\.\d{3})*(,\d+)?$|^\d+([.,]\d+)?$/;
const isNegative = (value: string) => /^(?:R\$\s*)?[-−–]\s*(?:R\$\s*)?\d|^\((?:R\$\s*)?\d[\d.,]*\)$/.test(value);
/** `1.234,5`, `1234,5` or `1234.5`. */
const decimal = z
  .string()
  .refine((value) => !isNegative(value), { error: 'O número não pode ser negativo.', abort: true })
  .regex(NUMBER, 'Número inválido: use algo como 7,5.')
  .transform((value) => Number(value.includes(',') ? value.replaceAll('.', '').replace(',', '.') : plainDot(value)));
/** A dot before the last three figures separates thousands, as in Brazil. */
const plainDot = (value: string) => (/^\d{1,3}(\.\d{3})+$/.test(value) ? value.replaceAll('.', '') : value);

const between = (least: number, max: number) =>
  decimal.pipe(z.number().min(least, `No mínimo ${least}.`).max(max, `No máximo ${max}.`));
export const number = (least: number, max: number) => ({
  read: between(least, max),
  write: (value: number) => String(value).replace('.', ','),
  words: String,
});
export const whole = (least: number, max: number) => between(least, max).pipe(z.number().int('Use um número inteiro.'));
/** `2`, `2%` or `0,5`. @returns hundredths of a per cent */
export const percent = (max: number) => ({
  read: z
    .string()
    .transform((value) => (value.endsWith('%') ? value.slice(0, -1).trimEnd() : value))
    .pipe(between(0, max))
    .transform((value) => Math.round(value * 100)),
  write: formatHundredths,
  words: (value: number) => `${formatHundredths(value)}%`,
});
/** A computed amount, as a spreadsheet stores it: `116,666666666667`. */
const COMPUTED = /^\d{1,12}[.,]\d{4,}$/;
/** `R$ 1.234,56`. @returns centavos */
const amount = z.string().transform((value, ctx) => {
  const centavos = COMPUTED.test(value) ? Math.round(Number(value.replace(',', '.')) * 100) : hundredthsOf(value);
  const wrong = isNegative(value) ? 'O valor não pode ser negativo.' : 'Valor inválido: use algo como 1.234,56.';
  const message = centavos === null || centavos < 0 ? wrong : 'Valor alto demais.';
  if (Amount.safeParse(centavos).success) return centavos as number;
  ctx.addIssue({ code: 'custom', message });
  return z.NEVER;
});
export const money = { read: amount, write: formatHundredths, words: formatMoney };

const YES: Readonly<Record<string, boolean>> = { sim: true, s: true, x: true, nao: false, não: false, n: false };
const yesOrNo = z.string().transform((value, ctx) => {
  const known = YES[value.toLowerCase()];
  if (known !== undefined) return known;
  ctx.addIssue({ code: 'custom', message: 'Escreva sim ou não.' });
  return z.NEVER;
});
export const flag = { read: yesOrNo, write: (value: boolean) => (value ? 'sim' : 'não') };

/** One of these words, in any case. */
export const oneOf = <const Word extends string>(words: readonly [Word, ...Word[]]) =>
  z
    .string()
    .transform((value) => value.toLowerCase())
    .pipe(z.enum(words, `Use uma destas palavras: ${words.join(', ')}.`));
