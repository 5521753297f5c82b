import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** The roll that a teacher took before rolls had a time of their own, and the lesson in place of a cancelled one. */
export const rolls: Step = {
  name: '0073-rolls',
  async up(db, { referencesOrNull }) {
    await db.schema.alterTable('aulas').addColumn('repoe_aula_id', 'integer', referencesOrNull('aulas.id')).execute();
    await sql`create unique index aulas_make_up on aulas (repoe_aula_id) where repoe_aula_id is not null`.execute(db);
    await sql`update aulas set chamada_em = fim where chamada_em is null and exists (
      select 1 from presencas where presencas.aula_id = aulas.id and presencas.origem = 'professor')`.execute(db);
  },
};
