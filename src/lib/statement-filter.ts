import { isBirthDate } from './birth-date.ts';

/** The rule for days of birth, without its end: a day of the calendar. */
const isDay = (text: string) => isBirthDate(text, '9999-12-31');

export const STATEMENT_PAGE = 25;

const kinds = ['parcela', 'pedido', 'cambio', 'devolucao'] as const;
const ways = ['pix', 'cartao', 'boleto', 'dinheiro'] as const;

/** What an address of the statement asks for; what makes no sense is left out, so that no address is broken. */
export function readStatementFilter(search: URLSearchParams) {
  const day = (name: string) => {
    const text = search.get(name) ?? '';
    return isDay(text) ? text : undefined;
  };
  const one = <T extends string>(name: string, among: readonly T[]) => among.find((each) => each === search.get(name));
  const page = Number(search.get('pagina') ?? 1);
  return {
    filter: { de: day('de'), ate: day('ate'), tipo: one('tipo', kinds), forma: one('forma', ways) },
    page: Number.isInteger(page) && page >= 1 && page <= 1_000 ? page : 1,
  };
}

export type StatementFilter = ReturnType<typeof readStatementFilter>['filter'];
