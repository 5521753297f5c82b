import type { BrandKey } from '#lib/brand.ts';
import { foldText } from '#lib/format/text.ts';
import type { Db } from '../../core/db/connection.ts';
import { listUnits } from './queries.ts';

type Unit = Awaited<ReturnType<typeof listUnits>>[number];

/** The units of a brand; all units if the brand has none, or if none is named. */
export async function unitsOf(db: Db, marca: BrandKey | undefined): Promise<Unit[]> {
  const all = await listUnits(db);
  const own = all.filter((unit) => unit.marca === marca);
  return own.length > 0 ? own : all;
}

/** The units of a city, in any spelling: `sao paulo` is São Paulo. */
export const unitsIn = (units: readonly Unit[], cidade: string): Unit[] =>
  units.filter((unit) => foldText(unit.cidade) === foldText(cidade));

const areaOf = (phone: string | null) => phone?.slice(0, 2);

/**
 * The unit that answers a visitor: the one of the city, else the one of the telephone's area code, else the only one.
 *
 * @returns null if several fit, because a guess would send the visitor to a stranger.
 */
export function unitFor(
  units: readonly Unit[],
  { cidade, telefone }: { cidade: string | null; telefone: string },
): Unit | null {
  const near = units.filter((unit) => areaOf(unit.whatsapp ?? unit.telefone) === areaOf(telefone));
  const fitting = [cidade ? unitsIn(units, cidade) : [], near, units];
  return fitting.find(({ length }) => length === 1)?.[0] ?? null;
}
