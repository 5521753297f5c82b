import { z } from 'zod';
import { Day } from './shapes.schema.ts';

export const Brand = z.enum(['knn', 'phenom']);

/** Parts of a promotional page that a school may hide. */
export const PromoSection = z.enum([
  'numeros',
  'roteiro',
  'depoimentos',
  'fotos',
  'preco',
  'turmas',
  'perguntas',
  'whatsapp',
]);
export type PromoSection = z.infer<typeof PromoSection>;

const PromoDeparture = z.object({
  inicio: Day,
  fim: Day,
  inscricoes_ate: Day,
  texto: z.string(),
  vagas: z.int(),
  /** Absent: the page does not say. */
  restam: z.int().optional(),
});
export type PromoDeparture = z.infer<typeof PromoDeparture>;

const PromoPrice = z.object({
  a_partir_de: z.int(),
  parcelas: z.int(),
  cambio: z.boolean().optional(),
  total_parcelado: z.int().optional(),
  texto: z.string(),
});
export type PromoPrice = z.infer<typeof PromoPrice>;

/**
 * A promotional page as its visitors see it. Days are ISO days, prices centavos. What the school hides, and what is made
 * up, is left out: such a list is empty, such a price null.
 */
export const PromoContent = z.object({
  pagina: z.string(),
  marca: Brand,
  titulo: z.string(),
  descricao: z.string(),
  tipo: z.enum(['curso', 'viagem']),
  arte: z.enum(['porta', 'londres', 'orlando']),
  promessa: z.string(),
  resumo: z.string(),
  botao: z.string(),
  turmas: z.array(PromoDeparture),
  local: z.object({ cidade: z.string(), pais: z.string(), codigo_pais: z.string() }),
  preco: PromoPrice.nullable(),
  prova: z.object({
    titulo: z.string(),
    numeros: z.array(z.object({ numero: z.string(), texto: z.string() })),
    depoimentos: z.array(
      z.object({
        texto: z.string(),
        quem: z.string(),
        onde: z.string(),
        rosto: z.enum(['cachos', 'coque', 'curto', 'barba', 'grisalho', 'liso']),
      }),
    ),
  }),
  /** `texto` says what the picture shows to those who do not see it. */
  fotos: z.array(z.object({ chave: z.string(), texto: z.string() })),
  roteiro: z.object({
    titulo: z.string(),
    texto: z.string(),
    etapas: z.array(z.object({ quando: z.string(), titulo: z.string(), texto: z.string() })),
  }),
  incluido: z.array(z.string()),
  nao_incluido: z.array(z.string()),
  perguntas: z.array(z.object({ pergunta: z.string(), resposta: z.string() })),
  formulario: z.object({ titulo: z.string(), texto: z.string() }),
  /** The number that answers for this page in place of those of the units; ten or eleven digits. */
  whatsapp: z.string().nullable(),
  /** Whether the page offers a chat at all. */
  tem_whatsapp: z.boolean(),
});
export type PromoContent = z.infer<typeof PromoContent>;
