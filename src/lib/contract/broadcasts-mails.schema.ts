import { z } from 'zod';
import { Id, Instant, Page } from './shapes.schema.ts';

/** A mail that did not leave and is not tried any more. Its text stays on the server: it may hold a link that logs in. */
export const GivenUpMail = z.object({
  id: Id,
  tipo: z.string(),
  /** The address, masked. */
  para: z.string(),
  /** The people of this address in reach. */
  pessoas: z.array(z.string()),
  assunto: z.string(),
  criado_em: Instant,
  motivo: z.string(),
  /** Its text is still there, and its links live. */
  pode_sair: z.boolean(),
});
export type GivenUpMail = z.infer<typeof GivenUpMail>;

/** `podem_sair`: how many mails of all pages can leave again. */
export const GivenUpMailPage = Page(GivenUpMail).extend({ podem_sair: z.int() });
export type GivenUpMailPage = z.infer<typeof GivenUpMailPage>;
