import { formatDay } from '#lib/format/dates.ts';
import { hasTurned, isBirthDate } from '#lib/rules/account/birth-date.ts';

interface Trip {
  estado: 'rascunho' | 'publicada' | 'encerrada';
  inicio: string;
  inscricoes_ate: string;
  idade_minima: number;
  vagas: number;
  ocupadas: number;
  /** Books that must be finished before. */
  livros: readonly { id: number; nome: string }[];
}

interface Student {
  /** null: not known, so the age is asked for later. */
  birth: string | null;
  finished: ReadonlySet<number>;
}

/** Whether somebody is old enough on the day that a trip begins. @param birth a date of birth */
export const isOldEnough = (birth: string, { inicio, idade_minima }: Pick<Trip, 'inicio' | 'idade_minima'>): boolean =>
  hasTurned(birth, idade_minima, inicio);

/** Why a student cannot ask for a trip today, in words, else null: the first of deadline, books, age, places. */
export function reasonAgainst(trip: Trip, { birth, finished }: Student, today: string): string | null {
  if (trip.estado !== 'publicada') return 'A escola encerrou as inscrições desta turma.';
  if (trip.inscricoes_ate < today) return `As inscrições terminaram em ${formatDay(trip.inscricoes_ate)}.`;
  const missing = trip.livros.filter(({ id }) => !finished.has(id)).map(({ nome }) => nome);
  if (missing.length > 0) return `Antes, conclua ${listed(missing)}.`;
  if (birth !== null && isBirthDate(birth, today) && !isOldEnough(birth, trip)) {
    return `É preciso ter ${trip.idade_minima} anos em ${formatDay(trip.inicio)}, quando a viagem começa.`;
  }
  return trip.ocupadas >= trip.vagas ? 'Não há mais vagas nesta turma.' : null;
}

const listed = (names: readonly string[]) => new Intl.ListFormat('pt-BR').format(names);
