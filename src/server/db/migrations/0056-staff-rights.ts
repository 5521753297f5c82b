import { sql } from 'kysely';
import type { Step } from '../migrate.ts';

const RIGHTS = [
  ...['contatos', 'alunos', 'turmas', 'financeiro', 'pedidos'],
  ...['clube', 'viagens', 'mensagens', 'paginas', 'equipe'],
];

/**
 * What each member of staff may work with (0093). Whoever opens the panel today keeps all of it, in the whole school. A
 * message keeps the units that its writer reached.
 */
export const staffRights: Step = {
  name: '0056-staff-rights',
  async up(db, { table, required, references }) {
    await table(db, 'staff_rights')
      .addColumn('user_id', 'integer', references('users.id'))
      .addColumn('direito', 'varchar(20)', required)
      .addColumn('company_id', 'integer', (column) => column.references('companies.id').onDelete('cascade'))
      .execute();
    await sql`create unique index staff_rights_once on staff_rights (user_id, direito, coalesce(company_id, 0))`.execute(
      db,
    );
    for (const right of RIGHTS) {
      await sql`insert into staff_rights (user_id, direito)
        select user_id, ${sql.lit(right)} from user_actions where action_id = 4`.execute(db);
    }
    await db.schema.alterTable('sendings').addColumn('unidades', 'text').execute();
  },
};
