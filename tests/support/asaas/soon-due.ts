import pino from 'pino';
import { shiftDay } from '../../../src/lib/rules/time/days.ts';
import { dayIn } from '../../../src/lib/rules/time/zones.ts';
import { readConfig } from '../../../src/server/config.ts';
import { bankDayFrom } from '../../../src/server/money/finance/bank-days.ts';
import { isOrderDay } from '../../../src/server/money/finance/debit-days.ts';
import { openSchool } from '../../../src/server/school.ts';
import { saoPaulo } from '../bills.ts';

// Moves the second open bill of a person, in the school of `DATA_DIR`, to a day whose debit is ordered today.
const userId = Number(process.argv[2]);
const { db, close } = await openSchool(readConfig(process.env), pino({ level: 'silent' }), {
  backgroundWork: false,
}).then(({ school, close }) => ({ db: school.db, close }));
const today = dayIn('America/Sao_Paulo', new Date());
const days = Array.from({ length: 9 }, (_, at) => bankDayFrom(shiftDay(today, at + 2), saoPaulo));
const day = days.find((each) => isOrderDay(each, today, saoPaulo)) ?? today;
const [, second] = await db
  .selectFrom('parcelas')
  .select('id')
  .where('user_id', '=', userId)
  .where('status', '=', 'aberta')
  .where('pedido_id', 'is', null)
  .orderBy('vencimento')
  .execute();
await db
  .updateTable('parcelas')
  .set({ vencimento: day })
  .where('id', '=', second?.id ?? 0)
  .execute();
await close();
