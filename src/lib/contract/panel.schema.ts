import { z } from 'zod';
import { Id } from './shapes.schema.ts';

export const FoundKind = z.enum(['pessoa', 'turma', 'pedido', 'parcela', 'contato', 'pagina', 'acao', 'ajuda']);
export type FoundKind = z.infer<typeof FoundKind>;
export const Found = z.object({
  tipo: FoundKind,
  id: Id,
  titulo: z.string(),
  detalhe: z.string(),
  /** The panel page that shows it. */
  path: z.string(),
  /** Actions that can be started with it. */
  atos: z.array(z.object({ titulo: z.string(), path: z.string() })).optional(),
});
export type Found = z.infer<typeof Found>;
