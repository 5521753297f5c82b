interface Departure {
  /** Days, `YYYY-MM-DD`. */
  inicio: string;
  inscricoes_ate: string;
  vagas: number;
  /** Absent: unknown. */
  restam?: number | undefined;
}

/** Below this share of free seats a departure is nearly full. */
const FEW = 0.25;

export type DepartureState = 'aberta' | 'ultimas' | 'lotada' | 'encerrada';

/** Whether people may enrol on a day, and whether they should hurry. */
export function stateOf({ inscricoes_ate, vagas, restam = vagas }: Departure, today: string): DepartureState {
  if (today > inscricoes_ate) return 'encerrada';
  if (restam === 0) return 'lotada';
  return restam <= vagas * FEW ? 'ultimas' : 'aberta';
}

export const isOpen = (departure: Departure, today: string): boolean =>
  ['aberta', 'ultimas'].includes(stateOf(departure, today));

/** The next departure that people can join, else the last one. null: the page has none. */
export function nextDeparture<T extends Departure>(departures: readonly T[], today: string): T | null {
  const byStart = departures.toSorted((a, b) => a.inicio.localeCompare(b.inicio));
  return byStart.find((departure) => isOpen(departure, today)) ?? byStart.at(-1) ?? null;
}
