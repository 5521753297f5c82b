import { id, instant, integer, json, real, ref, text } from '../../core/db/columns.ts';
import { own } from '../../core/db/person.ts';
import { impersonal, retainedAfterErasure } from '../../core/db/table.ts';

export const booksTables = {
  livros: impersonal('o catálogo: igual para todos', {
    columns: {
      id: id(),
      codigo: text(30).unique(),
      nome: text(120),
      linha: text<'A' | 'B'>(1),
      nivel_cefr: text<'A1' | 'A2' | 'B1' | 'B2' | 'C1'>(2),
      capa_url: text(300),
      unidades_total: integer(),
      /** The school whose own book it is; null: a book of the franchise. */
      escola_id: ref('schools', 'cascade').nullable(),
      /** Set for an archive of retired parts: it has no readers, and no list shows it. */
      arquivo_de: ref('livros', 'cascade').nullable(),
    },
    indexes: {
      livros_escola: '(escola_id)',
      livros_arquivo: '(arquivo_de)',
    },
  }),
  livro_versoes: impersonal('da escola: quem instalou é só um número, que sai com a conta', {
    columns: {
      id: id(),
      livro_id: ref('livros'),
      /** From 1. */
      versao: integer(),
      /** The digest of all texts and files. */
      digest: text(64),
      /** How many parts are new, changed, and retired: `Tally`. */
      mudancas: json(),
      instalada_em: instant(),
      /** null: by a command. */
      instalada_por: ref('users').nullable().actor(),
    },
    constraints: {
      livro_versoes_once: 'unique (livro_id, versao)',
    },
  }),
  /** Sounds and covers in the store. */
  livro_arquivos: impersonal('da escola: sons e capas de livros dela', {
    columns: {
      id: id(),
      livro_id: ref('livros'),
      /** Relative to the folder of the book: `unidade-1/faixa-1.mp3`. */
      caminho: text(120),
      /** Key of the bytes in the store, and part of their address. */
      chave: text(80).unique(),
      mime: text(40),
      tamanho_bytes: integer(),
      sha256: text(64),
    },
    indexes: {
      livro_arquivos_book: '(livro_id)',
    },
  }),
  /** An uploaded book that waits for its installation, the newest of each school. */
  livro_envios: impersonal('da escola: quem enviou é só um número, que sai com a conta', {
    columns: {
      id: id(),
      escola_id: ref('schools'),
      /** Key of the ZIP in the store; null if it has faults. */
      chave: text(80).nullable(),
      nome: text(200),
      /** The result of the check: `UploadCheck`. */
      resultado: json(),
      enviado_em: instant(),
      enviado_por: ref('users').nullable().actor(),
    },
  }),
  /** Batches of codes, each for a unit. */
  livro_lotes: impersonal('da escola: quem criou é só um número, que sai com a conta', {
    columns: {
      id: id(),
      livro_id: ref('livros'),
      company_id: ref('companies'),
      quantidade: integer(),
      created_at: instant(),
      criado_por: ref('users').nullable().actor(),
      /** When the list of codes was downloaded, which is possible once. */
      baixado_em: instant().nullable(),
    },
  }),
  /** `transcricao` is a list of `Fala`, `picos` a list of loudness from 0 to 100 along the track. */
  audios: impersonal('o catálogo: igual para todos', {
    columns: {
      id: id(),
      unidade_id: ref('unidades'),
      faixa: integer(),
      titulo: text(120),
      url: text(300),
      mime: text(60),
      duracao_s: real(),
      pagina: integer().nullable(),
      transcricao: json(),
      picos: json(),
    },
    constraints: {
      audios_unidade_faixa: 'unique (unidade_id, faixa)',
    },
  }),
  palavras: impersonal('o catálogo: igual para todos', {
    columns: {
      id: id(),
      unidade_id: ref('unidades'),
      ordem: integer(),
      termo: text(80),
      classe: text(40),
      traducao: text(120),
      exemplo: text(300),
      exemplo_traducao: text(300),
      ipa: text(80).nullable(),
      audio_url: text(300),
      exemplo_audio_url: text(300).nullable(),
    },
    constraints: {
      palavras_unidade_ordem: 'unique (unidade_id, ordem)',
    },
  }),
  testes: impersonal('o catálogo: igual para todos', {
    columns: {
      id: id(),
      unidade_id: ref('unidades'),
      titulo: text(120),
      tempo_limite_s: integer().nullable(),
    },
    indexes: {
      testes_unidade: '(unidade_id)',
    },
  }),
  questoes: impersonal('o catálogo: igual para todos', {
    columns: {
      id: id(),
      teste_id: ref('testes'),
      ordem: integer(),
      tipo: text<'multipla_escolha' | 'lacuna' | 'ordenar' | 'ditado' | 'associar'>(20),
      enunciado: text(),
      audio_url: text(300).nullable(),
      /** `{alternativas, pares}`: what the student sees. */
      dados: json(),
      /** Every accepted answer, in the form of `Resposta`. It never leaves the server. */
      chave: json(),
      explicacao: text(),
      palavra_id: ref('palavras').nullable(),
      pontos: integer(),
    },
    constraints: {
      questoes_teste_ordem: 'unique (teste_id, ordem)',
    },
  }),
  /** The contents of a unit's offline package. */
  unidade_arquivos: impersonal('o catálogo: igual para todos', {
    columns: {
      unidade_id: ref('unidades'),
      url: text(300),
      tamanho_bytes: integer(),
      sha256: text(64),
    },
    constraints: {
      unidade_arquivos_pk: 'primary key (unidade_id, url)',
    },
  }),
  unidades: impersonal('o catálogo: igual para todos', {
    columns: {
      id: id(),
      livro_id: ref('livros'),
      numero: integer(),
      titulo: text(120),
      pagina_inicial: integer().nullable(),
      audios_total: integer().default(0),
      palavras_total: integer().default(0),
      testes_total: integer().default(0),
    },
    constraints: {
      unidades_livro_numero: 'unique (livro_id, numero)',
    },
  }),
  user_books: retainedAfterErasure({
    rows: own(),
    columns: {
      id: id().retained(),
      uuid: text(36).unique().retained().secret(),
      code: text(40).unique().retained().secret(),
      livro_id: ref('livros').retained(),
      user_id: ref('users').nullable().emptied(),
      linked_at: instant().nullable().emptied(),
      expires_at: instant().nullable().retained(),
      /** Its batch; null: a copy from an import. */
      lote_id: ref('livro_lotes').nullable().retained().secret(),
      /** The school for which it was made; null: unknown. */
      escola_id: ref('schools', 'no action').nullable().retained().secret(),
      /** The values of the last import (0121). */
      imported: json().nullable().emptied().secret(),
    },
    indexes: {
      user_books_user: '(user_id)',
      user_books_batch: '(lote_id)',
    },
  }),
};
