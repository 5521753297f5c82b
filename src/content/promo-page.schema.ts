import { z } from 'zod';
import { block, list, text, whole, word } from './pieces.ts';

/**
 * A promotional page (PROMO-01) as `src/content/promo/*.yaml` has it. Its keys and messages are Portuguese, for the
 * authors of the pages. Days come in as dd/mm/aaaa and leave as ISO days, prices as reais and leave as centavos.
 */

const DAY = /^(\d{2})\/(\d{2})\/(\d{4})$/;
const Day = z
  .string({ error: 'Escreva o dia como 05/07/2027' })
  .regex(DAY, 'Escreva o dia como 05/07/2027')
  .transform((day) => day.replace(DAY, '$3-$2-$1'))
  .refine(isRealDay, 'Este dia não existe no calendário');

function isRealDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

const PRICE = 'Escreva só o número, sem R$ e sem ponto de milhar: 18900 ou 18900.50';
/** YAML reads `18.900` as eighteen: a price that small has a wrong point. */
const Reais = z
  .number({ error: PRICE })
  .min(100, PRICE)
  .max(500_000, PRICE)
  .transform((reais) => Math.round(reais * 100));

export const PromoPage = block({
  titulo: text(3, 40),
  /** What search engines and shared links show. */
  descricao: text(50, 160),
  tipo: word('curso', 'viagem'),
  arte: word('porta', 'londres', 'orlando'),
  promessa: text(10, 70),
  resumo: text(40, 260),
  botao: text(3, 28),
  datas: block({
    inicio: Day,
    fim: Day,
    inscricoes_ate: Day,
    /** As a person would say it. */
    texto: text(5, 40),
  }),
  local: block({
    cidade: text(2, 40),
    pais: text(2, 40),
    codigo_pais: z.string().regex(/^[A-Z]{2}$/, 'Duas letras maiúsculas, como GB'),
  }),
  vagas: whole(1, 500, 'Escreva o número de vagas, de 1 a 500'),
  preco: block({
    a_partir_de: Reais,
    parcelas: whole(1, 36, 'Escreva o número de parcelas, de 1 a 36'),
    texto: text(20, 300),
  }),
  prova: block({
    titulo: text(5, 80),
    numeros: list(block({ numero: text(1, 8), texto: text(5, 80) }), 2, 3),
    depoimentos: list(block({ texto: text(30, 320), quem: text(2, 40), onde: text(2, 60) }), 1, 2),
  }),
  roteiro: block({
    titulo: text(5, 80),
    texto: text(20, 240),
    etapas: list(block({ quando: text(2, 24), titulo: text(3, 60), texto: text(10, 240) }), 3, 8),
  }),
  incluido: list(text(5, 90), 4, 10),
  nao_incluido: list(text(5, 90), 1, 6),
  perguntas: list(block({ pergunta: text(8, 110), resposta: text(20, 600) }), 3, 9),
  formulario: block({ titulo: text(5, 60), texto: text(20, 240) }),
})
  .refine(({ datas }) => datas.inicio <= datas.fim, {
    path: ['datas', 'fim'],
    error: 'O fim vem antes do início',
  })
  .refine(({ datas }) => datas.inscricoes_ate < datas.inicio, {
    path: ['datas', 'inscricoes_ate'],
    error: 'As inscrições terminam antes do início',
  });

export type PromoPage = z.output<typeof PromoPage>;
