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
      /** The guardian's address that is invited, in lower case. Another one is invited anew. */
      mailbox: text(254),
      /** It moves with each invitation. */
      asked_at: instant(),
      /** Null: the portal, or a deleted user. */
      asked_by: ref('users').nullable().actor().secret(),
      /** Since when a mail waits for its turn; null: none waits. */
      waits_since: instant().nullable(),
      mailed_at: instant().nullable(),
      /** When the last sheet with a code was printed. */
      printed_at: instant().nullable(),
      opened_at: instant().nullable(),
      /** The account that took it: it sees the minor also where the address is not its own, or not verified. */
      accepted_by: ref('users').nullable().secret(),
    },
    indexes: {
      guardian_invitations_waiting: '(waits_since, user_id)',
      guardian_invitations_mailed: '(mailed_at)',
      guardian_invitations_account: '(accepted_by)',
    },
  }),
  /** What a person of age answered about the family, and what was said of it (0187). */
  family_choices: deletedWithPerson({
    since: '0214-family-choice',
    rows: own(),
    alsoErased: equals('guardian_cpf', 'cpf'),
    columns: {
      user_id: ref('users').primaryKey(),
      /** Whether the guardian may go on seeing; null: nobody answered, so no. */
      answer: text<'sim' | 'nao'>(3).nullable(),
      /** Of whom it was answered: it says nothing of another guardian. */
      guardian_cpf: text(11).nullable().secret(),
      answered_at: instant().nullable(),
      /** When child and guardian were told, a month before the 18th birthday. */
      warned_at: instant().nullable(),
      /** When the person was asked, from the 18th birthday on. */
      questioned_at: instant().nullable(),
    },
  }),
};
