import { z } from 'zod';
import { Id } from './shapes.schema.ts';

export const FoundKind = z.enum(['pessoa', 'turma', 'pedido', 'parcela', 'contato', 'pagina', 'acao', 'ajuda']);
export type FoundKind = z.infer<typeof FoundKind>;
export const Found = z.object({
  tipo: FoundKind,
  id: Id,
  titulo: z.string(),
  detalhe: z.string(),
  /** Where it is looked at, a path of the panel. */
  path: z.string(),
  /** What else can be begun with it. */
  atos: z.array(z.object({ titulo: z.string(), path: z.string() })).optional(),
});
export type Found = z.infer<typeof Found>;
