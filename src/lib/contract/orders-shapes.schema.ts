import { z } from 'zod';
import { Centavos, Id } from './shapes.schema.ts';

export const Faixa = z.object({
  quantidade: z.int().min(1).max(6),
  valor_unitario_centavos: Centavos,
  total_centavos: Centavos,
  economia_total_centavos: Centavos,
  parcelas_max: z.int(),
});
export type Faixa = z.infer<typeof Faixa>;
export const Linha = z.enum(['A', 'B']);
export const ProductCode = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/);

export const Product = z.object({
  codigo: z.string(),
  nome: z.string(),
  descricao: z.string(),
  linha: Linha,
  imagem_url: z.string(),
  livro_id: Id.nullish(),
  nivel_cefr: z.string().nullish(),
  preco_centavos: Centavos,
  faixas: z.array(Faixa),
  exige_teste_nivel: z.boolean(),
  ativo: z.boolean(),
  estoque: z.enum(['disponivel', 'sob_encomenda', 'indisponivel']),
  prazo_dias: z.int().nullish(),
  /** The book that this student needs next. Only the list of products to order has it. */
  proximo: z.boolean().nullish(),
});
export type Product = z.infer<typeof Product>;
