import { sql } from 'kysely';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../core/db/connection.ts';
import { inBatches } from '../core/db/in-batches.ts';
import type { School } from '../core/http/ctx.ts';
import { birthdaysOn } from './calendar.ts';
import { earnPoints } from './earn-points.ts';
import { notifyMember } from './notify.ts';

const AT_ONCE = 200;
/** People in one transaction. */
const BATCH = 5;

/** Gives members their birthday points: once a year, also with several processes. */
export async function giveBirthdayPoints({ db, now, config, log }: School): Promise<void> {
  const at = now();
  const timeZone = config.SCHOOL_TIME_ZONE;
  const today = dayIn(timeZone, at);
  const what = today.slice(0, 4);
  const people = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.is_club', '=', true)
    .where('users.is_blocked', '=', false)
    .where(sql<string>`substr(users.birth_date, 6, 5)`, 'in', birthdaysOn(today))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('point_entries')
            .select('point_entries.id')
            .whereRef('point_entries.user_id', '=', 'users.id')
            .where('point_entries.regra', '=', 'aniversario')
            .where('point_entries.criado_em', '>=', `${what}-01-01`)
            .where('point_entries.chave', 'like', `aniversario:${what}:%`),
        ),
      ),
    )
    .orderBy('users.id')
    .limit(AT_ONCE)
    .execute();
  const give = async (tx: Db, id: number) => {
    const entry = await earnPoints(tx, { userId: id, regra: 'aniversario', what, at, timeZone });
    if (!entry) return;
    const title = 'Feliz aniversário!';
    await notifyMember(tx, id, 'spend', { title, body: `Você ganhou ${entry.pontos} pontos da escola.` }, at);
  };
  await inBatches(log, people, { job: 'giveBirthdayPoints', size: BATCH, idOf: ({ id }) => id }, (some) =>
    db.transaction().execute(async (tx) => {
      for (const { id } of some) await give(tx, id);
    }),
  );
}
