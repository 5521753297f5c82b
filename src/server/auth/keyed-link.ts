import { randomBytes } from 'node:crypto';
import { DAY_S } from '#lib/rules/time/spans.ts';
import type { School } from '../http/ctx.ts';

/** A link that one row answers for: the row keeps `chave`, and a newer key ends the link before. */
export interface KeyedLink {
  chave: string;
  expiraEm: string;
  /** Stands in the link; tells nothing and cannot be made up. */
  token: string;
}

/** @param purpose what the link is for: a link of one purpose opens no other */
export async function makeKeyedLink(
  { tokens, now }: Pick<School, 'tokens' | 'now'>,
  purpose: string,
  days: number,
): Promise<KeyedLink> {
  const chave = randomBytes(18).toString('hex');
  const expiraEm = new Date(now().getTime() + days * DAY_S * 1000).toISOString();
  return { chave, expiraEm, token: await tokens.seal(purpose, { k: chave, e: expiraEm }, days * DAY_S) };
}

/** @returns the key of a link that is ours and in its time; undefined else */
export async function keyOfLink(
  { tokens, now }: Pick<School, 'tokens' | 'now'>,
  purpose: string,
  token: string,
): Promise<string | undefined> {
  const sealed = await tokens.open(purpose, token);
  if (typeof sealed?.k !== 'string' || typeof sealed.e !== 'string') return undefined;
  return sealed.e > now().toISOString() ? sealed.k : undefined;
}
