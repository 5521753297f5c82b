import type { z } from 'zod';
import { ApiError, type Client } from '#lib/api/client.ts';
import { partOf } from '#lib/api/part.ts';
import type { User } from '#lib/contract/account.schema.ts';
import { getUser } from '#lib/contract/account.ts';
import { getBook } from '#lib/contract/books.ts';
import { getFinance } from '#lib/contract/finance.ts';
import type { PreInvoice, Quote, QuoteInput } from '#lib/contract/orders.schema.ts';
import { getProduct, listOrders } from '#lib/contract/orders.ts';
import type { Scan, TravelCampaign } from '#lib/contract/travel.schema.ts';
import { getCampaign, listQrCodes } from '#lib/contract/travel.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import type { Bill } from '#lib/rules/finance/pay-page.ts';
import { filteredMovements, type MovementFilter, paymentsOf, statementPage } from '#lib/rules/finance/statement.ts';
import { schoolZone } from '#lib/session.ts';
import { composedBroadcasts } from './composed-broadcasts.ts';
import { scanTicket } from './scan-ticket.ts';

/** What a composed operation works with. */
export interface ComposedWork<Input = unknown> {
  /** Calls of the specification, in the name of the requesting user. */
  api: Client;
  /** As the schema of the operation made it. */
  input: Input;
  /** The key that the franchise's host signs push messages with; absent: unknown. */
  pushKey: string | undefined;
  /** Who asks. @throws ApiError without a session */
  user(): Promise<User>;
  /** For a school without a time zone. */
  timeZone: string;
  /** Requests with the same key count once. */
  idempotencyKey: string | undefined;
}

const PAGE = 100;
const MAX_PAGES = 20;
const MAX_EVENTS = 20;
const missing = (detail: string) => new ApiError(404, { detail });

/** Our own operations that are answered from the franchise's answers alone. @throws ApiError */
export const composedOperations: Readonly<Record<string, (work: ComposedWork<never>) => Promise<unknown>>> = {
  // No call of the host ends a session. The browser forgets it.
  'auth.logout': async () => ({ detail: 'Você saiu.' }),
  'books.findBook': findBook,
  'finance.listBills': listBills,
  'finance.listTransactions': listTransactions,
  'orders.getOrder': getOrder,
  'orders.quoteOrder': quoteOrder,
  'devices.getPushKey': async ({ pushKey }) => {
    if (pushKey) return { key: pushKey };
    throw new ApiError(501, { detail: 'As notificações da sua escola ainda não chegam por este portal.' });
  },
  // No call of the host keeps texts.
  'broadcasts.listTemplates': async () => ({ items: [], total: 0, next: null }),
  ...composedBroadcasts,
  'travel.listCampaigns': listCampaigns,
  'travel.scanTicket': async ({ api, input, user, timeZone }: ComposedWork<Scan>) =>
    scanTicket(api, input, await user(), timeZone),
};

/** A printed book and its reader. A host may not reveal the reader. */
async function findBook({ api, input: { key } }: ComposedWork<{ key: string }>): Promise<AnswerOf<'books.findBook'>> {
  const livro = await api(getBook, { params: { uuid: key } });
  const { user_id, is_empty } = livro;
  const reader = user_id === null ? null : await partOf(api(getUser, { params: { id: String(user_id) } }));
  const leitor = reader?.ok ? { id: reader.data.id, full_name: reader.data.full_name } : null;
  return { livro, leitor, de_outra_escola: !leitor && !is_empty };
}

/** Payments, from the list of bills: no call of the host lists other movements. */
async function listTransactions({
  api,
  input: { limit, offset, ...filter },
  user,
  ...work
}: ComposedWork<MovementFilter & { limit: number; offset: number }>): Promise<AnswerOf<'finance.listTransactions'>> {
  const { parcelas } = await api(getFinance);
  const timeZone = schoolZone(await user(), work.timeZone);
  return statementPage(filteredMovements(paymentsOf(parcelas), filter, timeZone), { limit, offset }, timeZone);
}

/**
 * The events of the user’s own tickets: no call of the host lists others. An event that the host no longer has is left
 * out.
 */
async function listCampaigns({ api }: ComposedWork): Promise<TravelCampaign[]> {
  const tickets = await api(listQrCodes);
  const ids = [...new Set(tickets.map(({ campaign_id }) => campaign_id))].slice(0, MAX_EVENTS);
  const parts = await Promise.all(ids.map((id) => partOf(api(getCampaign, { params: { id: String(id) } }))));
  return parts.flatMap((part) => {
    if (part.ok) return [part.data];
    if (part.status === 404) return [];
    throw new ApiError(part.status, part);
  });
}

async function listBills({ api, input: { ids } }: ComposedWork<{ ids: number[] }>): Promise<Bill[]> {
  const { parcelas } = await api(getFinance);
  const bills = ids.map((id) => parcelas.find((parcela) => parcela.id === id));
  return bills.map((bill) => {
    if (!bill) throw missing('Não encontramos esta parcela.');
    const { id, ...parcela } = bill;
    return { ...parcela, parcela_id: id, escola: null };
  });
}

async function getOrder({ api, input }: ComposedWork<{ id: number }>): Promise<PreInvoice> {
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items, total } = await api(listOrders, { query: { limit: PAGE, offset: page * PAGE } });
    const found = items.find(({ id }) => id === input.id);
    if (found) return found;
    if (items.length === 0 || (page + 1) * PAGE >= total) break;
  }
  throw missing('Não encontramos este pedido.');
}

/**
 * The price by the host's price list. Coupon and delivery come later: only the host can work them out.
 *
 * @throws ApiError
 */
export async function quoteOrder({
  api,
  input: { itens, entrega },
}: Pick<ComposedWork<z.output<typeof QuoteInput>>, 'api' | 'input'>): Promise<Quote> {
  if (entrega.tipo === 'endereco') {
    throw new ApiError(422, {
      detail: 'A entrega em casa se combina com a escola: escolha retirar lá.',
      fields: { entrega: 'Escolha retirar na escola' },
    });
  }
  let full = 0;
  let total = 0;
  let installments = 12;
  for (const { codigo_produto, quantidade } of itens) {
    const { preco_centavos, faixas } = await api(getProduct, { params: { code: codigo_produto } });
    const price = faixas
      .filter((each) => each.quantidade <= quantidade)
      .reduce((best, each) => (each.quantidade > best.quantidade ? each : best), {
        quantidade: 0,
        valor_unitario_centavos: preco_centavos,
        parcelas_max: 1,
      });
    full += preco_centavos * quantidade;
    total += price.valor_unitario_centavos * quantidade;
    installments = Math.min(installments, price.parcelas_max);
  }
  return {
    subtotal_centavos: full,
    economia_centavos: Math.max(0, full - total),
    desconto_cupom_centavos: 0,
    frete_centavos: 0,
    total_centavos: total,
    parcelas_max: installments,
    cupom_aviso: null,
  };
}
