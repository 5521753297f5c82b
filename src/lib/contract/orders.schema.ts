import { z } from 'zod';
import { MAX_ORDER } from '#lib/format/limits.ts';
import type { CallSchema } from './core.ts';
import { Cobranca } from './finance.schema.ts';
import { Faixa, Linha, Product, ProductCode } from './orders-shapes.schema.ts';
import {
  Centavos,
  Day,
  Endereco,
  EnderecoInput,
  Id,
  Instant,
  OneId,
  Page,
  PageQuery,
  State,
  Text,
  Whole,
} from './shapes.schema.ts';

export { Faixa, Product } from './orders-shapes.schema.ts';
export { CouponInput } from './orders-staff.schema.ts';

/** -3…8 of the status list; other ids that a host may send appear as their number (ORDER-13). */
export const OrderStatus = z.object({
  id: z.int(),
  name: z.string(),
  colour: z.string(),
  description: z.string(),
  final: z.boolean(),
  passo: z.int().nullish(),
});
export type OrderStatus = z.infer<typeof OrderStatus>;

const Item = z.object({
  codigo_produto: z.string(),
  nome: z.string(),
  quantidade: z.int(),
  valor_unitario_centavos: Centavos,
  total_centavos: Centavos,
});
const Entrega = z.object({ tipo: z.enum(['escola', 'endereco']), endereco: Endereco.nullish() });
/** Delivery to an address needs the address. */
const EntregaInput = z.discriminatedUnion('tipo', [
  z.object({ tipo: z.literal('escola') }),
  z.object({ tipo: z.literal('endereco'), endereco: EnderecoInput }),
]);

const ItensInput = z
  .array(z.object({ codigo_produto: ProductCode, quantidade: z.int().min(1).max(MAX_ORDER.ofOne) }))
  .min(1)
  .max(MAX_ORDER.lines);
/** The price of a delivery depends on the state only, so a quote needs no whole address. */
const EntregaQuote = z.discriminatedUnion('tipo', [
  z.object({ tipo: z.literal('escola') }),
  z.object({ tipo: z.literal('endereco'), endereco: z.object({ state: State }) }),
]);

export const Quote = z.object({
  subtotal_centavos: Centavos,
  economia_centavos: Centavos,
  desconto_cupom_centavos: Centavos,
  frete_centavos: Centavos,
  total_centavos: Centavos,
  parcelas_max: z.int(),
  /** Why the coupon has no effect. */
  cupom_aviso: z.string().nullish(),
  /** The price of each product in this order; a host may send only the sums. */
  itens: z.array(Item.omit({ nome: true })).nullish(),
});
export type Quote = z.infer<typeof Quote>;

/** In progress, and the two final groups. */
const Grupo = z.enum(['andamento', 'entregues', 'cancelados']);
export type OrderGroup = z.infer<typeof Grupo>;

/** What a student wants to order together. */
export const Cart = z.object({
  itens: z.array(
    z.object({
      produto: Product,
      quantidade: z.int(),
      /** Why it cannot be ordered now; such a line is left out of the price. */
      problema: z.string().nullish(),
    }),
  ),
  /** Counts only what can be ordered. */
  quantidade_total: z.int(),
  /** The price for pick-up without a coupon; null for an empty cart. */
  quote: Quote.nullish(),
  pendencias: z.array(z.string()),
  entrega_padrao: Endereco,
});
export type Cart = z.infer<typeof Cart>;

const Rastreio = z.object({ transportadora: z.string(), codigo: z.string(), url: z.string() });
export const TrackingInput = z.object({
  transportadora: Text(80),
  codigo: Text(60),
  url: z.url({ protocol: /^https$/ }).max(300),
});

