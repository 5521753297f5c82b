import { z } from 'zod';
import { Livro, UserBook } from './books.schema.ts';
import type { CallSchema } from './core.ts';
import { Day, Flag, Id, Instant, Line, OneId } from './shapes.schema.ts';

export const Progresso = z.object({
  unidades_total: z.int(),
  unidades_concluidas: z.int(),
  audios_ouvidos: z.int(),
  audios_total: z.int(),
  palavras_dominadas: z.int(),
  palavras_total: z.int(),
  testes_feitos: z.int(),
  testes_total: z.int(),
  percentual: z.int(),
});
export type Progresso = z.infer<typeof Progresso>;

/** Where to continue. `path` is a path of the portal. */
const Alvo = z.object({
  tipo: z.enum(['audio', 'vocabulario', 'teste', 'atividade']),
  id: Id,
  titulo: z.string(),
  path: z.string(),
  posicao_s: z.number().nullish(),
});

export const LivroProgresso = z.object({ user_book: UserBook, progresso: Progresso, continuar: Alvo.nullish() });
export type LivroProgresso = z.infer<typeof LivroProgresso>;

export const Fala = z.object({
  inicio_s: z.number(),
  fim_s: z.number(),
  locutor: z.string().nullish(),
  texto: z.string(),
  traducao: z.string().nullish(),
});
export const Audio = z.object({
  id: Id,
  faixa: z.int(),
  titulo: z.string(),
  url: z.string(),
  mime: z.string(),
  duracao_s: z.number(),
  tamanho_bytes: z.int(),
  pagina: z.int().nullish(),
  transcricao: z.array(Fala),
  /** Loudness along the track, 0 to 100: the wave is drawn before the sound loads. */
  picos: z.array(z.int()).nullish(),
  posicao_s: z.number(),
  ouvido: z.boolean(),
});
export type Audio = z.infer<typeof Audio>;
export type Fala = z.infer<typeof Fala>;
export const Cartao = z.object({
  estado: z.enum(['nova', 'aprendendo', 'revisao', 'reaprendendo']),
  vence_em: Instant,
  estabilidade: z.number(),
  dificuldade: z.number(),
  repeticoes: z.int(),
  lapsos: z.int(),
  /** The time of the last answer. The franchise’s host omits it. */
  ultima_em: Instant.nullish(),
});
export type Cartao = z.infer<typeof Cartao>;
/** How a word is practiced: by its meaning, its sound, in writing, in a gap, in a sentence, aloud. */
export const WordKind = z.enum(['significado', 'ouvir', 'digitar', 'completar', 'ordenar', 'falar']);
export type WordKind = z.infer<typeof WordKind>;
/** Seconds until the word comes back after a rating of 1 to 4 now. */
const Intervals = z.array(z.int()).length(4);
export const Palavra = z.object({
  id: Id,
  termo: z.string(),
  classe: z.string(),
  traducao: z.string(),
  exemplo: z.string(),
  exemplo_traducao: z.string(),
  ipa: z.string().nullish(),
  audio_url: z.string(),
  exemplo_audio_url: z.string().nullish(),
  imagem_url: z.string().nullish(),
  /** Set for words of several units. */
  unidade: z.object({ numero: z.int(), titulo: z.string() }).optional(),
  cartao: Cartao.nullish(),
  intervalos_s: Intervals.nullish(),
});
export type Palavra = z.infer<typeof Palavra>;
export const TesteResumo = z.object({
  id: Id,
  titulo: z.string(),
  questoes_total: z.int(),
  tempo_limite_s: z.int().nullish(),
  tentativas: z.int(),
  melhor_nota: z.number().nullish(),
  ultima_em: Instant.nullish(),
});
export type TesteResumo = z.infer<typeof TesteResumo>;
/** What a reader did in a unit: `palavras_vistas` have a card, `melhor_nota` is the best of its tests. */
export const Feito = z.object({
  audios_ouvidos: z.int(),
  audios_total: z.int(),
  palavras_vistas: z.int(),
  palavras_total: z.int(),
  melhor_nota: z.number().nullish(),
});
export type Feito = z.infer<typeof Feito>;
export const Unidade = z.object({
  id: Id,
  numero: z.int(),
  titulo: z.string(),
  pagina_inicial: z.int().nullish(),
  concluida: z.boolean(),
  /** In a summary, whose units come without contents. */
  feito: Feito.nullish(),
  audios: z.array(Audio),
  vocabulario: z.array(Palavra),
  testes: z.array(TesteResumo),
  pacote_offline: z.object({ tamanho_bytes: z.int(), versao: z.string() }),
});
export type Unidade = z.infer<typeof Unidade>;
export const LivroConteudo = z.object({ livro: Livro, user_book_id: Id, unidades: z.array(Unidade) });
export type LivroConteudo = z.infer<typeof LivroConteudo>;

