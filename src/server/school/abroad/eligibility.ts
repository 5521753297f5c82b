import { formatDay } from '#lib/format/dates.ts';
import { listInWords } from '#lib/format/text.ts';
import { hasTurned, isBirthDate } from '#lib/rules/account/birth-date.ts';

interface Trip {
  status: 'rascunho' | 'publicada' | 'encerrada';
  inicio: string;
  inscricoes_ate: string;
  idade_minima: number;
  vagas: number;
  ocupadas: number;
  /** Books that the student must finish before. */
  livros: readonly { id: number; nome: string }[];
}

interface Student {
  /** null: unknown, so the portal asks for it later. */
  birth: string | null;
  finished: ReadonlySet<number>;
}

/** Whether a student is old enough on the first day of a trip. @param birth a date of birth */
export const isOldEnough = (birth: string, { inicio, idade_minima }: Pick<Trip, 'inicio' | 'idade_minima'>): boolean =>
  hasTurned(birth, idade_minima, inicio);

/** Why a student cannot ask for a trip today, in words, or null. Order: deadline, books, age, places. */
export function reasonAgainst(trip: Trip, { birth, finished }: Student, today: string): string | null {
  if (trip.status !== 'publicada') return 'A escola encerrou as inscrições desta turma.';
  if (trip.inscricoes_ate < today) return `As inscrições terminaram em ${formatDay(trip.inscricoes_ate)}.`;
  const missing = trip.livros.filter(({ id }) => !finished.has(id)).map(({ nome }) => nome);
  if (missing.length > 0) return `Antes, conclua ${listInWords(missing)}.`;
  if (birth !== null && isBirthDate(birth, today) && !isOldEnough(birth, trip)) {
    return `É preciso ter ${trip.idade_minima} anos em ${formatDay(trip.inicio)}, quando a viagem começa.`;
  }
  return trip.ocupadas >= trip.vagas ? 'Não há mais vagas nesta turma.' : null;
}
