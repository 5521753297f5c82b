import { dayField, oneOf, pageIn } from '../lists/search-fields.ts';

export const STATEMENT_PAGE = 25;

const kinds = ['parcela', 'pedido', 'cambio', 'devolucao'] as const;
const methods = ['pix', 'cartao', 'boleto', 'dinheiro', 'maquina', 'transferencia'] as const;

/** The filter in an address of the statement. */
export const readStatementFilter = (search: URLSearchParams) => ({
  filter: {
    de: dayField(search, 'de'),
    ate: dayField(search, 'ate'),
    tipo: oneOf(search, 'tipo', kinds),
    forma: oneOf(search, 'forma', methods),
  },
  page: pageIn(search),
});

export type StatementFilter = ReturnType<typeof readStatementFilter>['filter'];
