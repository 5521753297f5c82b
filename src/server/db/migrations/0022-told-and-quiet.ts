import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

/** Which grades were told, how many guardians got a message, and when each school leaves people alone. */
export const toldAndQuiet: Step = {
  name: '0022-told-and-quiet',
  async up(db, { flag }) {
    await db.schema.alterTable('notas').addColumn('avisada_em', 'varchar(30)').execute();
    // What is shown by now is no news; what is released later is.
    await sql`
      update notas set avisada_em = (
        select periodos.liberado_em from avaliacoes
        join periodos on periodos.id = avaliacoes.periodo_id
        where avaliacoes.id = notas.avaliacao_id and periodos.liberado_em <= ${new Date().toISOString()}
      )`.execute(db);
    await db.schema
      .createIndex('notas_to_tell')
      .on('notas')
      .columns(['avaliacao_id'])
      .where(sql.ref('avisada_em'), 'is', sql.lit(null))
      .execute();
    await db.schema.alterTable('sendings').addColumn('guardians', 'integer', flag).execute();
    await db.schema.alterTable('schools').addColumn('silencio_de', 'varchar(5)').execute();
    await db.schema.alterTable('schools').addColumn('silencio_ate', 'varchar(5)').execute();
  },
};
