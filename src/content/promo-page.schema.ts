import { z } from 'zod';
import { isCapital, onlyCapitals } from '#lib/format/characters.ts';
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

const SEATS = 'Escreva o número de vagas, de 1 a 500';
/** One departure. */
const Turma = block({
  inicio: Day,
  fim: Day,
  inscricoes_ate: Day,
  /** As a person would say it. */
  texto: text(5, 40),
  vagas: whole(1, 500, SEATS),
  /** Seats left, as the school last counted them; absent: the page does not say. */
  restam: whole(0, 500, 'Escreva quantas vagas restam, de 0 ao total').optional(),
})
  .refine(({ inicio, fim }) => inicio <= fim, { path: ['fim'], error: 'O fim vem antes do início' })
  .refine(({ inicio, inscricoes_ate }) => inscricoes_ate < inicio, {
    path: ['inscricoes_ate'],
    error: 'As inscrições terminam antes do início',
  })
  .refine(({ vagas, restam = 0 }) => restam <= vagas, { path: ['restam'], error: 'Restam mais vagas do que existem' });

const Preco = block({
  /** The cash price. */
  a_partir_de: Reais,
  parcelas: whole(1, 36, 'Escreva o número de parcelas, de 1 a 36'),
  /** The price is in a foreign currency: what it is in reais holds on its day alone. */
  cambio: z.boolean({ error: 'Escreva true ou deixe de fora' }).optional(),
  /** What all instalments cost together, if that is more than the cash price. */
  total_parcelado: Reais.optional(),
  texto: text(20, 300),
}).refine(({ a_partir_de, total_parcelado = a_partir_de }) => total_parcelado >= a_partir_de, {
  path: ['total_parcelado'],
  error: 'O total parcelado não pode ser menor que o preço à vista',
});

/** Whose face stands beside the words of a person who went: see `people.ts`. */
const FACES = ['cachos', 'coque', 'curto', 'barba', 'grisalho', 'liso'] as const;

/** What of a page may be made up, and what a school may hide. */
const MADE_UP = ['turmas', 'preco', 'incluido', 'numeros', 'depoimentos', 'roteiro', 'perguntas'] as const;
const SECTIONS = ['numeros', 'roteiro', 'depoimentos', 'fotos', 'preco', 'turmas', 'perguntas', 'whatsapp'] as const;

export const PromoPage = block({
  /** Whose schools sell it, and whose typeface its story wears. The shell is that of the host. */
  marca: word('knn', 'phenom'),
  titulo: text(3, 40),
  /** What search engines and shared links show. */
  descricao: text(50, 160),
  tipo: word('curso', 'viagem'),
  arte: word('porta', 'londres', 'orlando'),
  promessa: text(10, 70),
  resumo: text(40, 260),
  botao: text(3, 28),
  turmas: list(Turma, 1, 6),
  local: block({
    cidade: text(2, 40),
    pais: text(2, 40),
    codigo_pais: z
      .string()
      .refine(isCapital, { error: onlyCapitals, abort: true })
      .regex(/^[A-Z]{2}$/, 'Duas letras maiúsculas, como GB'),
  }),
  preco: Preco,
  prova: block({
    titulo: text(5, 80),
    numeros: list(block({ numero: text(1, 8), texto: text(5, 48) }), 2, 3),
    depoimentos: list(
      block({ texto: text(30, 240), quem: text(2, 40), onde: text(2, 60), rosto: word(...FACES) }),
      1,
      3,
    ),
  }),
  roteiro: block({
    titulo: text(5, 80),
    texto: text(20, 240),
    etapas: list(block({ quando: text(2, 24), titulo: text(3, 60), texto: text(10, 240) }), 3, 8),
  }),
  incluido: list(text(5, 60), 4, 10),
  nao_incluido: list(text(5, 60), 1, 6),
  perguntas: list(block({ pergunta: text(8, 110), resposta: text(20, 600) }), 3, 9),
  formulario: block({ titulo: text(5, 60), texto: text(20, 240) }),
  /** Pictures that were uploaded in the panel. */
  fotos: list(
    block({ chave: z.string().regex(/^[\w-]{1,80}$/, 'Envie a foto de novo'), texto: text(5, 140) }),
    0,
    6,
  ).optional(),
  /** Answers for this page in place of the units' numbers. */
  whatsapp: z
    .string()
    .regex(/^[1-9][1-9]\d{8,9}$/, 'Escreva o telefone com DDD, como (19) 99123-4567')
    .optional(),
  /** Parts that the page leaves out. */
  ocultas: list(word(...SECTIONS), 0, SECTIONS.length).optional(),
  /** Made-up parts, for the demo: a real school's page leaves out what of them was not changed. */
  demo: list(word(...MADE_UP), 0, MADE_UP.length).optional(),
});

export type PromoPage = z.output<typeof PromoPage>;
