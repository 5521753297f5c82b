import type { Broadcast, BroadcastInput } from '#lib/contract/broadcasts.schema.ts';
import { isSameInput } from './broadcast-form.ts';

/** A message on this device until the server has it. `base`: the version that it is based on, 0 for a new one. */
export interface StoredDraft {
  input: BroadcastInput;
  base: number;
}

/**
 * The text that a page continues with: the server’s, or the one that only this device has. If both changed, the user
 * chooses.
 */
export function resume(
  stored: StoredDraft | null,
  server: Pick<Broadcast, 'version'> & BroadcastInput,
): 'server' | 'stored' | 'conflict' {
  if (!stored || isSameInput(stored.input, server)) return 'server';
  return stored.base === server.version ? 'stored' : 'conflict';
}

/**
 * The meaning of a refused save (409): the server has the same text, the message is already sent, or the user must choose
 * one of both texts.
 */
export function afterRefusal(mine: BroadcastInput, theirs: Broadcast): 'same' | 'closed' | 'conflict' {
  if (theirs.status !== 'rascunho' && theirs.status !== 'agendada') return 'closed';
  return isSameInput(mine, theirs) ? 'same' : 'conflict';
}
