import type { Insertable } from 'kysely';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { FREIGHT_WITHIN_STATE, priceOrder } from '../../money/orders/price.ts';
import type { Schema } from '../../tables.ts';
import type { SeedClock } from './clock.ts';
import { coupons, products } from './products.ts';

const ANA = 1;
const ZONE = 'America/Sao_Paulo';
const BILL = { contrato: 50, parcela: 5001 };

const address = {
  cep: '13015904',
  street: 'Rua das Palmeiras',
  street_number: '120',
  complement: 'Apto 21',
  district: 'Centro',
  city: 'Campinas',
  state: 'SP',
};

interface Plan {
  /** The order's statuses so far; the last one is the current one. */
  path: number[];
  daysAgo: number;
  items: [code: string, quantity: number][];
  isSent?: boolean;
}

/** Ana's orders, one per status in the list. */
const plans: readonly Plan[] = [
  { path: [1, 2, 4, 5, 6, 7, 8], daysAgo: 64, items: [['WAY-1', 1]] },
  { path: [1, -2], daysAgo: 40, items: [['REACH-1', 1]] },
  { path: [1, 2, 4, 5, 6, 7], daysAgo: 12, items: [['WAY-2', 2]], isSent: true },
  { path: [1, 2, 4, 5, 6], daysAgo: 9, items: [['KIT-WAY', 1]], isSent: true },
  { path: [1, 2, 4, 5], daysAgo: 7, items: [['REACH-1', 1]] },
  {
    path: [1, 2, 4],
    daysAgo: 5,
    items: [
      ['WAY-2', 2],
      ['REACH-1', 1],
    ],
  },
  { path: [1, 2], daysAgo: 3, items: [['WAY-2', 1]] },
  { path: [-1], daysAgo: 2, items: [['WAY-1', 6]] },
  { path: [1], daysAgo: 1, items: [['WAY-2', 3]], isSent: true },
  { path: [-3], daysAgo: 1, items: [['REACH-2', 1]] },
];

/** Products, coupons and Ana's orders. The unpaid order has an open bill. */
export async function seedOrders(db: Db, clock: SeedClock): Promise<void> {
  await db
    .insertInto('products')
    .values([...products])
    .execute();
  await db.insertInto('cupons').values(coupons(clock)).execute();
  const orders = plans.map((plan, index) => orderOf(plan, index + 1, clock));
  await db
    .insertInto('pedidos')
    .values(orders.map(({ row }) => row))
    .execute();
  await db
    .insertInto('pedido_itens')
    .values(orders.flatMap(({ items }) => items))
    .execute();
  await db
    .insertInto('pedido_historico')
    .values(orders.flatMap(({ history }) => history).map((entry, index) => ({ id: index + 1, ...entry })))
    .execute();
  for (const { row } of orders.filter(({ row }) => row.status === 1)) await seedBill(db, row);
}

function orderOf({ path, daysAgo, items, isSent = false }: Plan, id: number, clock: SeedClock) {
  const created = clock.at(clock.shift(clock.today, -daysAgo), `${10 + id}:20`);
  const after = (ms: number) => new Date(Date.parse(created) + ms).toISOString();
  const status = path.at(-1) ?? 1;
  const lines = items.map(([code, quantidade]) => {
    const product = products.find(({ codigo }) => codigo === code) ?? products[0];
    return { product, linha: product.linha, quantidade };
  });
  const { itens, ...totals } = priceOrder(lines, null, isSent ? FREIGHT_WITHIN_STATE : 0);
  const deadline = after(7 * DAY_MS);
  // A cancelled order ran out of time. The others moved one step a day.
  const stepAt = (step: number) => (path[step] === -2 ? deadline : after(step * DAY_MS));
  const reason = 'Não foi pago em 7 dias';
  const row = {
    id,
    numero: `P-${String(id).padStart(6, '0')}`,
    user_id: ANA,
    drive_user_id: 1000 + ANA,
    company_id: 101,
    turma_aluno_id: 101,
    status,
    ...totals,
    parcelas: 1,
    entrega_tipo: isSent ? ('endereco' as const) : ('escola' as const),
    endereco: isSent ? JSON.stringify(address) : null,
    criado_em: created,
    pagar_ate: path.includes(1) ? deadline : null,
    pago_em: path.includes(2) ? stepAt(1) : null,
    cancelado_em: status === -2 ? deadline : null,
    motivo_cancelamento: status === -2 ? reason : null,
    rastreio: path.includes(7) && isSent ? JSON.stringify(tracking) : null,
  } satisfies Insertable<Schema['pedidos']>;
  return {
    row,
    items: itens.map(({ product, quantidade, valor_unitario_centavos, total_centavos }, index) => ({
      pedido_id: id,
      n: index + 1,
      codigo_produto: product.codigo,
      nome: product.nome,
      quantidade,
      valor_unitario_centavos,
      total_centavos,
    })),
    history: path.map((status_id, step) => ({
      pedido_id: id,
      status_id,
      em: stepAt(step),
      por: authorOf(step, status_id),
      nota: status_id === -2 ? reason : null,
      user_id: step === 0 ? ANA : null,
    })),
  };
}

function authorOf(step: number, status: number): 'aluno' | 'sistema' | 'equipe' {
  if (step === 0) return 'aluno';
  return status === 2 || status === -2 ? 'sistema' : 'equipe';
}

const tracking = {
  transportadora: 'Correios',
  codigo: 'BR123456789BR',
  url: 'https://rastreamento.correios.com.br/app/index.php',
};

/** A bill like the portal's own, with a fixed id. PostgreSQL continues counting from it later. */
async function seedBill(db: Db, order: Insertable<Schema['pedidos']>): Promise<void> {
  const descricao = `Pedido ${order.numero}`;
  const vencimento = dayIn(ZONE, new Date(order.pagar_ate ?? order.criado_em));
  await db
    .insertInto('contratos')
    .values({
      id: BILL.contrato,
      user_id: order.user_id,
      descricao,
      inicio: vencimento,
      fim: vencimento,
      responsavel: 'O próprio aluno',
      origem: 'pedido',
    })
    .execute();
  await db
    .insertInto('parcelas')
    .values({
      id: BILL.parcela,
      contrato_id: BILL.contrato,
      user_id: order.user_id,
      company_id: order.company_id,
      descricao,
      numero: 1,
      total: 1,
      competencia: vencimento.slice(0, 7),
      vencimento,
      valor_centavos: order.total_centavos,
      desconto_centavos: 0,
      multa_centavos: 0,
      juros_centavos: 0,
      status: 'aberta',
      parcelas_max: order.parcelas_max,
      pedido_id: order.id ?? null,
    })
    .execute();
}
