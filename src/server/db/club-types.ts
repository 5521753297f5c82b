import type { Generated } from 'kysely';

/** ISO-8601 UTC text. */
type Instant = string;
/** `YYYY-MM-DD`. */
type Day = string;
/** JSON kept as text. */
type Json = string;

/** The loyalty club: ledger, lots, rules, rewards, redemptions and referrals. */
export interface ClubSchema {
  /** Append-only: the balance is the sum of the confirmed entries (CLUB-14). Only `movePoints` writes here. */
  point_entries: {
    id: Generated<number>;
    user_id: number;
    tipo: 'credito' | 'debito';
    origem: string;
    descricao: string;
    /** Signed. */
    pontos: number;
    status: 'pendente' | 'confirmada' | 'cancelada';
    criado_em: Instant;
    expira_em: Day | null;
    referencia: Json | null;
    saldo_apos: Generated<number>;
    /** The other account of the double entry, which moves by the opposite amount. */
    contra: Generated<'emissao' | 'resgate' | 'expiracao' | 'ajuste'>;
    /** The rule that gave the points. */
    regra: string | null;
    /** The entry that this one reverses: an entry is reversed at most once. */
    estorno_de: number | null;
    nota: string | null;
    por_user_id: number | null;
    /** The cause of the entry, such as `presenca:55:1`: one cause moves points only once. */
    chave: string | null;
    /** When the act was done that earned the points; null: when they were given. */
    feito_em: Instant | null;
  };
  /** Derived from the entries and stored with them. Locking this row serialises a member's movements. */
  point_balances: { user_id: number; saldo: number; lancamentos: number };
  /** The rest of each credit; the credit that expires first is spent first. */
  point_lots: {
    id: Generated<number>;
    entry_id: number;
    user_id: number;
    pontos: number;
    restante: number;
    /** The last day on which the points count; `9999-12-31` if they never expire, so that they sort last. */
    expira_em: Day;
    criado_em: Instant;
  };
  point_lot_uses: { entry_id: number; lot_id: number; pontos: number };
  /** A school's changes to the rules in code. */
  point_rules: {
    escola_id: number;
    codigo: string;
    pontos: number;
    periodo: 'dia' | 'semana' | 'mes' | 'ano' | 'sempre';
    limite: number | null;
    validade_dias: number | null;
    ativo: boolean;
    atualizado_em: Instant;
    por_user_id: number | null;
  };
  /** Points that the school gave to many members at once. */
  point_batches: {
    id: Generated<number>;
    /** Whom the giver reached; `unidades` is null for all units. */
    escola_id: number | null;
    unidades: Json | null;
    audience: Json;
    /** The group in words. */
    alvo: string;
    pontos: number;
    motivo: string;
    expira_em: Day | null;
    estado: 'dando' | 'dado' | 'desfazendo' | 'desfeito';
    /** The last member of whom the job knows the outcome. */
    ate: Generated<number>;
    /** Members who got the points, and those who gave them back. */
    dados: Generated<number>;
    voltaram: Generated<number>;
    criado_em: Instant;
    por_user_id: number | null;
    concluido_em: Instant | null;
    desfeito_em: Instant | null;
  };
  /** What 1,000 points are worth to the school, in centavos. */
  club_settings: { escola_id: number; mil_pontos_centavos: number | null };
  /** Points and members by unit and hour, kept by triggers; see the step 0046. Nobody writes it. */
  point_sums: { company_id: number; hora: string; contra: string; slot: number; pontos: number };
  point_warnings: { user_id: number; expira_em: Day; dias_antes: number; criado_em: Instant };
  rewards: {
    id: Generated<number>;
    nome: string;
    descricao: string;
    imagem_url: string;
    categoria: string;
    pontos: number;
    estoque: number | null;
    limite_por_aluno: number | null;
    entrega: 'escola' | 'digital' | 'desconto';
    regras: string;
    ativo: boolean;
    valido_ate: Day | null;
    valido_de: Day | null;
    /** null: of the whole network. */
    escola_id: number | null;
    /** Key of the uploaded picture in the storage, without its folder. */
    imagem_chave: string | null;
    imagem_mime: string | null;
    imagem_bytes: number | null;
    /** The amount that a discount takes off a bill. */
    desconto_centavos: number | null;
    /** Days from the redemption within which it is picked up; null: no such rule. */
    retirada_dias: number | null;
    /** What the office's file last said of the row (0121). */
    imported: Json | null;
  };
  redemptions: {
    id: Generated<number>;
    user_id: number;
    reward_id: number;
    pontos: number;
    status: 'solicitado' | 'aprovado' | 'pronto' | 'entregue' | 'cancelado';
    codigo_retirada: string;
    pedido_em: Instant;
    atualizado_em: Instant;
    entregue_em: Instant | null;
    motivo: string | null;
    entrega: Json | null;
    por_user_id: number | null;
    /** The code of a digital reward; the school hands it over. */
    codigo_digital: string | null;
    /** The value of a discount, and the bill that it reduces: null until an open bill is large enough. */
    desconto_centavos: number | null;
    parcela_id: number | null;
    /** The last charge of that bill before the discount; later charges ask for less. */
    cobranca_antes: number | null;
    /** The last day to pick it up, as it was promised. */
    retirar_ate: Generated<Day | null>;
  };
  /** Codes of digital rewards that wait for a member. A used one is never free again. */
  reward_codes: {
    id: Generated<number>;
    reward_id: number;
    codigo: string;
    redemption_id: number | null;
    usado_em: Instant | null;
    adicionado_em: Instant;
  };
  club_codes: { user_id: number; codigo: string };
  referrals: {
    id: Generated<number>;
    /** The person who refers a friend. */
    user_id: number;
    canal: 'formulario' | 'link' | 'whatsapp';
    nome: string;
    telefone: string;
    email: string | null;
    cidade: string | null;
    cpf: string | null;
    status: 'enviada' | 'em_contato' | 'matriculada' | 'creditada' | 'recusada' | 'duplicada';
    /** The points that the enrolment brings: pending until then. */
    pontos_previstos: number;
    contrato_id: number | null;
    /** The account of the friend after enrolling: one person counts once. */
    amigo_user_id: number | null;
    motivo: string | null;
    consentimento_em: Instant;
    /** When the friend asked for contact, or the school contacted the friend. */
    pedido_em: Instant | null;
    criado_em: Instant;
  };
  referral_history: {
    id: Generated<number>;
    referral_id: number;
    status: ClubSchema['referrals']['status'];
    em: Instant;
    por_user_id: number | null;
  };
}
