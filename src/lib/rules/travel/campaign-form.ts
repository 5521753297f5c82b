import { formatDate, formatDay, formatTime, relativeDay } from '#lib/format/dates.ts';
import { lookFor } from '#lib/words/own-word.ts';
import { HOUR_MS } from '../time/spans.ts';

export const campaignStates = {
  em_breve: { name: 'Em breve', tone: 'info' },
  aberta: { name: 'Inscrições abertas', tone: 'success' },
  encerrada: { name: 'Inscrições encerradas', tone: 'neutral' },
} as const;

/** The label and tone of a campaign’s state, even of one that only a connected host has. */
export const campaignState = (status: string) =>
  lookFor(campaignStates, status, (name) => ({ name, tone: 'neutral' as const }));

export const ticketStates = {
  ativo: { name: 'Vale na entrada', tone: 'success' },
  usado: { name: 'Já utilizado', tone: 'neutral' },
  expirado: { name: 'Vencido', tone: 'neutral' },
  cancelado: { name: 'Cancelado', tone: 'error' },
} as const;

/** The promotional pages that a campaign may belong to. */
export const promoPages = { 'knn-orlando': 'KNN Orlando', 'london-by-phenom': 'London by Phenom' } as const;

/** `sábado, 12/12 às 19:00`. */
export const eventTime = (instant: string, now: Date, timeZone: string): string =>
  `${relativeDay(instant, now, timeZone)} às ${formatTime(instant, timeZone)}`;

/** The days on which a ticket is valid: `12/12/2026`, or from one day to another. */
export function ticketDays(from: string, until: string, timeZone: string): string {
  const first = formatDate(from, timeZone);
  // It is valid until the morning after the last day.
  const last = formatDate(new Date(Date.parse(until) - 7 * HOUR_MS).toISOString(), timeZone);
  return first === last ? first : `${first} a ${last}`;
}

/** The last day to join, or the first one. */
export const joinDays = (status: keyof typeof campaignStates, inicio: string, fim: string): string =>
  status === 'em_breve' ? `a partir de ${formatDay(inicio)}` : `até ${formatDay(fim)}`;

/** Most companions in one form. */
export const MAX_ROWS = 10;

/** Field names of one companion in the form, which has a row for each possible companion. */
export const companionFields = (row: number) => ({
  nome: `nome_${row}`,
  cpf: `cpf_${row}`,
  birth_date: `nascimento_${row}`,
});
