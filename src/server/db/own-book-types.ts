import type { Generated } from 'kysely';

/** ISO-8601 UTC text. */
type Instant = string;
/** JSON kept as text. */
type Json = string;

/** Books, what a school’s own ones need, and batches of printed codes. */
export interface OwnBookSchema {
  livros: {
    id: Generated<number>;
    codigo: string;
    nome: string;
    linha: 'A' | 'B';
    nivel_cefr: 'A1' | 'A2' | 'B1' | 'B2' | 'C1';
    capa_url: string;
    unidades_total: number;
    /** The school whose own book it is; null: a book of the franchise. */
    escola_id: number | null;
    /** The book whose retired parts this one holds: nobody has it, and no list shows it. */
    arquivo_de: number | null;
  };
  livro_versoes: {
    id: Generated<number>;
    livro_id: number;
    /** From 1. */
    versao: number;
    /** Of all texts and files. */
    digest: string;
    /** How many parts are new, changed, and retired: `Tally`. */
    mudancas: Json;
    instalada_em: Instant;
    /** null: by a command. */
    instalada_por: number | null;
  };
  /** Sounds and covers in the store. */
  livro_arquivos: {
    id: Generated<number>;
    livro_id: number;
    /** Below the folder of the book: `unidade-1/faixa-1.mp3`. */
    caminho: string;
    /** Key of the bytes in the store, and part of their address. */
    chave: string;
    mime: string;
    tamanho_bytes: number;
    sha256: string;
  };
  /** A book that was sent in the panel and waits for its installation: the newest of each school. */
  livro_envios: {
    id: Generated<number>;
    escola_id: number;
    /** Key of the ZIP in the store; null if it has faults. */
    chave: string | null;
    nome: string;
    /** What the check found: `UploadCheck`. */
    resultado: Json;
    enviado_em: Instant;
    enviado_por: number | null;
  };
  /** Codes that were made together, for a unit. */
  livro_lotes: {
    id: Generated<number>;
    livro_id: number;
    company_id: number;
    quantidade: number;
    criado_em: Instant;
    criado_por: number | null;
    /** When the list of codes was fetched: once. */
    baixado_em: Instant | null;
  };
}
