import { ApiError, type Client } from '#lib/api/client.ts';
import { getFinance } from '#lib/contract/finance.ts';
import { listOrders } from '#lib/contract/orders.ts';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import { isFields } from './complete-answer.ts';
import { UNREADABLE } from './host-refusals.ts';

const MAX_TRIES = 5;
const MAX_REMEMBERED = 10_000;
const PAGE = 100;

/** Checks the owner before calls that carry no bearer and name a bill by a guessable number (AUTH-26). */
export interface BillOwners {
  /**
   * A host that never named a bill lets every bill pass, as its own calls do. A look-up that fails lets none pass.
   *
   * @param person the owner of the bills: a digest of the token.
   * @param api its answers are JSON as it came: of a bill only the number matters.
   * @throws ApiError 404 for somebody else's bill, and the host's own refusal of the look-up.
   */
  require(person: string, bills: readonly number[], api: Client): Promise<void>;
  /** Counts a try with a card, since thieves test stolen numbers. @throws ApiError 429 after too many for one bill. */
  tryCard(bill: number): void;
}

/** @returns a check for one host */
export function createBillOwners(now: () => number = Date.now): BillOwners {
  const owned = new Map<string, number>();
  const tries = new Map<number, number[]>();
  let namesBills = false;
  return {
    async require(person, bills, api) {
      const key = (bill: number) => `${person} ${bill}`;
      const isKnown = (bill: number) => (owned.get(key(bill)) ?? 0) > now();
      if (bills.every(isKnown)) return;
      const own = await ownBills(api, bills);
      if (own && own.size > 0) namesBills = true;
      if (!own && !namesBills) return;
      if (!own || !bills.every((bill) => own.has(bill)))
        throw new ApiError(404, { detail: 'Não encontramos esta parcela.' });
      if (owned.size > MAX_REMEMBERED) owned.clear();
      for (const bill of bills) owned.set(key(bill), now() + HOUR_MS / 6);
    },
    tryCard(bill) {
      if (tries.size > MAX_REMEMBERED) tries.clear();
      const recent = (tries.get(bill) ?? []).filter((at) => at > now() - HOUR_MS);
      if (recent.length >= MAX_TRIES) {
        throw new ApiError(429, { detail: 'Muitas tentativas com cartão. Aguarde uma hora ou pague com Pix.' });
      }
      tries.set(bill, [...recent, now()]);
    },
  };
}

/**
 * The ids of the caller’s installments and of bills of orders; null if the host lists neither. @throws ApiError if
 * listing fails
 */
async function ownBills(api: Client, requested: readonly number[]): Promise<Set<number> | null> {
  const installments = installmentsIn(await api(getFinance));
  const own = new Set(installments);
  if (requested.every((id) => own.has(id))) return own;
  const listed = api(listOrders, { query: { limit: PAGE } });
  // If only the orders fail to load, the bills of the installments still pass.
  const orders: unknown = await (installments ? listed.catch(() => null) : listed);
  if (!installments) refuseUnreadable(orders);
  for (const id of numbersIn(listsIn(orders, ['items']), 'parcela_id')) own.add(id);
  return installments || own.size > 0 ? own : null;
}

const LISTS = ['parcelas', 'items'];

/**
 * The numbers of bills in `at-home/financeiro/`: a plain list, `parcelas`, or the `parcelas` of `contratos`; null: an object
 * that holds none of them. A list that is null is empty.
 */
function installmentsIn(answer: unknown): number[] | null {
  refuseUnreadable(answer);
  if (isFields(answer) && ![...LISTS, 'contratos'].some((name) => Object.hasOwn(answer, name))) return null;
  const contracts = isFields(answer) && Array.isArray(answer.contratos) ? answer.contratos : [];
  const lists = listsIn(answer, LISTS);
  lists.push(...contracts.flatMap((contract) => listsIn(isFields(contract) ? contract : null, ['parcelas'])));
  return numbersIn(lists, 'id');
}

/** An answer that reports a failure, or is not our JSON, says nothing about bills. @throws ApiError 502 */
function refuseUnreadable(answer: unknown): void {
  const isWord = isFields(answer) && ['detail', 'error'].some((name) => Object.hasOwn(answer, name));
  if (typeof answer !== 'object' || isWord) throw new ApiError(502, { detail: UNREADABLE });
}

/** An answer that is a list, or the lists that it holds by these names. */
const listsIn = (answer: unknown, names: readonly string[]): unknown[][] =>
  [answer, ...(isFields(answer) ? names.map((name) => answer[name]) : [])].filter((each) => Array.isArray(each));

const numbersIn = (lists: unknown[][], name: string): number[] =>
  lists
    .flat()
    .map((entry) => Number(isFields(entry) ? (entry[name] ?? Number.NaN) : Number.NaN))
    .filter((id) => Number.isInteger(id));
