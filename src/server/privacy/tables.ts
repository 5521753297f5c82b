import { sql } from 'kysely';
import { alone, either, equals, own, toAddress } from './person.ts';
import { becomes, doer, emptied, kept, type OthersTable, others, type PersonalTable } from './personal-table.ts';
import { accountTables } from './tables/account.ts';
import { clubTables } from './tables/club.ts';
import { messagesTables } from './tables/messages.ts';
import { moneyTables } from './tables/money.ts';
import { studyTables } from './tables/study.ts';
import { tripsTables } from './tables/trips.ts';

/**
 * Every table that names people, in the order of an erasure: dependent rows before their row. A table missing here and
 * in `impersonalTables` fails a test; a missing column is a type error.
 */
export const personalTables: readonly PersonalTable[] = [
  ...studyTables,
  ...clubTables,
  ...messagesTables,
  ...moneyTables,
  ...tripsTables,
  ...accountTables,
];

/** Rows that others wrote about a person. */
export const writtenByOthers: readonly OthersTable[] = [
  others(
    'referrals',
    either(alone(toAddress('email')), equals('telefone', 'phone'), equals('cpf', 'cpf'), own('amigo_user_id')),
    {
      id: kept,
      user_id: kept,
      canal: kept,
      nome: becomes('Conta apagada'),
      // A friend counts once, by telephone, so each row gets its own value.
      telefone: becomes(sql`'#' || id`),
      email: emptied,
      cidade: emptied,
      cpf: emptied,
      status: kept,
      pontos_previstos: kept,
      contrato_id: kept,
      amigo_user_id: emptied,
      motivo: emptied,
      consentimento_em: kept,
      pedido_em: kept,
      criado_em: kept,
    },
  ),
  others('audit_log', ({ id }) => sql`(target = ${`user:${id}`} or about_user_id = ${id})`, {
    id: kept,
    user_id: kept,
    action: kept,
    target: kept,
    at: kept,
    data: emptied,
    about_user_id: emptied,
    day: kept,
    times: kept,
    last_at: kept,
    view_key: emptied,
  }),
  doer('turmas', 'professor_user_id'),
  doer('point_entries', 'por_user_id'),
  doer('point_rules', 'por_user_id'),
  doer('redemptions', 'por_user_id'),
  doer('saved_audiences', 'created_by'),
  doer('referral_history', 'por_user_id'),
  doer('pedido_historico', 'user_id'),
  doer('usa_documentos', 'por_user_id'),
  doer('usa_historico', 'user_id'),
  doer('leads', 'responsavel_user_id'),
  doer('lead_events', 'por_user_id'),
  doer('invitations', 'asked_by'),
  doer('student_events', 'por_user_id'),
  doer('promo_drafts', 'mudado_por'),
  doer('promo_versions', 'criada_por'),
  doer('travel_tickets', 'usado_por_user_id'),
];
