import { addMonths } from '../time/days.ts';

export interface CourseBill {
  numero: number;
  total: number;
  vencimento: string;
  valorCentavos: number;
}

/** The bills of a plan: one a month from the first day on, with these amounts. @param first `YYYY-MM-DD` */
export const planOf = (values: readonly number[], first: string): CourseBill[] =>
  values.map((valorCentavos, index) => ({
    numero: index + 1,
    total: values.length,
    vencimento: addMonths(first, index),
    valorCentavos,
  }));
