import { addMonths } from '../time/days.ts';

/** No course and no debt lasts longer: a later day is a typing error, such as the year 0026. */
const MONTHS = 20 * 12;

/** Whether a bill may be due on a day. @param today `YYYY-MM-DD` in the unit's zone */
export const isDueDay = (day: string, today: string): boolean =>
  day >= addMonths(today, -MONTHS) && day <= addMonths(today, MONTHS);

export const farDueDay = 'Confira o ano: esta data fica a mais de 20 anos de hoje.';
