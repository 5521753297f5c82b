import type { PageSession } from '#gateway/page-session.ts';
import { ApiError } from '#lib/api/client.ts';
import { type Part, partOf } from '#lib/api/part.ts';
import type { Bill, Parcela } from '#lib/contract/finance.schema.ts';
import { getFinance, listBills } from '#lib/contract/finance.ts';

const billOf = ({ id, ...parcela }: Parcela): Bill => ({ ...parcela, parcela_id: id, escola: null });

/**
 * The bills that a pay page is about. Where another host keeps them, our own call knows none: instalments are then found
 * among those of `at-home/financeiro`.
 */
export async function readBills({ api }: Pick<PageSession, 'api'>, ids: readonly number[]): Promise<Part<Bill[]>> {
  try {
    return { ok: true, data: await api(listBills, { query: { ids: ids.join() } }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const finance = error.status === 401 ? await partOf(api(getFinance)) : null;
    if (!finance?.ok) return { ok: false, status: error.status, detail: error.detail };
    const found = finance.data.parcelas.filter(({ id }) => ids.includes(id)).map(billOf);
    return found.length === ids.length ? { ok: true, data: found } : { ok: false, status: 404, detail: '' };
  }
}
