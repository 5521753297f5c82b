import { z } from 'zod';
import { cleanText } from '../format/clean-text.ts';
import { MAX_PICTURE, megabytes } from '../format/limits.ts';
import type { CallSchema } from './core.ts';
import { Brand, Id, Instant } from './shapes.schema.ts';

/** Fields of an editor by name, as somebody typed them: `turmas.0.inicio` is `05/07/2027`. */
export const PromoValues = z
  .record(z.string().max(60), z.string().overwrite(cleanText).max(1_000, 'Use no máximo 1.000 caracteres'))
  .refine((values) => Object.keys(values).length <= 400, 'A página tem campos demais');
export type PromoValues = z.infer<typeof PromoValues>;

export const OnePage = z.object({ pagina: z.string().max(60) });

/** What a member of staff may do with a page. */
const PagePermissions = z.object({ edita: z.boolean(), publica: z.boolean() });

/** The last change: when and by whom. */
const By = z.object({ em: Instant, quem: z.string().nullable() });

export const PromoVersion = z.object({
  id: Id,
  /** From when visitors see it. */
  publica_em: Instant,
  criada: By,
  estado: z.enum(['no_ar', 'agendada', 'anterior']),
  /** The older version that it restores. */
  de_versao: Id.nullable(),
});
export type PromoVersion = z.infer<typeof PromoVersion>;

export const ManagedPromo = z.object({
  pagina: z.string(),
  marca: Brand,
  titulo: z.string(),
  publica: z.boolean(),
  /** The editor’s values: the draft, else the published values. */
  valores: PromoValues,
  /** The published values. */
  no_ar: PromoValues,
  /** 0: there is no draft. */
  revisao: z.int(),
  rascunho: By.nullable(),
  /** What prevents publication, by field. */
  problemas: z.record(z.string(), z.string()),
  /** Fields and lists that still hold the delivered example values, which visitors of a real school do not see. */
  exemplos: z.array(z.string()),
  versoes: z.array(PromoVersion),
  pode: PagePermissions,
  /** How many schools of the page’s brand share the page. */
  escolas: z.int(),
});
export type ManagedPromo = z.infer<typeof ManagedPromo>;

/** One below the column’s maximum, so that the next revision fits too. */
export const Revision = z.int().min(0).max(2_147_483_646);

export const staffCalls = {
  uploadPromoPicture: {
    summary: `Adds a picture to the draft: PNG, JPEG or WebP up to ${megabytes(MAX_PICTURE)}, in the field “file”`,
    ledger: 'ours',
    params: OnePage,
    body: z.object({ file: z.any() }),
    result: ManagedPromo,
  },
} satisfies Record<string, CallSchema>;
