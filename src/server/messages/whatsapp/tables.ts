import type { WhatsappTrouble } from '#lib/rules/whatsapp/errors.ts';
import type { WhatsappKind } from '#lib/rules/whatsapp/template.ts';
import { id, instant, integer, json, ref, text } from '../../core/db/columns.ts';
import { own } from '../../core/db/person.ts';
import { deletedWithPerson, impersonal } from '../../core/db/table.ts';

const since = '0240-whatsapp';

export const whatsappTables = {
  /** Numbers of WhatsApp Business from which units write. */
  whatsapp_numbers: impersonal('da unidade: o número que ela ligou', {
    since,
    columns: {
      id: id(),
      company_id: ref('companies').unique(),
      /** The number's id in the Cloud API. */
      phone_number_id: text(30).unique(),
      account_id: text(30),
      /** The number as Meta displays it, such as `+55 11 99999-0000`. */
      display: text(30),
      /** Token, app secret and verification word, encrypted with SECRET. */
      ajustes: text(),
      created_at: instant(),
      /** When the webhook was first called; null: nobody can opt in yet. */
      heard_at: instant().nullable(),
      /** Why the number does not send; null: it sends. */
      trouble: text<WhatsappTrouble>(20).nullable(),
      /** Paused until then. */
      held_until: instant().nullable(),
      failures: integer().default(0),
      /** When its templates were read last. */
      templates_at: instant().nullable(),
      /** Meta's price for a message of each category, in centavos, entered by the unit; null: unknown. */
      utility_centavos: integer().nullable().since('0243-whatsapp-messages'),
      marketing_centavos: integer().nullable().since('0243-whatsapp-messages'),
    },
  }),
  /** The number's templates, as last listed by the API. */
  whatsapp_templates: impersonal('da unidade: os modelos que a Meta aprova', {
    since,
    columns: {
      id: id(),
      number_id: ref('whatsapp_numbers'),
      name: text(512),
      language: text(15),
      category: text(30),
      status: text(30),
      format: text<'POSITIONAL' | 'NAMED'>(12),
      body: text(1100),
      /** The names of its variables, in order. */
      slots: json(),
      /** Why it cannot be used here; null: usable. */
      unfit: text(20).nullable(),
    },
    uniqueIndexes: {
      whatsapp_templates_name: '(number_id, name, language)',
    },
  }),
  /** The template of each kind of notice. */
  whatsapp_uses: impersonal('da unidade', {
    since,
    columns: {
      number_id: ref('whatsapp_numbers'),
      kind: text<WhatsappKind>(30),
      template_id: ref('whatsapp_templates'),
      /** The value of each variable, in order. */
      variables: json(),
    },
    constraints: {
      whatsapp_uses_pk: 'primary key (number_id, kind)',
    },
    indexes: {
      whatsapp_uses_template: '(template_id)',
    },
  }),
  /** Who wants notices by WhatsApp: the person asked for it from the own WhatsApp. */
  whatsapp_optins: deletedWithPerson({
    since,
    rows: own(),
    columns: {
      user_id: ref('users').primaryKey(),
      number_id: ref('whatsapp_numbers'),
      /** `espera`: waits for the person's message with the code. */
      status: text<'espera' | 'ativa' | 'parada'>(10),
      /** The code that the message has to contain. */
      code: text(8).nullable().unique().secret(),
      code_until: instant().nullable(),
      /** The telephone of the sender, with its country code; null: unknown. */
      wa_id: text(20).nullable(),
      /** The sender's id at WhatsApp for this business. */
      wa_user_id: text(150).nullable(),
      started_at: instant().nullable(),
      ended_at: instant().nullable(),
      /** The time of the last message; earlier messages that come late change nothing. */
      said_at: instant().nullable(),
    },
    indexes: {
      whatsapp_optins_number: '(number_id, status)',
      whatsapp_optins_phone: '(wa_id)',
      whatsapp_optins_sender: '(wa_user_id)',
    },
  }),
};
