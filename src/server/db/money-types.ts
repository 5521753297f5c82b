import type { Generated } from 'kysely';
import type { Way } from '#lib/contract/finance.schema.ts';
import type { AccountKind } from '../ports/payments/account-settings.ts';

/** ISO-8601 UTC text. */
type Instant = string;
/** `YYYY-MM-DD`. */
type Day = string;
/** JSON kept as text. */
type Json = string;

/** Bills, their payments, orders and exchange. Amounts are centavos. */
export interface MoneySchema {
  contratos: {
    id: Generated<number>;
    user_id: number;
    descricao: string;
    inicio: Day;
    fim: Day;
    responsavel: string;
    /** `pedido`, `cambio` and `viagem`: bills that the portal made for its own sales. */
    origem: Generated<'curso' | 'pedido' | 'cambio' | 'viagem'>;
  };
  parcelas: {
    id: Generated<number>;
    contrato_id: number;
    user_id: number;
    /** The unit that the money belongs to; null: its person has no enrolment (0110). */
    company_id: number | null;
    descricao: string;
    numero: number;
    total: number;
    competencia: string;
    vencimento: Day;
    valor_centavos: number;
    desconto_centavos: number;
    multa_centavos: number;
    juros_centavos: number;
    /** Discounts of the club, whatever the day of payment. */
    credito_centavos: Generated<number>;
    /** A discount of the office, whatever the day of payment. */
    abatimento_centavos: Generated<number>;
    /** What came in for the bill without paying it whole. */
    pago_parcial_centavos: Generated<number>;
    /** The office waived fine and interest. */
    sem_encargos: Generated<boolean>;
    /** The contract whose bills replace this one. */
    novo_contrato_id: number | null;
    /** `em_processamento`: a card payment holds it. */
    status: 'aberta' | 'em_processamento' | 'paga' | 'cancelada';
    pago_em: Instant | null;
    forma: Way | null;
    parcelas_max: number;
    pedido_id: number | null;
    cambio_id: number | null;
    usa_pagamento_id: number | null;
    /** The charge that holds the bill or paid it. */
    charge_id: number | null;
    /** What the office's file last said of the row (0121). */
    imported: Json | null;
  };
  /** Days without lessons, of a school or of one of its units. */
  closed_days: {
    id: Generated<number>;
    school_id: number;
    company_id: number | null;
    day: Day;
    name: string;
    /** Due days move past a holiday; a recess of the school alone moves none. */
    is_holiday: Generated<boolean>;
  };
  charges: {
    id: Generated<number>;
    /** Our reference at the provider, and the txid of a Pix. */
    txid: string;
    user_id: number;
    forma: Way;
    /** `balcao`: the office took the money. */
    provider: string;
    valor_centavos: number;
    /** `criando`: the provider has not answered yet. `desfeita`: the office took its note of a payment back. */
    status: 'criando' | 'ativa' | 'em_analise' | 'paga' | 'recusada' | 'expirada' | 'removida' | 'desfeita';
    /** The set of bills of a running Pix charge. */
    chave: string | null;
    br_code: string | null;
    criada_em: Instant;
    expira_em: Instant | null;
    pago_em: Instant | null;
    /** When the provider was last asked about the charge. */
    consultada_em: Instant | null;
    bandeira: string | null;
    /** The last four digits of the card: nothing more of it is stored anywhere (FIN-07). */
    final: string | null;
    parcelas: number;
    codigo_autorizacao: string | null;
    nsu: string | null;
    motivo: string | null;
    /** Of a boleto. */
    linha_digitavel: string | null;
    codigo_barras: string | null;
    /** Its paper: it names the payer, so only the owner of the bill gets it. */
    boleto_url: string | null;
    /** Where the card is given, at the payment house. */
    pagina_url: string | null;
    vence_em: Day | null;
    /** When the bank was told that a code ended before its time. */
    fim_avisado_em: Instant | null;
    /** When a paid charge is looked at again, for money that went back since. */
    rever_em: Instant | null;
  };
  charge_items: {
    charge_id: number;
    parcela_id: number;
    valor_centavos: number;
    /** The parts of the amount; null in older charges. */
    multa_centavos: number | null;
    juros_centavos: number | null;
  };
  idempotency_keys: {
    /** The owner of the intent, such as `user:1`. */
    owner: string;
    key: string;
    call: string;
    /** A keyed hash: the body may hold a card. */
    body_hash: string;
    charge_id: number | null;
    answer: Json | null;
    created_at: Instant;
  };
  payment_events: { provider: string; event_id: string; txid: string; kind: string; received_at: Instant };
  refunds: {
    id: Generated<number>;
    charge_id: number;
    /** The bill that the charge is for; null if unknown. */
    parcela_id: number | null;
    /** Negative: a return that was taken back, such as a lost dispute of a card. */
    valor_centavos: number;
    motivo: string;
    status: 'pedida' | 'feita';
    pedida_em: Instant;
    feita_em: Instant | null;
    tentativas: Generated<number>;
    /** No try before it. */
    tentar_em: Instant | null;
    /** Where the payer of a boleto says into which account the money goes. */
    link_do_pagador: string | null;
    /** Who said that the money went back outside the portal; null: the portal sent it. */
    fora: 'banco' | 'escola' | null;
  };
  /** A unit's own account at a bank or payment house. A row whose account ended is kept for its charges. */
  payment_accounts: {
    id: Generated<number>;
    company_id: number;
    tipo: AccountKind;
    recebedor: string;
    documento_mascarado: string;
    instituicao: string;
    cidade: string;
    /** Keys and certificates: sealed under SECRET. */
    ajustes: string;
    criada_em: Instant;
    encerrada_em: Instant | null;
    conciliada_ate: Instant | null;
    /** A list that failed is not asked for before it. */
    conciliar_em: Instant | null;
  };
  /** The sandbox's acquirer: what a real one would know, separate from our own books. */
  sandbox_charges: {
    reference: string;
    kind: 'pix' | 'boleto' | 'card';
    amount: number;
    status: 'pending' | 'paid' | 'declined';
    reason: string | null;
    brand: string | null;
    last4: string | null;
    installments: number;
    code: string | null;
    authorization: string | null;
    created_at: Instant;
    decides_at: Instant | null;
    expires_at: Instant | null;
    paid_at: Instant | null;
    refunded: number;
  };
  sandbox_refunds: { reference: string; charge: string; amount: number };
  products: {
    id: Generated<number>;
    codigo: string;
    nome: string;
    descricao: string;
    linha: 'A' | 'B';
    imagem_url: string;
    livro_id: number | null;
    nivel_cefr: string | null;
    exige_teste_nivel: boolean;
    ativo: boolean;
    estoque: 'disponivel' | 'sob_encomenda' | 'indisponivel';
    prazo_dias: number | null;
    /** What the office's file last said of the row (0121). */
    imported: Json | null;
  };
  cupons: {
    id: Generated<number>;
    /** Upper case. */
    name: string;
    /** A discount on an order here, or one to show at a partner's counter. */
    aplica_em: 'pedido' | 'parceiro';
    parceiro_nome: string;
    parceiro_logo_url: string | null;
    parceiro_categoria: string;
    parceiro_cidade: string;
    descricao: string;
    regras: string;
    desconto_tipo: 'percentual' | 'valor';
    /** Per cent, or centavos. */
    desconto_valor: number;
    valido_ate: Day | null;
    usos_max: number | null;
    usos: number;
    /** null: of the whole network. */
    escola_id: Generated<number | null>;
    valido_de: Generated<Day | null>;
    /** false: the school ended it. */
    ativo: Generated<boolean>;
  };
  /** The products that a coupon is for; none: for all. */
  cupom_produtos: { cupom_id: number; product_id: number };
  cupom_usos: { cupom_id: number; user_id: number; pedido_id: number | null; usado_em: Instant };
  /** What a student wants to order together; an order takes its products out. */
  cart_items: { user_id: number; product_id: number; quantidade: number; em: Instant };
  pedidos: {
    id: Generated<number>;
    numero: string;
    user_id: number;
    drive_user_id: number;
    company_id: number;
    turma_aluno_id: number | null;
    /** An id of the status list (ORDER-02). */
    status: number;
    quantidade_total: number;
    subtotal_centavos: number;
    economia_centavos: number;
    desconto_cupom_centavos: number;
    frete_centavos: number;
    total_centavos: number;
    cupom_id: number | null;
    parcelas: number;
    parcelas_max: number;
    entrega_tipo: 'escola' | 'endereco';
    endereco: Json | null;
    criado_em: Instant;
    /** Seven times 24 hours from entering status 1 (ORDER-15). */
    pagar_ate: Instant | null;
    pago_em: Instant | null;
    cancelado_em: Instant | null;
    motivo_cancelamento: string | null;
    rastreio: Json | null;
    lembrete_dia5_em: Instant | null;
    lembrete_final_em: Instant | null;
  };
  pedido_itens: {
    pedido_id: number;
    n: number;
    codigo_produto: string;
    nome: string;
    quantidade: number;
    valor_unitario_centavos: number;
    total_centavos: number;
  };
  pedido_historico: {
    id: Generated<number>;
    pedido_id: number;
    status_id: number;
    em: Instant;
    por: 'sistema' | 'aluno' | 'equipe';
    nota: string | null;
    /** The person who did it, if it was a person. */
    user_id: number | null;
  };
  cambio_cotacoes: {
    id: Generated<number>;
    quote_id: string;
    user_id: number;
    moeda: 'USD' | 'GBP' | 'EUR';
    valor_minor: number;
    /** Decimal text. */
    cotacao: string;
    spread_bps: number;
    iof_bps: number;
    iof_centavos: number;
    tarifa_centavos: number;
    total_centavos: number;
    forma: 'pix' | 'boleto' | 'cartao';
    criado_em: Instant;
    valido_ate: Instant;
  };
  cambio_pagamentos: {
    id: Generated<number>;
    codigo: string;
    user_id: number;
    cotacao_id: number;
    request_id: number | null;
    forma: 'pix' | 'boleto' | 'cartao';
    parcelas: number;
    total_centavos: number;
    status: 'pendente' | 'pago' | 'recusado' | 'expirado' | 'devolvido';
    pagador: Json;
    /** null: from before the portal asked for it. */
    recebedor: Json | null;
    criado_em: Instant;
    expira_em: Instant | null;
    pago_em: Instant | null;
    motivo: string | null;
  };
}
