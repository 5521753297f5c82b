import { createHmac, timingSafeEqual } from 'node:crypto';
import { MAX_UNDO_NOTE } from '#lib/contract/shapes.schema.ts';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import type { Ctx } from './ctx.ts';
import { conflict } from './refusal.ts';

const PURPOSE = 'undo';

interface Note<Before> {
  user: number;
  call: string;
  at: number;
  before: Before;
}

/**
 * What takes an act back: what was before it, signed. The same person may send it within a minute, without another
 * re-authentication. The client alone keeps it, so nothing about a person waits in a table.
 *
 * @returns null if it is longer than a request may be
 */
export function undoNote<Before>({ now, session, tokens }: Ctx, call: string, before: Before): string | null {
  const note: Note<Before> = { user: session.userId, call, at: now().getTime(), before };
  const text = Buffer.from(JSON.stringify(note)).toString('base64url');
  const signed = `${text}.${sign(tokens.derivedKeys(PURPOSE)[0], text)}`;
  return signed.length <= MAX_UNDO_NOTE ? signed : null;
}

/** @throws Refusal 409 after a minute, for somebody else, and for a note of another act or of nobody */
export function readUndoNote<Before>({ now, session, tokens }: Ctx, call: string, given: string): Before {
  const [text = '', mark = ''] = given.split('.');
  const isSigned = tokens.derivedKeys(PURPOSE).some((key) => isSame(sign(key, text), mark));
  const note = isSigned ? (JSON.parse(Buffer.from(text, 'base64url').toString()) as Note<Before>) : null;
  const isOwn = note?.user === session.userId && note.call === call;
  if (!note || !isOwn || now().getTime() - note.at > MINUTE_MS) {
    throw conflict('Já não dá para desfazer por aqui. Mude de volta à mão.', 'undo_late');
  }
  return note.before;
}

const sign = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('base64url');
const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
