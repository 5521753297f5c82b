import { sql } from 'kysely';
import { id, instant, integer, text } from '../../core/db/columns.ts';
import { alone, type Rows, toAddress, verified } from '../../core/db/person.ts';
import { deletedWithPerson } from '../../core/db/table.ts';

const mails: Rows = (person) =>
  person.hasAddressAlone
    ? toAddress('recipient')(person)
    : sql`(${toAddress('recipient')(person)} and sent_at is not null)`;

export const mailTables = {
  outbox: deletedWithPerson({
    rows: verified(alone(toAddress('recipient'))),
    alsoErased: mails,
    columns: {
      id: id(),
      kind: text(30),
      recipient: text(254),
      subject: text(200).secret(),
      html: text().secret(),
      text: text().secret(),
      created_at: instant(),
      claimed_until: instant().nullable(),
      attempts: integer().default(0),
      sent_at: instant().nullable(),
      last_error: text().nullable().secret(),
      unsubscribe: text(300).nullable().secret(),
    },
    indexes: {
      outbox_unsent: '(sent_at, id)',
    },
  }),
};
