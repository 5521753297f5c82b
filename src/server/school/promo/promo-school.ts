import type { z } from 'zod';
import type { BrandKey } from '#lib/brand.ts';
import { foldText } from '#lib/format/text.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import type { Db } from '../../core/db/connection.ts';
import { openUnits, unitCity, unitState } from '../../core/db/units.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { eventsOfPage } from '../travel/events.ts';
import type { getPromoSchoolInput } from './inputs.ts';

type Query = z.output<typeof getPromoSchoolInput>;

/** Max. units on a page. If there are more, the visitor searches by city. */
const MAX_LISTED = 12;

/** The school's data for a promotional page, equal for every visitor with the same query. */
export async function readPromoSchool({ db, now }: PublicCtx, query: Query) {
  const { pagina, marca, cidade, unidade } = query;
  const [units, eventos] = await Promise.all([unitsOf(db, marca), eventsOfPage(db, pagina, now())]);
  const isMany = units.length > MAX_LISTED;
  const one = units.filter(({ id }) => id === unidade);
  const found = one.length > 0 ? one : isMany ? unitsIn(units, cidade ?? '').slice(0, MAX_LISTED) : units;
  return {
    /** Units of the brand; all units if the brand has none. */
    total: units.length,
    /** All units; if there are too many, those of the city. */
    unidades: found.map(presentUnit),
    eventos,
  };
}

type Unit = Awaited<ReturnType<typeof listUnits>>[number];

/** The units of a brand; all units if the brand has none, or if none is named. */
export async function unitsOf(db: Db, marca: BrandKey | undefined): Promise<Unit[]> {
  const all = await listUnits(db);
  const own = all.filter((unit) => unit.marca === marca);
  return own.length > 0 ? own : all;
}

/** The units of a city, in any spelling: `sao paulo` matches São Paulo. */
const unitsIn = (units: readonly Unit[], cidade: string): Unit[] =>
  units.filter((unit) => foldText(unit.cidade) === foldText(cidade));

const areaOf = (phone: string | null) => phone?.slice(0, 2);
const inArea = (units: readonly Unit[], telefone: string) =>
  units.filter((unit) => areaOf(unit.whatsapp ?? unit.telefone) === areaOf(telefone));

interface Place {
  cidade: string | null;
  telefone: string;
}

/**
 * The unit that answers a visitor: the only one of the city, otherwise of the telephone's area code, otherwise of all.
 *
 * @returns null if several match, because a guess might send the visitor to the wrong unit.
 */
export function unitFor(units: readonly Unit[], { cidade, telefone }: Place): Unit | null {
  const fitting = [cidade ? unitsIn(units, cidade) : [], inArea(units, telefone), units];
  return fitting.find(({ length }) => length === 1)?.[0] ?? null;
}

/**
 * The units to notify of a visitor without a unit: those of the city, otherwise those of the area code, otherwise all if they
 * belong to one school. Far from every unit nobody is notified; each unit's home page counts the visitor.
 */
export function nearestUnits(units: readonly Unit[], { cidade, telefone }: Place): readonly Unit[] {
  const isOneSchool = new Set(units.map(({ escola_id }) => escola_id)).size === 1;
  const near = [cidade ? unitsIn(units, cidade) : [], inArea(units, telefone), isOneSchool ? units : []];
  return near.find(({ length }) => length > 0) ?? [];
}

/** A unit that a visitor may talk to. */
const presentUnit = ({ id, nome, cidade, uf, whatsapp }: Unit) => ({
  id,
  nome,
  cidade,
  uf,
  /** Ten or eleven digits. */
  whatsapp,
});

/** Units that visitors may talk to, by city and name. */
export const listUnits = (db: Db) =>
  db
    .selectFrom('companies')
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['companies.id', 'companies.escola_id', 'companies.nome', 'companies.telefone', 'companies.whatsapp'])
    .select(['schools.marca', unitCity.as('cidade'), unitState.as('uf')])
    .where('companies.id', '!=', BLOCKED_COMPANY_ID)
    .$call(openUnits)
    .orderBy(unitCity)
    .orderBy('companies.nome')
    .execute();
