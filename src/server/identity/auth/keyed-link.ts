import { randomBytes } from 'node:crypto';
import { DAY_S } from '#lib/rules/time/spans.ts';
import type { School } from '../../core/http/ctx.ts';

/** A link that belongs to one row. The row stores `chave`; a newer key invalidates the earlier link. */
export interface KeyedLink {
  chave: string;
  expiraEm: string;
  /** The token in the link: it reveals nothing and cannot be forged. */
  token: string;
}

/** @param purpose what the link is for; it works for no other purpose */
export async function makeKeyedLink(
  { tokens, now }: Pick<School, 'tokens' | 'now'>,
  purpose: string,
  days: number,
): Promise<KeyedLink> {
  const chave = randomBytes(18).toString('hex');
  const expiraEm = new Date(now().getTime() + days * DAY_S * 1000).toISOString();
  return { chave, expiraEm, token: await tokens.seal(purpose, { k: chave, e: expiraEm }, days * DAY_S) };
}

/** @returns the key of a valid, unexpired link; otherwise undefined */
export async function keyOfLink(
  { tokens, now }: Pick<School, 'tokens' | 'now'>,
  purpose: string,
  token: string,
): Promise<string | undefined> {
  const sealed = await tokens.open(purpose, token);
  if (typeof sealed?.k !== 'string' || typeof sealed.e !== 'string') return undefined;
  return sealed.e > now().toISOString() ? sealed.k : undefined;
}
