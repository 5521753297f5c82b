import type { BrandKey } from '#lib/brand.ts';
import type { CefrLevel } from '#lib/contract/english-test.schema.ts';
import type { Notas } from '#lib/contract/pedagogico.schema.ts';

/** What a document said when it was emitted. Days are `YYYY-MM-DD` of the school. */
interface Snapshot {
  marca: BrandKey;
  nome: string;
  escola: { nome: string; cidade: string } | null;
  emitido_em: string;
}

type Avaliacao = Notas['periodos'][number]['avaliacoes'][number];

/** A grade report. Periods that are not released are not in it. */
export interface ReportSnapshot extends Snapshot {
  matricula: string | null;
  turma: { nome: string; livro: string; nivel: string; professor: string; inicio: string; fim: string };
  escala: Notas['escala'];
  media: number | null;
  frequencia: Notas['frequencia'];
  periodos: {
    nome: string;
    media: number | null;
    avaliacoes: Pick<Avaliacao, 'nome' | 'habilidade' | 'data' | 'nota' | 'nota_maxima'>[];
  }[];
}

/** The receipt of one paid bill. Those from before the optional parts were kept lack them. */
export interface ReceiptSnapshot extends Snapshot {
  /** Who pays by the contract; `nome` is the student. */
  pagador?: { nome: string; cpf: string | null };
  /** Who received it before the law, the document as it is written. */
  emissor?: { nome: string; documento: string | null } | null;
  curso?: string | null;
  /** `YYYY-MM`. */
  competencia?: string | null;
  vencimento?: string;
  /** Of what the amount is made. Centavos. */
  partes?: { valor: number; desconto: number; multa: number; juros: number };
  descricao: string;
  valor_centavos: number;
  pago_em: string;
  forma: string;
  /** The card and its instalments, or the txid of a Pix. */
  detalhe: string | null;
  autorizacao: string | null;
}

/** A statement of the school: what it declares in one sentence, and the facts. */
export interface DeclarationSnapshot extends Snapshot {
  matricula: string | null;
  texto: string;
  fatos: { rotulo: string; valor: string }[];
}

export type AnySnapshot = ReportSnapshot | CertificateSnapshot | ReceiptSnapshot | DeclarationSnapshot;

/** The certificate of a level test. */
export interface CertificateSnapshot extends Snapshot {
  nivel: CefrLevel;
  pontos: number;
  por_habilidade: Record<string, number>;
  feito_em: string;
  /** The last day on which it counts. */
  vale_ate: string;
}
