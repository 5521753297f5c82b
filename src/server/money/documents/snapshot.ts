import type { CefrLevel } from '#content/pieces.ts';
import type { BrandKey } from '#lib/brand.ts';
import type { Notas } from '#lib/contract/pedagogico.schema.ts';

/** The contents of a document on the day it was emitted. Days are `YYYY-MM-DD` of the school. */
interface Snapshot {
  marca: BrandKey;
  nome: string;
  escola: { nome: string; cidade: string } | null;
  emitido_em: string;
}

type Avaliacao = Notas['periodos'][number]['avaliacoes'][number];

/** A grade report, with released periods only. */
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

/** The receipt of one paid bill. Older receipts lack the optional parts. */
export interface ReceiptSnapshot extends Snapshot {
  /** The payer by the contract; `nome` is the student. */
  pagador?: { nome: string; cpf: string | null };
  /** The legal recipient, with its CPF or CNPJ as written. */
  emissor?: { nome: string; documento: string | null } | null;
  curso?: string | null;
  /** `YYYY-MM`. */
  competencia?: string | null;
  vencimento?: string;
  /** The parts of the amount, in centavos. */
  partes?: { valor: number; desconto: number; multa: number; juros: number; antes?: number };
  descricao: string;
  valor_centavos: number;
  pago_em: string;
  forma: string;
  /** The card and its instalments, or the txid of a Pix. */
  detalhe: string | null;
  autorizacao: string | null;
}

/** A statement of the school: its declaration in one sentence, and the facts. */
export interface DeclarationSnapshot extends Snapshot {
  matricula: string | null;
  texto: string;
  fatos: { rotulo: string; valor: string }[];
}

/** All payments and refunds within a year, by payer and recipient. */
export interface PaymentsSnapshot extends Snapshot {
  ano: number;
  /** The last day included: for the current year, the day of emission. */
  ate: string;
  grupos: {
    pagador: { nome: string; cpf: string | null };
    emissor: { nome: string; documento: string | null } | null;
    /** Sorted by day. Amounts in centavos, negative for returned money. */
    linhas: { dia: string; descricao: string; forma: string; valor_centavos: number }[];
    total_centavos: number;
  }[];
}

export type AnySnapshot =
  | ReportSnapshot
  | CertificateSnapshot
  | ReceiptSnapshot
  | DeclarationSnapshot
  | PaymentsSnapshot;

/** The certificate of a level test. */
export interface CertificateSnapshot extends Snapshot {
  nivel: CefrLevel;
  pontos: number;
  por_habilidade: Record<string, number>;
  feito_em: string;
  /** The last day on which it is valid. */
  vale_ate: string;
}
