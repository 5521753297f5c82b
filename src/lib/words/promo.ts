import { formatDate, formatTime } from '../format/dates.ts';

/** What the promotional pages say around their form. */
export const promoMessages = {
  again: 'Falta só um toque: confira seus dados e envie de novo. É assim que sabemos que você não é um robô.',
  failed: 'Não conseguimos guardar seu contato. Tente de novo em instantes.',
};

interface Seats {
  vagas: number;
  restam?: number | undefined;
}

/** The text about the seats of a departure, by its state. */
export const seatWords = {
  aberta: ({ vagas, restam }: Seats) =>
    restam === undefined ? `${vagas} vagas` : `${restam} de ${vagas} vagas livres`,
  ultimas: ({ restam }: Seats) => (restam === 1 ? 'Última vaga' : `Últimas ${restam} vagas`),
  lotada: () => 'Turma lotada',
  encerrada: () => 'Inscrições encerradas',
};

/** Date and place of an event of the trip, such as an evening at the school. */
export const eventWords = (instant: string, timeZone: string, local: string | null) =>
  [formatDate(instant, timeZone), formatTime(instant, timeZone), local].filter(Boolean).join(' · ');

/** The first words of a chat about a page. */
export const chatOpening = (title: string) => `Oi! Vi a página ${title} e quero saber mais.`;

/** The text with which somebody shares a page. */
export const shareWords = (title: string, promise: string, address: string) => `${title}: ${promise} ${address}`;
