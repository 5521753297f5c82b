import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx, PublicCtx } from '../../core/http/ctx.ts';

/** Records the consent of a person, with its text and its time. */
export async function recordConsent(ctx: PublicCtx, userId: number, kind: string, versao: string): Promise<void> {
  const row = { user_id: userId, kind, versao, aceito_em: ctx.now().toISOString(), ip_hash: addressHash(ctx) };
  await ctx.db.insertInto('consents').values(row).execute();
}

/** Distinguishes addresses only: without the school's secret nobody can find the address by brute force. */
const addressHash = ({ tokens, caller }: PublicCtx) =>
  createHmac('sha256', tokens.derivedKey('consent-address')).update(caller.address).digest('hex').slice(0, 32);

/**
 * The user's consents, newest first: the recorded ones, and older ones from other tables (club rules, forms of public pages under
 * the user's verified address, referred friends). `ip_hash` is empty if no address was stored.
 */
export async function listConsents({ db, session }: Ctx) {
  const { userId } = session;
  const [user, recorded, referrals] = await Promise.all([
    db
      .selectFrom('users')
      .select(['email_key', 'email_verified', 'club_rules_version', 'club_since'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
    db.selectFrom('consents').selectAll().where('user_id', '=', userId).execute(),
    db.selectFrom('referrals').select('consentimento_em').where('user_id', '=', userId).execute(),
  ]);
  const leads = user.email_verified
    ? await db
        .selectFrom('lead_events')
        .select(['pagina', 'created_at'])
        .where(sql<string>`lower(email)`, '=', user.email_key)
        .execute()
    : [];
  const isClubRecorded = recorded.some(({ kind }) => kind === 'clube');
  const known = [
    ...recorded.map(({ kind, versao, aceito_em, ip_hash }) => ({ tipo: kind, versao, aceito_em, ip_hash })),
    ...(user.club_since && !isClubRecorded
      ? [{ tipo: 'clube', versao: user.club_rules_version ?? '', aceito_em: user.club_since, ip_hash: '' }]
      : []),
    ...leads.map(({ pagina, created_at }) => ({
      tipo: 'contato',
      versao: pagina ?? '',
      aceito_em: created_at,
      ip_hash: '',
    })),
    ...referrals.map(({ consentimento_em }) => ({
      tipo: 'indicacao',
      versao: '',
      aceito_em: consentimento_em,
      ip_hash: '',
    })),
  ];
  return known.sort((a, b) => b.aceito_em.localeCompare(a.aceito_em));
}
