import { z } from 'zod';
import { firstForbidden, notAllowed } from '../format/characters.ts';
import { cleanLine, cleanText } from '../format/clean-text.ts';
import { countryAbroad } from '../format/country.ts';
import { isShortenedNumber, shortenedNumber } from '../format/digits.ts';
import {
  digitsOf,
  isBrazilianPhone,
  isCep,
  isCnpj,
  isCpf,
  isPersonName,
  isPhone,
  isState,
  plainCnpj,
  withinBrazil,
} from '../format/documents.ts';
import { implausibleDay, isPlausibleDay, wrongDay } from '../format/typed-day.ts';
import { MAX_BODY_BYTES } from './core.ts';
import type { InputMeta } from './fields.schema.ts';

/** How a browser treats a field of this shape: see `fieldsOf`. */
const typed = (input: InputMeta) => ({ 'x-input': input });

/**
 * Shapes that every area shares: see the notation of the field lists. Limits keep a single value from filling a body.
 */

/** A whole number that fits a database column. */
export const Whole = z.int().min(-2_147_483_648).max(2_147_483_647);
export const Id = Whole.min(1);
/** An id in a path or a query arrives as text. */
export const IdParam = z.coerce.number<string | number>().pipe(Id);
/** The parameters of a call about one thing. */
export const OneId = z.object({ id: IdParam });
export const Uuid = z.uuid();
/** A calendar day of the school, `YYYY-MM-DD`, real days only (VALID-05). */
const RealDay = z.iso.date({ error: ({ input }) => (typeof input === 'string' ? wrongDay(input) : undefined) });
export const Day = RealDay.refine(isPlausibleDay, implausibleDay);
/** A distant day: its field is typed as `25/12/2001`, and the form parses it (`dayOf`). */
const farDay = { type: 'text', inputmode: 'numeric', maxlength: 10, 'data-mask': 'day' } as const;
export const FarDay = Day.meta(typed({ ...farDay, autocomplete: 'off' }));
/** Whether a date of birth is possible depends on today: see `birthProblem`. */
export const BirthDate = RealDay.meta(typed({ ...farDay, autocomplete: 'bday' }));
/** An instant, ISO-8601 in UTC with `Z`; nanoseconds at most. */
export const Instant = z.iso.datetime().max(30);
export const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
export const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
/** The sum of a whole month, also if a page shows a part of it. */
export const MonthSum = z.object({ mes: Month, soma: z.int() });
export const Centavos = z.int();
/** An amount of a bill, as somebody writes it: up to R$ 100.000,00. */
export const Amount = z.int().min(0).max(10_000_000);
export const Points = z.int();
/** A text typed in one line, cleaned (`cleanLine`); may be empty. Every text of a client starts with this. */
export const Line = (max = 200) => z.string().overwrite(cleanLine).max(max);
export const Text = (max = 200) => Line(max).min(1);
/** A text typed in several lines, cleaned (`cleanText`). */
export const LongText = (max: number) => z.string().overwrite(cleanText).min(1).max(max);
const nullIfEmpty = (text: string) => (text === '' ? null : text);
/** Text that may be absent, null or empty; empty means null. */
export const OptionalText = (max = 200) => Line(max).transform(nullIfEmpty).nullish();
/** Text in several lines that may be absent, null or empty; empty means null. */
export const OptionalLongText = (max: number) =>
  z.string().overwrite(cleanText).max(max).transform(nullIfEmpty).nullish();
/** A flag in a query: `true`, `false`, `1`, `0`. */
export const Flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

/** Eleven digits with right check digits; it removes masks (VALID-22). */
export const Cpf = Line(20)
  .transform(digitsOf)
  .refine(isCpf, 'CPF inválido')
  .meta(typed({ inputmode: 'numeric', autocomplete: 'off' }));
/**
 * A valid telephone number; it removes masks and what `withinBrazil` removes (VALID-22). A foreign number begins with
 * `+`. `tel-national` needs a field of type text: `type="tel"` accepts numbers with their country only.
 */
export const Phone = Line(25)
  .refine(isPhone, 'Telefone inválido: confira o DDD e o número. De outro país, comece com +')
  .transform(withinBrazil)
  .meta(typed({ inputmode: 'tel', autocomplete: 'tel-national' }));
/** A number within Brazil, for payment providers that know no other. */
export const BrazilianPhone = Line(25)
  .refine(isBrazilianPhone, 'Telefone inválido: confira o DDD e o número')
  .transform(withinBrazil)
  .meta(typed({ inputmode: 'tel', autocomplete: 'tel-national' }));
/** A school may also have a number such as 0800, without an area code. */
export const SchoolPhone = Line(25)
  .refine(
    (text) => SERVICE_NUMBER.test(digitsOf(text)) || isBrazilianPhone(text),
    'Telefone inválido: confira o DDD e o número',
  )
  .transform((text) => (SERVICE_NUMBER.test(digitsOf(text)) ? digitsOf(text) : withinBrazil(text)))
  .meta(typed({ inputmode: 'tel', autocomplete: 'off' }));
const SERVICE_NUMBER = /^0[3589]00\d{6,7}$/;
/** A number of a company with right check digits, letters included; it removes masks. */
export const Cnpj = Line(25)
  .transform(plainCnpj)
  .refine(isCnpj, 'CNPJ inválido')
  .meta(typed({ autocomplete: 'off' }));
/** Eight digits; it removes masks. */
export const Cep = Line(15)
  .transform(digitsOf)
  .refine(isCep, 'CEP inválido')
  .meta(typed({ inputmode: 'numeric', autocomplete: 'postal-code' }));
