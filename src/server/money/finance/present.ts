import type { Financeiro, Parcela } from '#lib/contract/finance.schema.ts';
import type { Bill } from '#lib/rules/finance/pay-page.ts';
import { receiptPath } from '#lib/rules/routes/file-addresses.ts';
import type { PaymentMethod } from './accounts.ts';
import { amountDue, type LateFeeBasis, payableUntil } from './amount-due.ts';
import { type BoletoRow, presentBoleto } from './charge.ts';
import { type DebitRow, presentDebit, takesBoleto } from './live-boletos.ts';
import type { BillRow, ParcelaRow } from './queries.ts';

/** State of a bill on the day of its unit. A due day that is no banking day moves to the next one. */
export function statusOf(
  row: ParcelaRow,
  { today, calendar }: Pick<LateFeeBasis, 'today' | 'calendar'>,
): Parcela['status'] {
  if (row.status !== 'aberta') return row.status;
  const until = payableUntil(row, calendar);
  if (until === today) return 'vence_hoje';
  return until < today ? 'vencida' : 'a_vencer';
}

/** @param methods the payment methods of the bill's unit in the portal. */
export function presentParcela(
  row: ParcelaRow & Partial<BillRow>,
  basis: LateFeeBasis,
  methods: readonly PaymentMethod[],
): Parcela {
  const isOpen = row.status === 'aberta';
  const due = amountDue(row, basis);
  const until = payableUntil(row, basis.calendar);
  return {
    id: row.id,
    contrato_id: row.contrato_id,
    descricao: row.descricao,
    numero: row.numero,
    total: row.total,
    competencia: row.competencia,
    vencimento: row.vencimento,
    pagar_ate: isOpen && until !== row.vencimento ? until : null,
    valor_centavos: row.valor_centavos,
    desconto_centavos: due.desconto,
    multa_centavos: due.multa,
    juros_centavos: due.juros,
    credito_centavos: row.credito_centavos,
    abatimento_centavos: row.abatimento_centavos,
    pago_parcial_centavos: due.antes,
    valor_atualizado_centavos: due.total,
    status: statusOf(row, basis),
    pago_em: row.pago_em,
    forma: row.forma,
    formas:
      isOpen && due.total > 0
        ? methods.filter((method) => (method !== 'boleto' && method !== 'pagina') || takesBoleto(row))
        : [],
    parcelas_max: row.parcelas_max,
    recibo_url: row.status === 'paga' && due.total > 0 ? receiptPath(row.id) : null,
  };
}

type Row = ParcelaRow & Partial<BillRow>;

const sum = (some: Parcela[]) =>
  some.reduce((total, { valor_atualizado_centavos }) => total + valor_atualizado_centavos, 0);

/** Additional data of a person's bills, by bill. */
interface Beside {
  boletos?: ReadonlyMap<number, BoletoRow>;
  /** The returned part of the money that paid a bill. */
  returned?: readonly { parcela_id: number | null; centavos: number | string }[];
  /** The accounts of the units of the bills. */
  accounts?: readonly { id: number; company_id: number }[];
  debits?: ReadonlyMap<number, DebitRow>;
}

/** @param trip open bills of a trip abroad, in the order of payment. */
export function presentFinance(
  contratos: Financeiro['contratos'],
  { installments, trip = [] }: { installments: Row[]; trip?: Row[] },
  basisFor: (row: Row) => LateFeeBasis,
  methodsFor: (row: Row) => readonly PaymentMethod[],
  { boletos = new Map(), returned = [], accounts = [], debits = new Map() }: Beside = {},
): Financeiro {
  const refunded = new Map(returned.map(({ parcela_id, centavos }) => [parcela_id, Number(centavos)]));
  const receivers = new Map(accounts.map(({ id, company_id }) => [company_id, id]));
  const present = (row: Row): Parcela => {
    const basis = basisFor(row);
    const boleto = row.status === 'aberta' ? boletos.get(row.id) : undefined;
    const debit = debits.get(row.id);
    return {
      ...presentParcela(row, basis, methodsFor(row)),
      // Units without an account of their own share that of the settings.
      recebedor: receivers.get(row.company_id ?? 0) ?? 0,
      ...(debit && { debito: presentDebit(debit) }),
      ...(boleto && { boleto: presentBoleto(boleto, basis.today, true) }),
      ...(row.status === 'paga' && { devolvido_centavos: refunded.get(row.id) ?? null }),
    };
  };
  const parcelas = installments.map(present);
  const intercambio = tripSum(trip.map(present));
  const overdue = parcelas.filter(({ status }) => status === 'vencida');
  const ahead = parcelas.filter(({ status }) => status === 'a_vencer' || status === 'vence_hoje');
  const next = ahead.toSorted((a, b) => a.vencimento.localeCompare(b.vencimento) || a.id - b.id)[0];
  return {
    resumo: {
      aberto_centavos: sum([...overdue, ...ahead]),
      vencido_centavos: sum(overdue),
      proximo_vencimento: next?.vencimento ?? null,
      proxima_parcela_id: next?.id ?? null,
      ...(intercambio && { intercambio }),
    },
    contratos,
    parcelas,
  };
}

function tripSum(bills: Parcela[]): Financeiro['resumo']['intercambio'] {
  const [first] = bills;
  return (
    first && {
      aberto_centavos: sum(bills),
      vencido_centavos: sum(bills.filter(({ status }) => status === 'vencida')),
      vencimento: first.pagar_ate ?? first.vencimento,
      parcela_id: first.formas.length > 0 ? first.id : null,
    }
  );
}

interface BillContext {
  basis: LateFeeBasis;
  methods: readonly PaymentMethod[];
  school: { nome: string; cidade: string; marca: 'knn' | 'phenom' } | null;
}

/** A bill for its payer: its purpose and cost, and nothing about the person who owes it (FIN-06). */
export function presentBill(
  row: BillRow,
  { basis, methods, school }: BillContext,
  more: Pick<Bill, 'detalhe' | 'devolucao' | 'boleto' | 'pagina' | 'debito'>,
): Bill {
  const bill = presentParcela(row, basis, methods);
  return {
    parcela_id: bill.id,
    descricao: bill.descricao,
    vencimento: bill.vencimento,
    pagar_ate: bill.pagar_ate,
    valor_centavos: bill.valor_centavos,
    desconto_centavos: bill.desconto_centavos,
    multa_centavos: bill.multa_centavos,
    juros_centavos: bill.juros_centavos,
    credito_centavos: bill.credito_centavos,
    abatimento_centavos: bill.abatimento_centavos,
    pago_parcial_centavos: bill.pago_parcial_centavos,
    valor_atualizado_centavos: bill.valor_atualizado_centavos,
    status: bill.status,
    formas: bill.formas,
    parcelas_max: bill.parcelas_max,
    pago_em: bill.pago_em,
    forma: bill.forma,
    escola: school && { nome: school.nome, cidade: school.cidade, marca: school.marca },
    pedido_id: row.pedido_id,
    ...more,
  };
}
