import type { TurmaUsa } from '#lib/contract/abroad.schema.ts';

/**
 * Trips that accept requests, those the student is eligible for first, and closed trips: their last day passed, or no
 * place is left.
 *
 * @param today `YYYY-MM-DD` in the school’s zone
 */
export function offeredTrips(trips: readonly TurmaUsa[], today: string) {
  const isClosed = ({ inscricoes_ate, vagas_restantes }: TurmaUsa) => inscricoes_ate < today || vagas_restantes === 0;
  return {
    open: trips.filter((trip) => !isClosed(trip)).toSorted((a, b) => Number(b.elegivel) - Number(a.elegivel)),
    closed: trips.filter(isClosed),
  };
}
