import { createHmac, timingSafeEqual } from 'node:crypto';
import { MAX_UNDO_TOKEN } from '#lib/contract/shapes.schema.ts';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import type { Ctx } from './ctx.ts';
import { conflict } from './refusal.ts';

const PURPOSE = 'undo';

interface Undo<Before> {
  user: number;
  call: string;
  at: number;
  before: Before;
}

/**
 * A signed token that undoes an action: it holds the previous state. The same person may send it within a minute, without another
 * re-authentication. Only the client stores it, so no table holds it.
 *
 * @returns null if it is longer than a request may be
 */
export function undoToken<Before>({ now, session, tokens }: Ctx, call: string, before: Before): string | null {
  const undo: Undo<Before> = { user: session.userId, call, at: now().getTime(), before };
  const text = Buffer.from(JSON.stringify(undo)).toString('base64url');
  const signed = `${text}.${sign(tokens.derivedKeys(PURPOSE)[0], text)}`;
  return signed.length <= MAX_UNDO_TOKEN ? signed : null;
}

/** @throws Refusal 409 after a minute, for another person, for a token of another action, and for an invalid one */
export function readUndoToken<Before>({ now, session, tokens }: Ctx, call: string, provided: string): Before {
  const [text = '', mark = ''] = provided.split('.');
  const isSigned = tokens.derivedKeys(PURPOSE).some((key) => isSame(sign(key, text), mark));
  const undo = isSigned ? (JSON.parse(Buffer.from(text, 'base64url').toString()) as Undo<Before>) : null;
  const isOwn = undo?.user === session.userId && undo.call === call;
  if (!undo || !isOwn || now().getTime() - undo.at > MINUTE_MS) {
    throw conflict('Já não dá para desfazer por aqui. Mude de volta à mão.', 'undo_late');
  }
  return undo.before;
}

const sign = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('base64url');
const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
