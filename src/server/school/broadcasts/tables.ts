import type { DeliveryState } from '#lib/contract/broadcasts.schema.ts';
import { day, flag, id, instant, integer, json, ref, text } from '../../core/db/columns.ts';
import { own } from '../../core/db/person.ts';
import { deletedWithPerson, impersonal } from '../../core/db/table.ts';

export const broadcastsTables = {
  /** A manager's message, and its progress. */
  sendings: impersonal('da escola: quem escreveu é só um número, e contas de equipe são encerradas por ela', {
    columns: {
      id: id(),
      /** null: written by an admin, for every school. */
      escola_id: integer().nullable(),
      title: text(65),
      body: text(180),
      /** A path of the portal. */
      link: text(300),
      icon_url: text(300).nullable(),
      image_url: text(300).nullable(),
      category: text<'aula' | 'financeiro' | 'clube' | 'pedido' | 'campanha' | 'aviso'>(20),
      /** An `Audience` of the contract, as JSON. */
      audience: json(),
      /** The writer's units, a list of ids; null: all of the school. */
      unidades: json().nullable(),
      status: text<'rascunho' | 'agendada' | 'enviando' | 'enviada' | 'cancelada'>(12),
      /** The next time of a repeating message. */
      scheduled_at: instant().nullable(),
      /** The first chosen time: a message that repeats on the 31st returns to the 31st after February. */
      first_at: instant().nullable(),
      repeat: text<'diaria' | 'semanal' | 'mensal'>(10).nullable(),
      repeat_until: day().nullable(),
      /** The repeating message that made this one. */
      repeats_of: ref('sendings').nullable(),
      respect_quiet_hours: flag().default(false),
      ttl_s: integer(),
      urgency: text<'normal' | 'high'>(10),
      created_by: ref('users'),
      created_at: instant(),
      updated_at: instant(),
      sent_at: instant().nullable(),
      version: integer(),
      /** The last user id up to which the audience is written down. */
      expanded_to: integer().nullable(),
      /** When the whole audience was written down. */
      expanded_at: instant().nullable(),
      people: integer().default(0),
      without_push: integer().default(0),
      opted_out: integer().default(0),
      /** Minors among `people` whose guardian got the message. */
      guardians: integer().default(0),
      /** People without a device get it by mail. */
      by_mail: flag().default(false),
      /** How many of `people` get it by mail. */
      mails: integer().default(0),
      /** Readers who opted in at a unit's number get it by WhatsApp first. */
      by_whatsapp: flag().default(false).since('0243-whatsapp-messages'),
      /** How many of `people` get it by WhatsApp; those reached by the fallback are moved to its count. */
      whatsapps: integer().default(0).since('0243-whatsapp-messages'),
      /** People of the audience who had reached the limit; `people` excludes them. */
      left_out: integer().default(0),
    },
    uniqueIndexes: {
      sendings_run: '(repeats_of, scheduled_at)',
    },
    indexes: {
      sendings_school: '(escola_id, created_at)',
      sendings_status: '(status, scheduled_at)',
    },
  }),
  sending_left_out: deletedWithPerson({
    rows: own(),
    columns: {
      sending_id: ref('sendings'),
      user_id: ref('users'),
    },
    constraints: {
      sending_left_out_pk: 'primary key (sending_id, user_id)',
    },
  }),
  /** Saved audiences. */
  saved_audiences: impersonal('da escola: quem guardou é só um número, que sai com a conta', {
    columns: {
      id: id(),
      /** null: saved by an admin, for admins. */
      escola_id: integer().nullable(),
      nome: text(60),
      /** An `Audience` of the contract, as JSON. */
      audience: json(),
      created_by: ref('users').nullable().actor(),
      updated_at: instant(),
    },
    indexes: {
      saved_audiences_school: '(escola_id, nome)',
    },
  }),
  /** Counts of deliveries that were deleted because of their age, by message and outcome. */
  sending_totals: impersonal('da escola: só contagens', {
    columns: {
      sending_id: ref('sendings'),
      state: text<DeliveryState>(12),
      platform: text(10),
      count: integer(),
    },
    constraints: {
      sending_totals_pk: 'primary key (sending_id, state, platform)',
    },
  }),
  /** Text templates of one school. */
  sending_templates: impersonal('da escola', {
    columns: {
      id: id(),
      escola_id: integer().nullable(),
      nome: text(60),
      title: text(65),
      body: text(180),
      link: text(300),
      category: text<'aula' | 'financeiro' | 'clube' | 'pedido' | 'campanha' | 'aviso'>(20),
      created_at: instant(),
    },
  }),
};