/** The same, but absent, null or empty for people abroad; empty means null. */
export const OptionalCep = Line(15)
  .transform(digitsOf)
  .refine((digits) => digits === '' || isCep(digits), 'CEP inválido')
  .transform(nullIfEmpty)
  .nullish()
  .meta(typed({ inputmode: 'numeric', autocomplete: 'postal-code' }));
export const State = z
  .string()
  .overwrite(cleanLine)
  .toUpperCase()
  .max(2, 'Use a sigla, como SP')
  .refine(isState, 'Use a sigla, como SP')
  .meta(typed({ autocomplete: 'address-level1' }));
const nameInput = typed({ autocomplete: 'name' });
/** The name of a person in any spelling, such as that of a passport: two letters at least (VALID-22). */
export const PersonName = Text(120).refine(isPersonName, 'Escreva o nome completo').meta(nameInput);
/** The same, absent, null or empty; empty means null. */
export const OptionalName = Line(120)
  .refine((text) => text === '' || isPersonName(text), 'Escreva o nome completo')
  .transform(nullIfEmpty)
  .nullish()
  .meta(typed({ autocomplete: 'off' }));
/** A student’s number. A spreadsheet shortens long numbers to another student’s, so shortened ones are refused. */
export const OptionalStudentNumber = Line(20)
  .refine((text) => !isShortenedNumber(text), shortenedNumber)
  .transform(nullIfEmpty)
  .nullish();
/** A rule for a text that names the first character that is not allowed in it (VALID-15). @param forbidden one character */
export const without = (forbidden: RegExp) =>
  z.refine<string>((text) => firstForbidden(text, forbidden) === null, {
    error: ({ input }) => notAllowed(firstForbidden(String(input), forbidden) ?? ''),
    abort: true,
  });
/** The name that a visitor gives: letters of any language, without the characters of addresses and markup. */
export const VisitorName = Text(120)
  .check(without(/[<>{}[\]@\\/\d]|\p{C}/u))
  .refine((name) => /\p{L}{2}/u.test(name), 'Escreva seu nome completo, só com letras')
  .meta(nameInput);
export const Email = Line(254)
  .pipe(z.email())
  .meta(typed({ type: 'email', autocomplete: 'email' }));
/** The country of a person abroad; null: Brazil. */
export const OptionalCountry = Line(60)
  .transform(countryAbroad)
  .nullish()
  .meta(typed({ autocomplete: 'country-name' }));
const cityInput = typed({ autocomplete: 'address-level2' });
const City = Text(80).meta(cityInput);
export const OptionalCity = OptionalText(80).meta(cityInput);
export const Street = Text(160).meta(typed({ autocomplete: 'address-line1' }));
/** An e-mail that may be absent, null or empty; empty means null. */
export const OptionalEmail = Line(254)
  .transform(nullIfEmpty)
  .pipe(z.email().nullable())
  .nullish()
  .meta(typed({ type: 'email', autocomplete: 'email' }));
/** A path within the portal. Browsers drop blanks and read `\` as `/`, so neither may hide a foreign host. */
export const OwnPath = z
  .string()
  .max(300)
  .regex(/^\/(?![/\\])[^\s\\]*$/);

export const Detail = z.object({ detail: z.string() });
export type Detail = z.infer<typeof Detail>;

/** Error body: `{detail, fields?, code?}` (API-94). */
export const ErrorBody = z.object({
  detail: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  code: z.string().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

export const Page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.int(), limit: z.int(), offset: z.int() });

/** Query of a paged list. */
export const PageQuery = z.object({
  limit: z.coerce.number<string | number>().pipe(z.int().min(1).max(100)).default(20),
  offset: z.coerce.number<string | number>().pipe(z.int().min(0).max(1_000_000)).default(0),
});

/** Query of a list whose pages end at a cursor: `depois` is the `next` of the page before. */
export const CursorQuery = PageQuery.omit({ offset: true }).extend({
  depois: z
    .string()
    .regex(/^[\w-]*$/)
    .max(300)
    .optional(),
});

/** The maximum length of an undo token in a body. */
export const MAX_UNDO_TOKEN = MAX_BODY_BYTES - JSON.stringify({ desfazer: '' }).length;

/** The undo token from an action’s answer. */
export const UndoToken = z.object({
  desfazer: z
    .string()
    .regex(/^[\w.-]+$/)
    .max(MAX_UNDO_TOKEN),
});

/** Query of a list of people by name: the person before or after the page replaces `offset`. */
export const PeopleQuery = PageQuery.extend({ depois_de: IdParam.optional(), antes_de: IdParam.optional() });

export const FileInfo = z.object({
  n: z.int(),
  nome: z.string(),
  mime: z.string(),
  tamanho_bytes: z.int(),
  enviado_em: Instant,
});
export type FileInfo = z.infer<typeof FileInfo>;

export const Endereco = z.object({
  cep: z.string(),
  street: z.string(),
  street_number: z.string(),
  complement: z.string().nullish(),
  district: z.string(),
  city: z.string(),
  state: z.string(),
});
export type Endereco = z.infer<typeof Endereco>;
/** An address as a client sends it: complete, and bounded. */
export const EnderecoInput = z.object({
  cep: Cep,
  street: Street,
  street_number: Text(20),
  complement: OptionalText(80),
  district: Text(80),
  city: City,
  state: State,
});
export type EnderecoInput = z.infer<typeof EnderecoInput>;

export const Brand = z.enum(['knn', 'phenom']);
export type Brand = z.infer<typeof Brand>;
