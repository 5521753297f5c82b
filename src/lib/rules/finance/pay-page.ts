import type { BrandKey } from '#lib/brand.ts';
import type { Financeiro, Parcela } from '#lib/contract/finance.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import { routes } from '#lib/routes.ts';
import { receiptPath } from '../routes/file-addresses.ts';

/** A refund, completed or pending. */
export interface Refund {
  valor_centavos: number;
  /** When it was sent; until then, when it was requested. */
  em: string;
  concluida: boolean;
  /** Whether it refunds the whole payment. */
  total: boolean;
  /** Why, in words, if the school did not initiate it. */
  motivo: string | null;
}

/**
 * A bill on a pay page, from the portal or in connected mode. The holder of a payment link sees only a first name and an
 * initial of the person (FIN-06).
 */
export interface Bill
  extends Omit<
    Parcela,
    'id' | 'contrato_id' | 'numero' | 'total' | 'competencia' | 'devolvido_centavos' | 'recibo_url' | 'link_pagamento'
  > {
  parcela_id: number;
  /** The card page of the payment provider, once the owner requested it. */
  pagina?: { url: string; vencimento: string; valor_centavos: number } | null;
  escola: { nome: string; cidade: string; marca: BrandKey } | null;
  /** The person the bill is for, as `Ana S.`: one payer may have links for two children. */
  de?: string | null;
  /** The order that the bill pays. */
  pedido_id?: number | null;
  /** The card and its instalments, only for the owner. */
  detalhe?: string | null;
  devolucao?: Refund | null;
}

/** The maximum number of bills in one Pix. */
export const MAX_BILLS = 12;

/** The bill ids in an address: `parcelas=104,105`, or a field for each. Empty if invalid. */
export function billsOf(search: URLSearchParams): number[] {
  const ids = search.getAll('parcelas').flatMap((text) => text.split(','));
  if (ids.length > MAX_BILLS || ids.some((id) => !/^[1-9]\d{0,8}$/.test(id))) return [];
  return [...new Set(ids.map(Number))];
}

/** The first bills, up to the maximum of one Pix, and whether these are all. */
export const payTogether = <B>(bills: readonly B[]): { chosen: B[]; isAll: boolean } => ({
  chosen: bills.slice(0, MAX_BILLS),
  isAll: bills.length <= MAX_BILLS,
});

/**
 * The bills to pay first: overdue ones of the oldest one’s receiver, up to the maximum of one Pix, else the next bill.
 */
export function payFirst({ resumo, parcelas }: Pick<Financeiro, 'resumo' | 'parcelas'>) {
  const overdue = parcelas.filter(({ status }) => status === 'vencida');
  const next = parcelas.find(({ id }) => id === resumo.proxima_parcela_id);
  const isPayable = ({ formas, debito }: Parcela) => formas.length > 0 && !debito;
  const payable = overdue.filter(isPayable);
  const ofOne = payable.filter(({ recebedor }) => recebedor === payable[0]?.recebedor);
  const { chosen, isAll } = payTogether(ofOne);
  const bills = chosen.length > 0 ? chosen : next && isPayable(next) ? [next] : [];
  return {
    overdue,
    next,
    bills,
    /** Something is due, and only the school itself collects it. */
    atSchool: bills.length === 0 && [...overdue, ...(next ? [next] : [])].some(({ debito }) => !debito),
    /** The next bill is paid by an automatic debit. */
    debito: (bills.length === 0 && (overdue[0] ?? next)?.debito) || null,
    /** Whether these are all overdue bills, of all receivers. */
    isAll: isAll && ofOne.length === payable.length,
    isOfAllReceivers: ofOne.length === payable.length,
    total: bills.reduce((sum, { valor_atualizado_centavos: total }) => sum + total, 0),
  };
}

/** The first open bill after some bills are paid, in words. @returns null without one */
export function upcomingAfter(ids: readonly number[], { parcelas }: Financeiro): string | null {
  const open = parcelas.filter(({ id, formas, debito }) => formas.length > 0 && !debito && !ids.includes(id));
  const [next] = open.toSorted((a, b) => a.vencimento.localeCompare(b.vencimento));
  if (!next) return null;
  const amount = formatMoney(next.valor_atualizado_centavos);
  if (next.status === 'vencida') return `Ainda em atraso: ${amount}, de ${formatDay(next.vencimento)}`;
  return `Próxima: ${amount}, até ${formatDay(next.pagar_ate ?? next.vencimento)}`;
}

