// Written by `npm run lists` from the folders of the areas.
import { clubTables } from './club/tables.ts';
import type { RowsOf, SearchIndex } from './core/db/table.ts';
import { httpTables } from './core/http/tables.ts';
import { jobsTables } from './core/jobs/tables.ts';
import { portsTables } from './core/ports/tables.ts';
import { accountTables } from './identity/account/tables.ts';
import { authTables } from './identity/auth/tables.ts';
import { familyTables } from './identity/family/tables.ts';
import { peopleTables } from './identity/people/tables.ts';
import { devicesTables } from './messages/devices/tables.ts';
import { inboxFormerTables } from './messages/inbox/former-tables.ts';
import { inboxTables } from './messages/inbox/tables.ts';
import { mailTables } from './messages/mail/tables.ts';
import { whatsappTables } from './messages/whatsapp/tables.ts';
import { documentsTables } from './money/documents/tables.ts';
import { exchangeTables } from './money/exchange/tables.ts';
import { financeTables } from './money/finance/tables.ts';
import { ordersTables } from './money/orders/tables.ts';
import { syncTables } from './operate/sync/tables.ts';
import { abroadTables } from './school/abroad/tables.ts';
import { broadcastsTables } from './school/broadcasts/tables.ts';
import { englishTestTables } from './school/english-test/tables.ts';
import { leadsTables } from './school/leads/tables.ts';
import { panelTables } from './school/panel/tables.ts';
import { promoTables } from './school/promo/tables.ts';
import { studentsTables } from './school/students/tables.ts';
import { tourTables } from './school/tour/tables.ts';
import { travelTables } from './school/travel/tables.ts';
import { unitsTables } from './school/units/tables.ts';
import { absencesTables } from './study/absences/tables.ts';
import { booksTables } from './study/books/tables.ts';
import { classMessagesFormerTables } from './study/class-messages/former-tables.ts';
import { classMessagesTables } from './study/class-messages/tables.ts';
import { onlineClassesTables } from './study/online-classes/tables.ts';
import { pedagogicoTables } from './study/pedagogico/tables.ts';
import { practiceTables } from './study/practice/tables.ts';
import { teachingTables } from './study/teaching/tables.ts';

/** Every table of the embedded school. */
export const tables = {
  ...abroadTables,
  ...absencesTables,
  ...accountTables,
  ...authTables,
  ...booksTables,
  ...broadcastsTables,
  ...classMessagesTables,
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
  ...mailTables,
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
  ...whatsappTables,
};

/** What stands no more, by the table that had it: the baseline makes it, and a step drops it. */
export const formerTables = { ...classMessagesFormerTables, ...inboxFormerTables };

/** What queries know of every table. */
export interface Schema extends RowsOf<typeof tables>, SearchIndex {}
