import type { Generated } from 'kysely';

/** ISO-8601 UTC text. */
type Instant = string;
/** Fields of the editor by name, JSON kept as text. */
type Values = string;

/** What schools change on promotional pages. A page without a row is as its file in `src/content/promo` has it. */
export interface PromoSchema {
  promo_drafts: {
    pagina: string;
    valores: Values;
    /** Grows with each change: two people who edit at once notice each other. */
    revisao: number;
    mudado_em: Instant;
    mudado_por: number | null;
  };
  promo_versions: {
    id: Generated<number>;
    pagina: string;
    valores: Values;
    /** Visitors see the version with the latest moment that has come. */
    publica_em: Instant;
    criada_em: Instant;
    criada_por: number | null;
    /** The older version that this one brings back. */
    de_versao: number | null;
  };
  promo_pictures: {
    id: Generated<number>;
    pagina: string;
    imagem_chave: string;
    imagem_mime: string;
    imagem_bytes: number;
    enviada_em: Instant;
  };
}
