import type { Generated } from 'kysely';

/** ISO-8601 UTC text. */
type Instant = string;
/** `YYYY-MM-DD`. */
type Day = string;
/** JSON kept as text. */
type Json = string;

/** Tables of study: contents of units, students' work on them, and teachers' activities. */
export interface PracticeSchema {
  aula_materiais: {
    aula_id: number;
    n: number;
    nome: string;
    mime: string;
    tamanho_bytes: number;
    /** Key of the bytes in the store; empty for a link. */
    chave: string;
    enviado_em: Instant;
    /** The address of a link; null for a file. */
    url: string | null;
  };
  /** `transcricao` is a list of `Fala`, `picos` a list of loudness from 0 to 100 along the track. */
  audios: {
    id: Generated<number>;
    unidade_id: number;
    faixa: number;
    titulo: string;
    url: string;
    mime: string;
    duracao_s: number;
    pagina: number | null;
    transcricao: Json;
    picos: Json;
  };
  palavras: {
    id: Generated<number>;
    unidade_id: number;
    ordem: number;
    termo: string;
    classe: string;
    traducao: string;
    exemplo: string;
    exemplo_traducao: string;
    ipa: string | null;
    audio_url: string;
    exemplo_audio_url: string | null;
  };
  testes: { id: Generated<number>; unidade_id: number; titulo: string; tempo_limite_s: number | null };
  questoes: {
    id: Generated<number>;
    teste_id: number;
    ordem: number;
    tipo: 'multipla_escolha' | 'lacuna' | 'ordenar' | 'ditado' | 'associar';
    enunciado: string;
    audio_url: string | null;
    /** `{alternativas, pares}`: what the student sees. */
    dados: Json;
    /** Every accepted answer, in the form of `Resposta`. It never leaves the server. */
    chave: Json;
    explicacao: string;
    palavra_id: number | null;
    pontos: number;
  };
  /** The contents of a unit's offline package. */
  unidade_arquivos: { unidade_id: number; url: string; tamanho_bytes: number; sha256: string };
  audio_posicoes: { user_id: number; audio_id: number; posicao_s: number; ouvido: boolean; atualizado_em: Instant };
  /** How well a student remembers a word: derived from `revisoes`, kept for queries. */
  cartoes: {
    user_id: number;
    palavra_id: number;
    estado: 'nova' | 'aprendendo' | 'revisao' | 'reaprendendo';
    vence_em: Instant;
    estabilidade: number;
    dificuldade: number;
    repeticoes: number;
    lapsos: number;
    passos: number;
    intervalo_dias: number;
    ultima_em: Instant;
  };
  /** Each rating once, by the device's time. `contada_em` is never later than its arrival. */
  revisoes: {
    user_id: number;
    palavra_id: number;
    feita_em: Instant;
    contada_em: Instant;
    nota: number;
    tempo_ms: number;
  };
  tentativas: {
    id: Generated<number>;
    user_id: number;
    teste_id: number;
    /** The device's time: the same attempt sent twice counts once. */
    iniciada_em: Instant;
    concluida_em: Instant;
    nota: number;
    /** Question id → answer. */
    respostas: Json;
  };
  metas_semanais: { user_id: number; dias_por_semana: number };
  dias_de_estudo: { user_id: number; dia: Day };
  english_tests: {
    /** Unguessable: a visitor's test belongs to the person who knows this id. */
    id: string;
    user_id: number | null;
    resume_token: string;
    convite: string | null;
    /** The item that waits for its answer. */
    offered: string | null;
    started_at: Instant;
    finished_at: Instant | null;
    result: Json | null;
  };
  english_answers: {
    test_id: string;
    position: number;
    item_id: string;
    answer: string;
    is_right: boolean;
    tempo_ms: number;
    answered_at: Instant;
  };
}