export const PreInvoice = z.object({
  id: Id,
  numero: z.string(),
  status: OrderStatus,
  itens: z.array(Item),
  quantidade_total: z.int(),
  subtotal_centavos: Centavos,
  economia_centavos: Centavos,
  desconto_cupom_centavos: Centavos,
  frete_centavos: Centavos,
  total_centavos: Centavos,
  cupom: z.string().nullish(),
  parcelas: z.int(),
  parcelas_max: z.int(),
  turma_aluno_id: Id.nullish(),
  aluno: z.object({ drive_user_id: Id, nome: z.string() }),
  company_id: Id,
  entrega: Entrega,
  criado_em: Instant,
  pagar_ate: Instant.nullish(),
  pago_em: Instant.nullish(),
  cancelado_em: Instant.nullish(),
  motivo_cancelamento: z.string().nullish(),
  pode_cancelar: z.boolean(),
  rastreio: Rastreio.nullish(),
  historico: z.array(
    z.object({
      status_id: z.int(),
      em: Instant,
      por: z.enum(['sistema', 'aluno', 'equipe']),
      nota: z.string().nullish(),
    }),
  ),
  /** Its bill, which the finance calls pay. */
  parcela_id: Id.nullish(),
  cobranca: Cobranca.nullish(),
  /** Why an order still waits after its test, in words. */
  aviso: z.string().nullish(),
});
export type PreInvoice = z.infer<typeof PreInvoice>;

export const ParceriaCupom = z.object({
  id: Id,
  name: z.string(),
  parceiro: z.object({ nome: z.string(), logo_url: z.string().nullish(), categoria: z.string(), cidade: z.string() }),
  descricao: z.string(),
  regras: z.string(),
  /** `valor`: per cent, or centavos. */
  desconto: z.object({ tipo: z.enum(['percentual', 'valor']), valor: z.int() }),
  valido_ate: Day.nullish(),
  usos_max: z.int().nullish(),
  usos: z.int(),
  usado_em: Instant.nullish(),
  /** Used in an order, or at a partner’s counter. */
  aplica_em: z.enum(['pedido', 'parceiro']).nullish(),
  qr_payload: z.string(),
});
export type ParceriaCupom = z.infer<typeof ParceriaCupom>;

/** The input of a price request for an order. */
export const QuoteInput = z.object({ itens: ItensInput, cupom: Text(60).optional(), entrega: EntregaQuote });

export const calls = {
  listCoupons: { summary: 'Partnership coupons', ledger: 'API-38', result: z.array(ParceriaCupom) },
  updateCoupon: {
    summary: 'Marks a partnership coupon as used',
    ledger: 'API-39',
    body: z.object({ name: Text(60), usado: z.boolean() }),
    result: ParceriaCupom,
  },
  getCoupon: {
    summary: 'One partnership coupon by name',
    ledger: 'API-40',
    params: z.object({ name: Text(60) }),
    result: ParceriaCupom,
  },
  getProgressiveDiscount: {
    summary: 'Prices by quantity of a company',
    ledger: 'API-41',
    params: OneId,
    query: z.object({ codigo_produto: ProductCode.optional() }),
    result: z.object({ company_id: Id, linha: Linha, faixas: z.array(Faixa) }),
  },
  createOrder: {
    summary: 'Places an order',
    ledger: 'API-42',
    body: z.object({
      turma_aluno_id: Id.optional(),
      itens: ItensInput,
      cupom: Text(60).optional(),
      parcelas: z.int().min(1).max(12),
      entrega: EntregaInput,
      aceite_termos: z.literal(true),
      /** Orders the items of the cart: they leave it, and must still be in it. */
      carrinho: z.literal(true).optional(),
      /** The total that the buyer saw. If it has changed, the order is refused. */
      total_visto_centavos: Whole.optional(),
    }),
    result: PreInvoice,
  },
  cancelOrder: {
    summary: 'Cancels an own order',
    ledger: 'API-43',
    params: OneId,
    body: z.object({ motivo: Text(300).optional() }),
    result: PreInvoice,
  },
  listOrders: {
    summary: 'Own orders',
    ledger: 'API-44',
    query: PageQuery.extend({
      status: z.coerce.number<string>().pipe(Whole).optional(),
      grupo: Grupo.optional(),
    }),
    /** `grupos`: the count of each group; a host may not have them. */
    result: Page(PreInvoice).extend({ grupos: z.record(Grupo, z.int()).nullish() }),
  },
  prepareOrder: {
    summary: 'What a student may order: prices and data to confirm',
    ledger: 'API-45',
    body: z.object({ turma_aluno_id: Id, codigo_produto: ProductCode }),
    result: z.object({
      aluno: z.object({ drive_user_id: Id, nome: z.string() }),
      produto: Product,
      faixas: z.array(Faixa),
      entrega_padrao: Endereco,
      pendencias: z.array(z.string()),
    }),
  },
  getProduct: {
    summary: 'One product by code',
    ledger: 'API-90',
    params: z.object({ code: ProductCode }),
    result: Product,
  },
} satisfies Record<string, CallSchema>;
