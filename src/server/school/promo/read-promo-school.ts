import type { z } from 'zod';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { eventsOfPage } from '../travel/events-of-page.ts';
import { unitsIn, unitsOf } from './find-units.ts';
import type { getPromoSchoolInput } from './inputs.ts';
import { presentUnit } from './present.ts';

type Query = z.output<typeof getPromoSchoolInput>;

/** A page has room for so many units. The visitor finds one of more by its city. */
const MAX_LISTED = 12;

/** What a promotional page knows of the school. It is the same for every visitor who asks the same. */
export async function readPromoSchool({ db, now }: PublicCtx, query: Query) {
  const { pagina, marca, cidade, unidade } = query;
  const [units, eventos] = await Promise.all([unitsOf(db, marca), eventsOfPage(db, pagina, now())]);
  const isMany = units.length > MAX_LISTED;
  const one = units.filter(({ id }) => id === unidade);
  const found = one.length > 0 ? one : isMany ? unitsIn(units, cidade ?? '').slice(0, MAX_LISTED) : units;
  return {
    /** Units of the brand; all units if the brand has none. */
    total: units.length,
    /** All of them; where they are too many for a page, those of the city. */
    unidades: found.map(presentUnit),
    eventos,
  };
}
