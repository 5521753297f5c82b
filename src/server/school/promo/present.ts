import type { listUnits } from './queries.ts';

type Unit = Awaited<ReturnType<typeof listUnits>>[number];

/** A unit that a visitor may talk to. */
export const presentUnit = ({ id, nome, cidade, uf, whatsapp }: Unit) => ({
  id,
  nome,
  cidade,
  uf,
  /** Ten or eleven digits. */
  whatsapp,
});
