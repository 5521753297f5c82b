import type { WordKind } from '#lib/contract/practice.schema.ts';
import { day, flag, id, instant, integer, json, real, ref, text } from '../../core/db/columns.ts';
import { of, own } from '../../core/db/person.ts';
import { deletedWithPerson } from '../../core/db/table.ts';

export const practiceTables = {
  audio_posicoes: deletedWithPerson({
    rows: own(),
    columns: {
      user_id: ref('users'),
      audio_id: ref('audios'),
      posicao_s: real(),
      ouvido: flag().default(false),
      atualizado_em: instant(),
    },
    constraints: {
      audio_posicoes_pk: 'primary key (user_id, audio_id)',
    },
  }),
  /** How well a student remembers a word: derived from `revisoes`, stored for queries. */
  cartoes: deletedWithPerson({
    rows: own(),
    columns: {
      user_id: ref('users'),
      palavra_id: ref('palavras'),
      estado: text<'nova' | 'aprendendo' | 'revisao' | 'reaprendendo'>(20),
      vence_em: instant(),
      estabilidade: real(),
      dificuldade: real(),
      repeticoes: integer(),
      lapsos: integer(),
      passos: integer(),
      intervalo_dias: integer(),
      ultima_em: instant(),
    },
    constraints: {
      cartoes_pk: 'primary key (user_id, palavra_id)',
    },
    indexes: {
      cartoes_vencem: '(user_id, vence_em)',
    },
  }),
  /** Each rating once, by the device's time. `contada_em` is never later than its arrival. */
  revisoes: deletedWithPerson({
    rows: own(),
    columns: {
      user_id: ref('users'),
      palavra_id: ref('palavras'),
      feita_em: instant(),
      contada_em: instant(),
      nota: integer(),
      tempo_ms: integer(),
      /** How the word was practiced; null: as a card, or by an earlier version. */
      kind: text<WordKind>(20).nullable().since('0250-kinds-of-answers'),
    },
    constraints: {
      revisoes_pk: 'primary key (user_id, palavra_id, feita_em)',
    },
  }),
  tentativas: deletedWithPerson({
    rows: own(),
    columns: {
      id: id(),
      user_id: ref('users'),
      teste_id: ref('testes'),
      /** The device's time: the same attempt sent twice counts once. */
      iniciada_em: instant(),
      concluida_em: instant(),
      nota: real(),
      /** Question id → answer. */
      respostas: json(),
    },
    constraints: {
      tentativas_once: 'unique (user_id, teste_id, iniciada_em)',
    },
  }),
  metas_semanais: deletedWithPerson({
    rows: own(),
    columns: {
      user_id: ref('users').primaryKey(),
      dias_por_semana: integer(),
    },
  }),
  dias_de_estudo: deletedWithPerson({
    rows: own(),
    columns: {
      user_id: ref('users'),
      dia: day(),
    },
    constraints: {
      dias_de_estudo_pk: 'primary key (user_id, dia)',
    },
  }),
  unidade_progressos: deletedWithPerson({
    rows: of('user_book_id', 'user_books', own()),
    columns: {
      user_book_id: ref('user_books'),
      unidade_id: ref('unidades'),
      audios_ouvidos: integer().default(0),
      palavras_dominadas: integer().default(0),
      testes_feitos: integer().default(0),
      concluida_em: instant().nullable(),
      atualizado_em: instant(),
    },
    constraints: {
      unidade_progressos_pk: 'primary key (user_book_id, unidade_id)',
    },
  }),
};
