import { abroadTables } from './abroad/tables.ts';
import { absencesTables } from './absences/tables.ts';
import { accountTables } from './account/tables.ts';
import { authTables } from './auth/tables.ts';
import { booksTables } from './books/tables.ts';
import { broadcastsTables } from './broadcasts/tables.ts';
import { clubTables } from './club/tables.ts';
import type { RowsOf } from './db/table.ts';
import { devicesTables } from './devices/tables.ts';
import { documentsTables } from './documents/tables.ts';
import { englishTestTables } from './english-test/tables.ts';
import { exchangeTables } from './exchange/tables.ts';
import { familyTables } from './family/tables.ts';
import { financeTables } from './finance/tables.ts';
import { httpTables } from './http/tables.ts';
import { inboxTables } from './inbox/tables.ts';
import { jobsTables } from './jobs/tables.ts';
import { leadsTables } from './leads/tables.ts';
import { onlineClassesTables } from './online-classes/tables.ts';
import { ordersTables } from './orders/tables.ts';
import { panelTables } from './panel/tables.ts';
import { pedagogicoTables } from './pedagogico/tables.ts';
import { peopleTables } from './people/tables.ts';
import { portsTables } from './ports/tables.ts';
import { practiceTables } from './practice/tables.ts';
import { promoTables } from './promo/tables.ts';
import { studentsTables } from './students/tables.ts';
import { syncTables } from './sync/tables.ts';
import { teachingTables } from './teaching/tables.ts';
import { tourTables } from './tour/tables.ts';
import { travelTables } from './travel/tables.ts';
import { unitsTables } from './units/tables.ts';

/** Every table of the embedded school, by the area that describes it. */
export const tables = {
  ...abroadTables,
  ...absencesTables,
  ...accountTables,
  ...authTables,
  ...booksTables,
  ...broadcastsTables,
  ...clubTables,
  ...devicesTables,
  ...documentsTables,
  ...englishTestTables,
  ...exchangeTables,
  ...familyTables,
  ...financeTables,
  ...httpTables,
  ...inboxTables,
  ...jobsTables,
  ...leadsTables,
  ...onlineClassesTables,
  ...ordersTables,
  ...panelTables,
  ...pedagogicoTables,
  ...peopleTables,
  ...portsTables,
  ...practiceTables,
  ...promoTables,
  ...studentsTables,
  ...syncTables,
  ...teachingTables,
  ...tourTables,
  ...travelTables,
  ...unitsTables,
};

/** What queries know of every table. */
export interface Schema extends RowsOf<typeof tables> {
  /** The index of SQLite for searches. */
  people_grams: { rowid: number };
}