/** A question as the student sees it, without the answer key. */
export const Questao = z.object({
  id: Id,
  tipo: z.enum(['multipla_escolha', 'lacuna', 'ordenar', 'ditado', 'associar']),
  enunciado: z.string(),
  audio_url: z.string().nullish(),
  imagem_url: z.string().nullish(),
  alternativas: z.array(z.object({ id: z.string(), texto: z.string() })).nullish(),
  pares: z.array(z.object({ id: z.string(), texto: z.string() })).nullish(),
  pontos: z.int(),
});
export type Questao = z.infer<typeof Questao>;
/** A text or the id of an option; for `ordenar` option ids in order, for `associar` `left:right`. Empty: no answer. */
const Answer = z.union([Line(500), z.array(Line(200)).max(30)]);
const Resposta = z.object({ questao_id: Id, resposta: Answer });
/** A unit that an action finished, and the points that it earned: only in the answer to that action. */
export const FinishedUnit = z.object({ id: Id, numero: z.int(), titulo: z.string(), pontos_ganhos: z.int() });
export type FinishedUnit = z.infer<typeof FinishedUnit>;
/**
 * `resposta_certa`: the first accepted answer, if another one was given. `pontos_ganhos`: with an exercise that is
 * submitted now. `concluidas`: with a test.
 */
export const Corrected = z.object({
  nota: z.number(),
  itens: z.array(
    z.object({ questao_id: Id, certa: z.boolean(), explicacao: z.string(), resposta_certa: Answer.nullish() }),
  ),
  pontos_ganhos: z.int().optional(),
  concluidas: z.array(FinishedUnit).optional(),
});
export type Corrected = z.infer<typeof Corrected>;
/**
 * The Monday of the week, the days of study so far, and the student’s goal of days. `semanas_seguidas`: consecutive weeks
 * that reached today’s goal, up to this week or the one before it.
 */
export const Goal = z.object({
  feitos: z.int(),
  meta: z.int(),
  semana: Day,
  dias: z.array(Day),
  semanas_seguidas: z.int(),
});
export type Goal = z.infer<typeof Goal>;

/** The position of a unit in its book. */
export const UnitNumber = z.int().min(1).max(999);

/** With a unit’s number, the other units of its book come without contents. `resumo`: all units do. */
export const ContentsQuery = z.object({
  unidade: z.coerce.number<string | number>().pipe(UnitNumber).optional(),
  resumo: Flag.optional(),
});
export const TestPaper = z.object({ id: Id, titulo: z.string(), questoes: z.array(Questao) });
/** The answers to a test. */
export const Answers = z.array(Resposta).max(100);
/** An assignment of a class that corrects itself. `feito`: its answers by question, once submitted. */
export const Exercise = TestPaper.extend({
  turma_aluno_id: Id,
  nota_maxima: z.number(),
  feito: Corrected.extend({ respostas: z.record(z.string(), Answer) }).nullable(),
});
export type Exercise = z.infer<typeof Exercise>;

/**
 * Words of a day of study: how many are still due, how many were practiced in it, and how many are due the next day once
 * none is left.
 */
export const WordsOfDay = z.object({ words: z.int(), words_done: z.int(), words_tomorrow: z.int() });
export type WordsOfDay = z.infer<typeof WordsOfDay>;

/** A card after a rating. */
export const ReviewedCard = Cartao.extend({ palavra_id: Id, intervalos_s: Intervals });
export type ReviewedCard = z.infer<typeof ReviewedCard>;
export const Reviewed = z.object({ cartoes: z.array(ReviewedCard), concluidas: z.array(FinishedUnit) });
export type Reviewed = z.infer<typeof Reviewed>;

export const calls = {
  listMyBooks: { summary: 'Own books with progress', ledger: 'API-29', result: z.array(LivroProgresso) },
  listBookContents: {
    summary: "Content of a user's books",
    ledger: 'API-30',
    params: OneId,
    query: ContentsQuery,
    result: z.array(LivroConteudo),
  },
} satisfies Record<string, CallSchema>;
