import type { Financeiro, Parcela } from '../../contract/finance.schema.ts';
import { type OwnBills, ownBills } from './own-bills.ts';

/** The bills of a person for whom the user pays. */
export interface FamilyFinance {
  id: number;
  nome: string;
  financeiro: Financeiro;
}

/** A bill of a family, with its owner if that is not the user. */
export type FamilyBill = Parcela & { de?: string };

/** The family’s bills as loaded; null: the user pays for nobody else. */
type Family = { ok: true; data: readonly FamilyFinance[] } | { ok: false } | null;

/** The bills of a user and of those for whom the user pays as one list by due date, with one sum. */
export function familyFinance(
  own: Financeiro,
  family: readonly FamilyFinance[],
): Omit<Financeiro, 'parcelas'> & { parcelas: FamilyBill[] } {
  const all = [own, ...family.map(({ financeiro }) => financeiro)];
  const named = family.flatMap(({ nome, financeiro }) => financeiro.parcelas.map((bill) => ({ ...bill, de: nome })));
  const parcelas: FamilyBill[] = [...own.parcelas, ...named].toSorted(byDay);
  const next = all
    .flatMap(({ resumo, parcelas }) => parcelas.filter(({ id }) => id === resumo.proxima_parcela_id))
    .toSorted(byDay)[0];
  const trips = all.flatMap(({ resumo }) => resumo.intercambio ?? []);
  const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);
  const first = trips.toSorted((a, b) => a.vencimento.localeCompare(b.vencimento))[0];
  return {
    resumo: {
      aberto_centavos: sum(all.map(({ resumo }) => resumo.aberto_centavos)),
      vencido_centavos: sum(all.map(({ resumo }) => resumo.vencido_centavos)),
      proximo_vencimento: next?.vencimento ?? null,
      proxima_parcela_id: next?.id ?? null,
      ...(first && {
        intercambio: {
          ...first,
          aberto_centavos: sum(trips.map((trip) => trip.aberto_centavos)),
          vencido_centavos: sum(trips.map((trip) => trip.vencido_centavos)),
        },
      }),
    },
    contratos: all.flatMap(({ contratos }) => contratos),
    parcelas,
  };
}

const byDay = (a: Parcela, b: Parcela) => a.vencimento.localeCompare(b.vencimento) || a.id - b.id;

/**
 * The state of all bills for which a user answers. `clear`: there were bills, and neither an own bill nor one of the
 * family is open. If the family’s bills did not load, it is `open`.
 */
export function billSummary(
  own: Financeiro,
  family: Family,
  isEnrolled: boolean,
): { finance: ReturnType<typeof familyFinance>; status: OwnBills; isAllClear: boolean } {
  const finance = familyFinance(own, family?.ok ? family.data : []);
  const status = family && !family.ok ? 'open' : ownBills(finance, isEnrolled || family !== null);
  return { finance, status, isAllClear: status === 'clear' && !finance.resumo.intercambio };
}
