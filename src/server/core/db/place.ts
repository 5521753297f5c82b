import { sql } from 'kysely';

/** City and state of a unit, else those of its school. The query joins `companies` and `schools`. */
export const unitCity = sql<string>`coalesce(companies.cidade, schools.cidade)`;
export const unitState = sql<string>`coalesce(companies.uf, schools.uf)`;
