import type { PromoUnit } from '#lib/contract/promo.schema.ts';
import type { listUnits } from './queries.ts';

type Unit = Awaited<ReturnType<typeof listUnits>>[number];

export const presentUnit = ({ id, nome, cidade, uf, whatsapp }: Unit): PromoUnit => ({
  id,
  nome,
  cidade,
  uf,
  whatsapp,
});
