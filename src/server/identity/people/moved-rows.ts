import { sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import type { Schema } from '../../tables.ts';

/** What happens if two rows conflict: `one` stays, or `refuse`: a person has to decide. */
type Clash = 'one' | 'refuse';

interface Moved {
  table: keyof Schema & string;
  column: string;
  /** Together with the column, the unique key of a row; absent: there may be any number of rows. */
  key?: readonly string[];
  clash?: Clash;
}

const any = (table: keyof Schema & string, column = 'user_id'): Moved => ({ table, column });
const one = (table: keyof Schema & string, key: readonly string[] = [], column = 'user_id'): Moved => ({
  table,
  column,
  key,
  clash: 'one',
});
/** Tables such as money, points, trips: none of it may be lost, so a person decides first. */
const never = (table: keyof Schema & string, key: readonly string[] = [], column = 'user_id'): Moved => ({
  table,
  column,
  key,
  clash: 'refuse',
});

/** Every column that names a person. A test checks the schema and fails if a column is missing here. */
export const movedRows: readonly Moved[] = [
  any('api_keys'),
  any('livro_versoes', 'instalada_por'),
  any('livro_envios', 'enviado_por'),
  any('livro_lotes', 'criado_por'),
  one('user_actions', ['action_id']),
  any('staff_rights'),
  one('related_users', ['related_user_id']),
  one('related_users', ['user_id'], 'related_user_id'),
  one('driver_tours', ['route']),
  one('notification_preferences', ['category']),
  any('auth_tokens'),
  any('email_changes'),
  any('email_changes', 'by_user_id'),
  any('registration_changes'),
  any('registration_changes', 'by_user_id'),
  any('audit_log'),
  any('audit_log', 'about_user_id'),
  any('user_books'),
  any('turmas', 'professor_user_id'),
  any('aulas', 'professor_user_id'),
  any('class_messages'),
  any('thread_replies'),
  any('aulas', 'professor_da_turma_id'),
  one('correction_phrases', ['text']),
  never('turma_alunos', ['turma_id']),
  any('contratos'),
  any('parcelas'),
  any('pix_authorizations'),
  any('pix_authorizations', 'aberta_por'),
  any('ausencias', 'avisada_por'),
  any('reposicoes', 'marcada_por'),
  any('point_entries'),
  any('point_entries', 'por_user_id'),
  any('point_batches', 'por_user_id'),
  one('notices', ['chave']),
  one('calendar_feeds'),
  any('english_tests'),
  one('audio_posicoes', ['audio_id']),
  one('cartoes', ['palavra_id']),
  one('revisoes', ['palavra_id', 'feita_em']),
  one('tentativas', ['teste_id', 'iniciada_em']),
  one('metas_semanais'),
  one('dias_de_estudo', ['dia']),
  any('documents'),
  any('charges'),
  any('charges', 'recebida_por'),
  one('reminder_pauses'),
  any('reminder_pauses', 'por_user_id'),
  any('pedidos'),
  any('pedido_historico'),
  never('cupom_usos', ['cupom_id']),
  one('cart_items', ['product_id']),
  any('cambio_cotacoes'),
  any('cambio_pagamentos'),
  never('point_balances'),
  any('point_lots'),
  any('point_rules', 'por_user_id'),
  one('point_warnings', ['expira_em', 'dias_antes']),
  any('redemptions'),
  any('redemptions', 'por_user_id'),
  never('club_codes'),
  any('referrals'),
  never('referrals', [], 'amigo_user_id'),
  any('referral_history', 'por_user_id'),
  any('leads', 'aluno_user_id'),
  any('leads', 'responsavel_user_id'),
  any('lead_events', 'por_user_id'),
  any('promo_drafts', 'mudado_por'),
  any('promo_versions', 'criada_por'),
  any('push_subscriptions'),
  any('deliveries'),
  any('sendings', 'created_by'),
  one('quiet_hours'),
  one('whatsapp_optins'),
  one('sending_left_out', ['sending_id']),
  one('staff_digests'),
  any('saved_audiences', 'created_by'),
  never('usa_requests'),
  any('usa_documentos', 'por_user_id'),
  any('usa_historico'),
  any('usa_pagamentos'),
  any('sessions'),
  any('factors'),
  any('recovery_codes'),
  any('consents'),
  any('avatars'),
  // A join is refused if one exists (join-account.ts).
  never('erasures'),
  never('travel_participations', ['campaign_id']),
  any('travel_tickets'),
  any('travel_tickets', 'usado_por_user_id'),
  never('vouched_users'),
  one('guardian_requests'),
  any('enrolment_proposals'),
  one('invitations'),
  any('invitations', 'asked_by'),
  one('family_choices'),
  one('guardian_invitations'),
  any('guardian_invitations', 'asked_by'),
  any('guardian_invitations', 'accepted_by'),
  any('student_events'),
  any('student_events', 'por_user_id'),
];

export interface Joining {
  from: number;
  into: number;
  /** The account whose row stays in a conflict: the one that the person has used. */
  staying: number;
}

/** @returns the tables in which both accounts have rows that must not be dropped */
export async function clashesOf(tx: Db, { from, into }: Joining): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column, key = [], clash } of movedRows) {
    if (clash !== 'refuse') continue;
    const { rows } = await sql`select 1 from ${sql.table(table)} as here
      where here.${sql.ref(column)} = ${from} and ${twin(table, column, key, into)} limit 1`.execute(tx);
    if (rows.length > 0) found.push(table);
  }
  return found;
}

/** Moves everything of one account to another, in the transaction of the caller. */
export async function moveRows(tx: Db, { from, into, staying }: Joining): Promise<void> {
  const going = staying === from ? into : from;
  await sql`delete from related_users where (user_id = ${from} and related_user_id = ${into})
    or (user_id = ${into} and related_user_id = ${from})`.execute(tx);
  await joinDeliveries(tx, going, staying);
  for (const { table, column, key } of movedRows) {
    if (key) {
      await sql`delete from ${sql.table(table)} as here
        where here.${sql.ref(column)} = ${going} and ${twin(table, column, key, staying)}`.execute(tx);
    }
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${into} where ${sql.ref(column)} = ${from}`.execute(
      tx,
    );
  }
}

/**
 * Merges deliveries: a notice that both accounts have stays once, with the deliveries of both. A mail queued for both is sent
 * once.
 */
async function joinDeliveries(tx: Db, going: number, staying: number): Promise<void> {
  const stays = sql`select there.id from notices as here join notices as there on there.chave = here.chave
    where here.id = deliveries.notice_id and there.user_id = ${staying}`;
  const both = sql`user_id = ${going} and exists (${stays})`;
  const twin = sql`select 1 from deliveries as other where other.notice_id = (${stays}) and other.target = deliveries.target
    and (other.target in ('mail', 'whatsapp') or other.subscription_id = deliveries.subscription_id)`;
  await sql`delete from deliveries where ${both} and exists (${twin}) and status = 'na_fila'`.execute(tx);
  await sql`update deliveries set notice_id = (${stays}) where ${both} and not exists (${twin})`.execute(tx);
}

/** Whether another account has a row with the same key. */
const twin = (table: string, column: string, key: readonly string[], user: number) => sql`exists (
  select 1 from ${sql.table(table)} as there where there.${sql.ref(column)} = ${user}
  ${sql.join(
    key.map((name) => sql`and there.${sql.ref(name)} = here.${sql.ref(name)}`),
    sql` `,
  )})`;