/** `pagina`: by card, on a page of the payment provider. */
export type PayForm = 'pix' | 'cartao' | 'boleto' | 'pagina';

type Offered = Pick<ReturnType<typeof payPage>, 'takesCard' | 'takesCardPage' | 'takesBoleto' | 'boleto'>;

const isRunning = ({ boleto }: Offered) => boleto !== null && !boleto.vencido;

/** The payment methods of some bills, the usual one first. A valid boleto excludes all others. */
function methodsOf(page: Offered): PayForm[] {
  if (isRunning(page)) return ['boleto'];
  const all = [
    ['pix', true],
    ['boleto', page.takesBoleto],
    ['cartao', page.takesCard],
    ['pagina', page.takesCardPage],
  ] as const;
  return all.flatMap(([method, isTaken]) => (isTaken ? [method] : []));
}

/**
 * The payment method that a pay page shows, and the links to all of them. A boleto comes first, even if expired: it may
 * have been paid.
 *
 * @param requested `forma` of the address. @param hrefOf the address of a method; the default one has no `forma`
 */
export function methodsOffered(page: Offered | null, requested: string | null, hrefOf: (forma?: PayForm) => string) {
  if (!page) return { forma: 'pix' as const, methods: [] };
  const all = methodsOf(page);
  const first = page.boleto ? 'boleto' : 'pix';
  const forma = all.find((method) => method === requested) ?? first;
  return {
    forma,
    methods: all.map((method) => ({ forma: method, href: hrefOf(method === first ? undefined : method) })),
  };
}

const openStates: readonly Bill['status'][] = ['a_vencer', 'vence_hoje', 'vencida'];

/** The content and the payment methods of a pay page. */
export function payPage(bills: readonly Bill[]) {
  const total = bills.reduce((sum, { valor_atualizado_centavos }) => sum + valor_atualizado_centavos, 0);
  const [first] = bills;
  const isOne = bills.length === 1;
  return {
    total,
    what: isOne ? (first?.descricao ?? '') : `${bills.length} parcelas`,
    /** The due date of a single bill: the last day without a fine; of an overdue bill the day that passed. */
    due:
      isOne && first ? (first.status === 'vencida' ? first.vencimento : (first.pagar_ate ?? first.vencimento)) : null,
    isPaid: bills.length > 0 && bills.every(({ status }) => status === 'paga'),
    /** Open, and only the school itself collects it. */
    atSchool:
      bills.length > 0 && bills.every(({ status, formas }) => openStates.includes(status) && formas.length === 0),
    isOpen: bills.every(({ formas }) => formas.includes('pix')),
    inReview: bills.some(({ status }) => status === 'em_processamento'),
    /** A card pays one bill at a time. */
    takesCard: isOne && first?.formas.includes('cartao') === true,
    /** A card on the payment provider’s page. */
    takesCardPage: isOne && first?.formas.includes('pagina') === true,
    /** A boleto is for a single bill. */
    takesBoleto: isOne && first?.formas.includes('boleto') === true,
    /** The issued boleto of this bill, if there is one. */
    boleto: (isOne && first?.boleto) || null,
    /** The automatic debit of this bill. */
    debito: (isOne && first?.debito) || null,
    /** The card page for this bill, once requested. */
    pagina: (isOne && first?.pagina) || null,
    /** The order of these bills, if it is one order, else all bills. */
    back:
      isOne && first?.pedido_id
        ? { label: 'Voltar ao pedido', href: routes.orders.detail(first.pedido_id) }
        : { label: 'Voltar a Pagamentos', href: routes.finance.home() },
    // A bill of zero has no receipt.
    receipts: bills
      .filter(({ valor_atualizado_centavos }) => valor_atualizado_centavos > 0)
      .map(({ parcela_id, descricao }) => ({
        label: isOne ? 'Baixar recibo (PDF)' : `Recibo: ${descricao}`,
        href: receiptPath(parcela_id),
      })),
  };
}
