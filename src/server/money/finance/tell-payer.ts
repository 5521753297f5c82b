import { randomUUID } from 'node:crypto';
import { clip, firstName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import type { Db } from '../../core/db/connection.ts';
import type { School } from '../../core/http/ctx.ts';
import { tellPayer } from '../../messages/inbox/guardian.ts';
import { makeLink } from './payer.ts';
import type { ParcelaRow } from './queries.ts';
import { schoolDay } from './school-day.ts';

/**
 * Notifies who pays a person's bills of what the office changed (`officeMessages.told`), in the transaction of the
 * change. A minor's guardian gets a link to the bill.
 */
export async function tellOfChange(
  school: School,
  tx: Db,
  { id, user_id, descricao }: Pick<ParcelaRow, 'id' | 'user_id' | 'descricao'>,
  { what, body }: { what: string; body: string },
): Promise<void> {
  const at = school.now();
  const owner = await tx
    .selectFrom('users')
    .select(['id', 'full_name', 'birth_date', 'guardian'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  await tellPayer(tx, at, {
    owner,
    today: await schoolDay(school, tx, user_id, at),
    category: 'financeiro',
    // Each change is told.
    chave: `parcela_mudou:${id}:${randomUUID()}`,
    title: `${what}: ${clip(descricao, 40)}`,
    body,
    path: routes.finance.home(),
    forGuardian: {
      body: `${clip(firstName(owner.full_name), 25)}: ${body}`,
      path: routes.pay((await makeLink(school, id)).token),
    },
  });
}
