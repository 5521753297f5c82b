import { z } from 'zod';

/** Shapes that every area shares: see the notation of the field lists. Limits keep a single value from filling a body. */

export const Id = z.int().min(1).max(2_147_483_647);
/** An id in a path or a query arrives as text. */
export const IdParam = z.coerce.number<string | number>().pipe(Id);
export const Uuid = z.uuid();
/** A calendar day of the school, `YYYY-MM-DD`, real days only (VALID-05). */
export const Day = z.iso.date();
/** An instant, ISO-8601 in UTC with `Z`. */
export const Instant = z.iso.datetime();
export const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
export const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
export const Centavos = z.int();
export const Points = z.int();
export const Text = (max = 200) => z.string().trim().min(1).max(max);
/** Text that may be left out, null or empty; empty means null. */
export const OptionalText = (max = 200) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => (text === '' ? null : text))
    .nullish();
/** A flag in a query: `true`, `false`, `1`, `0`. */
export const Flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

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

export const Brand = z.enum(['knn', 'phenom']);
export type Brand = z.infer<typeof Brand>;
