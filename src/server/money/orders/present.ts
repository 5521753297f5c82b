import type { PreInvoice } from '#lib/contract/orders.schema.ts';
import { orderStatus, STATUS } from '#lib/rules/orders/status.ts';
import type { Db } from '../../core/db/connection.ts';
import { levelMisses } from './products.ts';
import { type BillRow, type HistoryRow, type ItemRow, type OrderRow, partsOf } from './queries.ts';
import { mayMove } from './transitions.ts';

interface Parts {
  items: ItemRow[];
  history: HistoryRow[];
  bill: BillRow | undefined;
  aviso: string | undefined;
}

function presentOrder(row: OrderRow, { items, history, bill, aviso }: Parts): PreInvoice {
  return {
    id: row.id,
    numero: row.numero,
    status: orderStatus(row.status),
    itens: items.map(({ pedido_id, n, ...item }) => item),
    quantidade_total: row.quantidade_total,
    subtotal_centavos: row.subtotal_centavos,
    economia_centavos: row.economia_centavos,
    desconto_cupom_centavos: row.desconto_cupom_centavos,
    frete_centavos: row.frete_centavos,
    total_centavos: row.total_centavos,
    cupom: row.cupom,
    parcelas: row.parcelas,
    parcelas_max: row.parcelas_max,
    turma_aluno_id: row.turma_aluno_id,
    aluno: { drive_user_id: row.drive_user_id, nome: row.aluno_nome },
    company_id: row.company_id,
    entrega: { tipo: row.entrega_tipo, endereco: row.endereco ? JSON.parse(row.endereco) : null },
    criado_em: row.criado_em,
    pagar_ate: row.pagar_ate,
    pago_em: row.pago_em,
    cancelado_em: row.cancelado_em,
    motivo_cancelamento: row.motivo_cancelamento,
    // While a card payment holds the bill, nobody can cancel the order.
    pode_cancelar: mayMove(row.status, STATUS.cancelled, 'aluno') && (!bill || bill.status === 'aberta'),
    rastreio: row.rastreio ? JSON.parse(row.rastreio) : null,
    historico: history.map(({ status_id, em, por, nota }) => ({ status_id, em, por, nota })),
    parcela_id: bill?.id ?? null,
    cobranca: null,
    aviso: aviso ?? null,
  };
}

/** Orders for display, in the given order. */
export async function presentOrders(db: Db, rows: readonly OrderRow[]): Promise<PreInvoice[]> {
  const { items, history, bills } = await partsOf(
    db,
    rows.map(({ id }) => id),
  );
  const of = <T extends { pedido_id: number | null }>(all: readonly T[], id: number) =>
    all.filter(({ pedido_id }) => pedido_id === id);
  const misses = await levelMisses(
    db,
    rows.filter(({ status }) => status === STATUS.waitingForTest),
  );
  return rows.map((row) =>
    presentOrder(row, {
      items: of(items, row.id),
      history: of(history, row.id),
      bill: of(bills, row.id)[0],
      aviso: misses.get(row.id),
    }),
  );
}
