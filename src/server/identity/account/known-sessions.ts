import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { conflict, notFound } from '../../core/http/refusal.ts';
import { noteSession } from '../auth/open-session.ts';
import { endSession } from '../auth/session.ts';

/** The sessions of the account: this device first, then the most recently used. */
export async function listSessions(ctx: Ctx) {
  const { db, session, now } = ctx;
  await noteSession(ctx);
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', session.userId)
    .where('expires_at', '>', now().toISOString())
    .orderBy('last_seen_at', 'desc')
    .orderBy('jti')
    .execute();
  return rows
    .map(({ jti, navegador, sistema, aparelho, scope, created_at, last_seen_at }) => ({
      id: jti,
      navegador,
      sistema,
      aparelho,
      // Came with the code of a book: opens study only.
      so_estudo: scope === 'book',
      criada_em: created_at,
      vista_em: last_seen_at,
      atual: jti === session.tokenId,
    }))
    .sort((a, b) => Number(b.atual) - Number(a.atual));
}

/** Ends one of the user's sessions on another device. @throws Refusal 404 for another user's, 409 for this session. */
export async function endOtherSession(ctx: Ctx, id: string): Promise<{ detail: string }> {
  const { db, session } = ctx;
  if (id === session.tokenId) throw conflict('Este é o aparelho que você está usando. Para sair dele, use “Sair”.');
  const row = await db
    .selectFrom('sessions')
    .select(['jti', 'expires_at'])
    .where('jti', '=', id)
    .where('user_id', '=', session.userId)
    .executeTakeFirst();
  if (!row) throw notFound('Este acesso já terminou.');
  await endSession(db, { id: row.jti, expires: Math.ceil(Date.parse(row.expires_at) / 1000) });
  await audit(ctx, 'session-end', `user:${session.userId}`);
  return { detail: 'Acesso encerrado naquele aparelho.' };
}
