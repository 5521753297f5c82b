import { sql } from 'kysely';
import type { Counts } from '#lib/contract/broadcasts.schema.ts';
import type { NoticeCategory } from '#lib/contract/inbox.schema.ts';
import type { Db } from '../../core/db/connection.ts';
import { readersByWhatsapp } from '../../messages/whatsapp/queue.ts';
import type { audienceQuery } from './audience.ts';

/** People who get a message of staff by WhatsApp now, and did not switch its category off. */
export const takersOf = (db: Db, at: Date, category: NoticeCategory | null) =>
  readersByWhatsapp(db, at)
    .where('whatsapp_uses.kind', '=', 'envio')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notification_preferences as off')
            .select('off.user_id')
            .whereRef('off.user_id', '=', 'users.id')
            .where('off.category', '=', category ?? '')
            .where('off.enabled', '=', false),
        ),
      ),
    );

/** The number of such people in an audience, by unit, and the unit's price of a message, in centavos. */
export async function countByUnit(
  readers: Awaited<ReturnType<typeof audienceQuery>>,
  takers: ReturnType<typeof takersOf>,
): Promise<NonNullable<Counts['whatsapp_units']>> {
  const priced = takers.select([
    'users.id as reader',
    sql<number | null>`case whatsapp_templates.category when 'UTILITY' then whatsapp_numbers.utility_centavos
      when 'MARKETING' then whatsapp_numbers.marketing_centavos end`.as('price'),
  ]);
  const rows = await readers
    .innerJoin(priced.as('takers'), 'takers.reader', 'users.id')
    .select(({ fn }) => ['companies.nome', 'takers.price', fn.countAll<number | string>().as('many')])
    .groupBy(['companies.id', 'companies.nome', 'takers.price'])
    .orderBy('companies.nome')
    .orderBy('companies.id')
    .execute();
  return rows.map(({ nome, price, many }) => ({ unidade: nome ?? '', pessoas: Number(many), preco: price }));
}
