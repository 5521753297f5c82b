import { instant, ref, text } from '../../core/db/columns.ts';
import { alone, either, equals, own, toAddress } from '../../core/db/person.ts';
import { deletedWithPerson } from '../../core/db/table.ts';

export const familyTables = {
  related_users: deletedWithPerson({
    rows: own(),
    alsoErased: own('related_user_id'),
    columns: {
      user_id: ref('users'),
      related_user_id: ref('users'),
    },
    constraints: {
      related_users_pk: 'primary key (user_id, related_user_id)',
    },
    indexes: {
      related_users_of: { on: '(related_user_id)', since: '0256-related-users' },
    },
  }),
  /** The invitation of a minor's guardian: one row for each minor whose guardian was invited (0187). */
  guardian_invitations: deletedWithPerson({
    since: '0213-guardian-invitations',
    rows: own(),
    alsoErased: either(own('accepted_by'), alone(toAddress('mailbox'))),
    columns: {
      /** The minor. */
      user_id: ref('users').primaryKey(),
      /** The invited address of the guardian, in lower case. A changed address is invited again. */
      mailbox: text(254),
      /** Updated with each invitation. */
      asked_at: instant(),
      /** Null: the portal, or a deleted user. */
      asked_by: ref('users').nullable().actor().secret(),
      /** Since when a mail is queued; null: none is. */
      waits_since: instant().nullable(),
      mailed_at: instant().nullable(),
      /** When the last sheet with a code was printed. */
      printed_at: instant().nullable(),
      opened_at: instant().nullable(),
      /** The account that accepted: it sees the minor even if the address is not its own or not verified. */
      accepted_by: ref('users').nullable().secret(),
    },
    indexes: {
      guardian_invitations_waiting: '(waits_since, user_id)',
      guardian_invitations_mailed: '(mailed_at)',
      guardian_invitations_account: '(accepted_by)',
    },
  }),
  /** Whether an adult allows the family to see the account, and the related notices (0187). */
  family_choices: deletedWithPerson({
    since: '0214-family-choice',
    rows: own(),
    alsoErased: equals('guardian_cpf', 'cpf'),
    columns: {
      user_id: ref('users').primaryKey(),
      /** Whether the guardian may see the account; null: not answered, which means no. */
      answer: text<'sim' | 'nao'>(3).nullable(),
      /** The guardian for whom it was answered: the answer does not apply to another guardian. */
      guardian_cpf: text(11).nullable().secret(),
      answered_at: instant().nullable(),
      /** When child and guardian were notified, a month before the 18th birthday. */
      warned_at: instant().nullable(),
      /** When the person was asked, from the 18th birthday on. */
      questioned_at: instant().nullable(),
    },
  }),
};
