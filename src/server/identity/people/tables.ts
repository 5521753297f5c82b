import { sql } from 'kysely';
import type { Right } from '#lib/contract/account.schema.ts';
import { day, flag, id, instant, integer, json, ref, text } from '../../core/db/columns.ts';
import { own, type Person } from '../../core/db/person.ts';
import { deletedWithPerson, retainedAfterErasure } from '../../core/db/table.ts';

const erasedAddress = ({ id }: Person) => `apagada-${id}@conta.invalid`;

export const peopleTables = {
  /** A row of an import that resembles an account without an enrolment. The school accepts or refuses it. */
  enrolment_proposals: deletedWithPerson({
    rows: own(),
    columns: {
      id: id(),
      user_id: ref('users'),
      company_id: ref('companies'),
      matricula: text(20).secret(),
      /** JSON: the `users` columns of that row, and `nome`. */
      dados: text().secret(),
      created_at: instant(),
    },
    uniqueIndexes: {
      enrolment_proposals_key: '(company_id, matricula)',
    },
    indexes: {
      enrolment_proposals_user: '(user_id)',
    },
  }),
  drive_users: retainedAfterErasure({
    rows: ({ driveUserId }) => (driveUserId === null ? sql`1 = 0` : sql`id = ${driveUserId}`),
    columns: {
      id: id().retained(),
      company_id: ref('companies').retained(),
      matricula: text(30).becomes(''),
      nome: text(120).becomes('Conta apagada'),
      papel: text<'aluno' | 'responsavel' | 'professor' | 'equipe'>(20).retained(),
      /** The last day of the student's course; null: no end. */
      encerrado_em: day().nullable().emptied(),
    },
    indexes: {
      drive_users_company: '(company_id)',
      drive_users_matricula: '(company_id, matricula)',
      drive_users_ended: '(id) where encerrado_em is not null',
      drive_users_staff: "(papel, company_id) where papel in ('equipe', 'professor')",
    },
  }),
  users: retainedAfterErasure({
    rows: own('id'),
    columns: {
      id: id().retained(),
      drive_user_id: ref('drive_users').nullable().retained(),
      /** The school of the enrolment. Triggers maintain it, for lists by name (0079). */
      school_id: integer().nullable().retained().secret(),
      /** Name, address, number and the guardian's name, folded for searches. Triggers maintain it (0079). */
      search_text: text().nullable().retained().secret(),
      email: text(254).becomes(erasedAddress),
      /** Lower case, for look-ups. Several accounts may share it. */
      email_key: text(254).becomes(erasedAddress).secret(),
      /** No real hash has this form, so no password matches. */
      password_hash: text(200).becomes('-').secret(),
      /** The displayed name: the nome social if the person has one. */
      full_name: text(120).becomes('Conta apagada'),
      /** The name for receipts, contracts and payments, if it differs (0024). */
      civil_name: text(120).nullable().emptied().since('0232-civil-name'),
      phone: text(20).nullable().emptied(),
      cpf: text(11).nullable().emptied(),
      cep: text(8).nullable().emptied(),
      street: text(160).nullable().emptied(),
      street_number: text(20).nullable().emptied(),
      complement: text(80).nullable().emptied(),
      district: text(80).nullable().emptied(),
      city: text(80).nullable().emptied(),
      state: text(2).nullable().emptied(),
      /** null: Brazil. Elsewhere there is neither CEP nor state. */
      country: text(60).nullable().emptied().since('0233-country'),
      /** Abroad: state, province, and the postal code of the country. */
      region: text(80).nullable().emptied().since('0233-country'),
      birth_date: day().nullable().emptied(),
      avatar_url: text(300).nullable().emptied(),
      /** `{full_name, cpf, email, phone, relation}`. */
      guardian: json().nullable().emptied(),
      theme: text<'claro' | 'escuro' | 'sistema'>(10).nullable().emptied(),
      text_size: text<'normal' | 'grande'>(10).nullable().emptied(),
      is_club: flag().default(false).becomes(false),
      club_rules_version: text(20).nullable().emptied(),
      /** When the member joined; null outside the club. */
      club_since: instant().nullable().emptied(),
      pwa_installed: flag().default(false).becomes(false),
      email_verified: flag().default(false).becomes(false),
      is_blocked: flag().default(false).becomes(true),
      /** Blocked by the end of the course: can log in only to export the own data or request erasure (0006). */
      own_data_only: flag().default(false).becomes(false).secret(),
      /** Blocked by a start without the demo, not by a person. */
      closed_with_demo: flag().default(false).becomes(false).secret(),
      /** Created by the demo: an invented account with a public initial password. */
      is_demo: flag().default(false).retained().secret(),
      /** A student with an active course who is in no class now: triggers write it (`triggers/without-class.ts`). */
      is_without_class: flag().default(false).retained().secret(),
      /** Incremented to end every token issued so far (S16). */
      token_version: integer().default(1).retained().secret(),
      last_seen_at: instant().nullable().emptied(),
      created_at: instant().retained(),
      /** When the owner last confirmed the registration (VALID-02, VALID-03). */
      updated_at: instant().nullable().emptied(),
      /** When a person last changed the data here; null: not since this is recorded. */
      changed_at: instant().nullable().emptied(),
      /** Fingerprints of the values of the last import (0121); the export has the values. */
      imported: json().nullable().emptied().secret(),
    },
    indexes: {
      users_email_key: '(email_key)',
      users_cpf: '(cpf)',
      users_phone: '(phone)',
      users_birthday: '(substr(birth_date, 6, 5))',
      users_coming_of_age: { on: '(birth_date) where guardian is not null', since: '0214-family-choice' },
      users_school_name: '(school_id, full_name, id)',
      users_name: '(full_name, id)',
      users_enrolment: '(drive_user_id, id)',
      users_without_class: '(school_id) where is_without_class = 1',
      users_seen: '(school_id, last_seen_at)',
    },
  }),
  user_actions: deletedWithPerson({
    rows: own(),
    columns: {
      user_id: ref('users'),
      action_id: integer(),
    },
    constraints: {
      user_actions_pk: 'primary key (user_id, action_id)',
    },
  }),
  /** The rights of staff (0093). `company_id` null: all units of the school. */
  staff_rights: deletedWithPerson({
    rows: own(),
    columns: {
      id: id(),
      user_id: ref('users'),
      direito: text<Right>(20),
      company_id: ref('companies', 'cascade').nullable(),
    },
    uniqueIndexes: {
      staff_rights_once: '(user_id, direito, coalesce(company_id, 0))',
    },
  }),
};
