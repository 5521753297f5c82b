import { flag, id, instant, integer, json, ref, text } from '../../core/db/columns.ts';
import { impersonal } from '../../core/db/table.ts';

const CONTACT = '0253-unit-contact';

export const unitsTables = {
  schools: impersonal('da escola', {
    columns: {
      id: id(),
      nome: text(120),
      marca: text<'knn' | 'phenom'>(10),
      cidade: text(80),
      uf: text(2),
      /** Quiet hours as clock times; null: the portal's hours. Equal: none. */
      silencio_de: text(5).nullable(),
      silencio_ate: text(5).nullable(),
      /** Max. staff messages for one person in 24 hours and in 7 days; null: the portal's number, 0: no limit. */
      mensagens_dia: integer().nullable(),
      mensagens_semana: integer().nullable(),
      confirma_centavos: integer().nullable(),
      confirma_pontos: integer().nullable(),
      /** Created by the seed, with public passwords. */
      is_demo: flag().default(false),
      /** When a manager closed the list of setup steps. */
      setup_closed_at: instant().nullable().since('0203-home'),
      /** The steps of its bill reminders (`reminder-steps.ts`); null: the portal's. */
      lembretes: json().nullable().since('0220-bill-reminders'),
      /** The rules of plans that payers may make themselves (`own-agreement.ts`); null: none allowed. */
      acordo: json().nullable().since('0221-own-agreements'),
    },
  }),
  companies: impersonal('da escola', {
    columns: {
      id: id(),
      escola_id: ref('schools'),
      nome: text(120),
      telefone: text(20).nullable(),
      whatsapp: text(20).nullable(),
      /** Street, number and quarter, for the map of “Fale com a escola”. */
      endereco: text(200).nullable().since(CONTACT),
      /** When the office is open, in the words of the school. */
      horario: text(400).nullable().since(CONTACT),
      /** Null: the school's city. Queries use `unitCity` and `unitState` (place.ts). */
      cidade: text(80).nullable(),
      uf: text(2).nullable(),
      timezone: text(60),
      venda_direta_allow: flag().default(false),
      /** The legal recipient of payments; `cnpj` without punctuation. */
      razao_social: text(150).nullable(),
      cnpj: text(14).nullable(),
      /** Fine and monthly interest in hundredths of a per cent, and days without either. */
      multa_bps: integer().default(200),
      juros_bps: integer().default(100),
      carencia_dias: integer().default(0),
      /** Terms for bills due before a day: see `termsOn`. */
      termos_antes: text().nullable(),
      /** The values of the last import (0121). */
      imported: json().nullable(),
      /** When it was closed, ISO-8601; null: it is open. */
      encerrada_em: text(30).nullable(),
      /** A list of its former names, by which imports still find it (0151). */
      nomes_antes: text().nullable(),
    },
  }),
};
