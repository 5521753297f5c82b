import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import type { Engine } from './connection.ts';

/** A phone that was offline for longer gets no old pushes. */
const WORTH_MS = 3 * DAY_MS;

/** Kinds of notices that staff can switch on and off separately. */
const STAFF_KINDS = new Set(
  `contato_novo indicacao_nova resgate_novo pedido_novo documento_enviado falta_avisada trabalho_entregue
  pagamento_devolvido envio_falhou exclusao_pedida cadastro_menor`.split(/\s+/),
);

interface Waiting {
  id: number;
  user_id: number;
  category: string;
  chave: string | null;
  created_at: string;
  expires_at: string | null;
  device: number;
  device_type: string;
  platform: string;
}

/**
 * Moves deliveries into their single table. The text of a delivery is that of its notice. A notice without a push goes to the
 * devices of its reader; quiet hours and expiry are checked when it is sent.
 */
export async function moveMessages(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await sql`insert into deliveries (user_id, target, kind, status, notice_id, sending_id, subscription_id, device_type,
      platform, token, attempts, last_status, reason, at, due_at, expires_at)
    select former.user_id, 'push', former.kind,
      case when former.state = 'na_fila' and former.kind = 'teste' then 'expirada' else former.state end,
      coalesce(push_messages.notice_id, (select min(notices.id) from notices
        where notices.sending_id = former.sending_id and notices.user_id = former.user_id)),
      former.sending_id, former.subscription_id, former.device_type, former.platform, former.token, former.attempts, former.last_status,
      former.reason, former.at, former.due_at, former.expires_at
    from push_deliveries as former left join push_messages on push_messages.id = former.message_id
    where true order by former.id
    on conflict do nothing`.execute(db);
  await sql`insert into deliveries (user_id, target, kind, status, notice_id, sending_id, at, due_at)
    select user_id, 'mail', 'envio',
      case when queued_at is not null then 'aceita' when sendings.status = 'cancelada' then 'cancelada' else 'na_fila' end,
      (select min(notices.id) from notices
        where notices.sending_id = sending_mails.sending_id and notices.user_id = sending_mails.user_id),
      sending_id, coalesce(queued_at, due_at), due_at
    from sending_mails join sendings on sendings.id = sending_mails.sending_id`.execute(db);
  const content = engine === 'sqlite' ? sql`json_object(` : sql`json_build_object(`;
  await sql`insert into deliveries (user_id, target, kind, status, key, content, at, due_at)
    select user_id, case when mailed_at = created_at then 'inbox' else 'mail' end, 'aviso',
      case when mailed_at is null then 'na_fila' else 'aceita' end, chave,
      cast(${content}'title', title, 'body', body, 'path', path) as text), coalesce(mailed_at, created_at), created_at
    from guardian_notices`.execute(db);
  const { rows: off } = await sql<{ user_id: number; category: string }>`
    select user_id, category from notification_preferences where enabled = 0`.execute(db);
  const isOff = new Set(off.map(({ user_id, category }) => `${user_id} ${category}`));
  const { rows } = await sql<Waiting>`
    select notices.id, notices.user_id, notices.category, notices.chave, notices.created_at, notices.expires_at,
      push_subscriptions.id as device, push_subscriptions.device_type, push_subscriptions.platform
    from notices join push_subscriptions on push_subscriptions.user_id = notices.user_id
    where pushed_at is null order by notices.id, push_subscriptions.id`.execute(db);
  const at = new Date();
  for (const { id, user_id, category, chave, created_at, expires_at, device, device_type, platform } of rows) {
    const kind = chave?.split(':')[0] ?? '';
    if (isOff.has(`${user_id} ${STAFF_KINDS.has(kind) ? kind : category}`)) continue;
    const last = expires_at ?? new Date(Date.parse(created_at) + WORTH_MS).toISOString();
    if (last <= at.toISOString()) continue;
    await sql`insert into deliveries (user_id, target, kind, status, notice_id, subscription_id, device_type, platform, token,
        at, due_at, expires_at)
      values (${user_id}, 'push', 'aviso', 'na_fila', ${id}, ${device}, ${device_type}, ${platform},
        ${randomBytes(18).toString('base64url')}, ${at.toISOString()}, ${at.toISOString()}, ${last})`.execute(db);
  }
}
