import type { Broadcast, BroadcastInput } from '#lib/contract/broadcasts.schema.ts';
import { isSameInput } from './broadcast-form.ts';

/**
 * A message as this device keeps it until the server has it. `base`: the version that it began from, 0 for a new one.
 */
export interface StoredDraft {
  input: BroadcastInput;
  base: number;
}

/**
 * The text with which a page goes on: the server's, or the one that only this device has. If both changed, the user
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
 * What a refused save (409) means: the server has the same text, the message is already out, or one of both texts must
 * yield.
 */
export function afterRefusal(mine: BroadcastInput, theirs: Broadcast): 'same' | 'closed' | 'conflict' {
  if (theirs.status !== 'rascunho' && theirs.status !== 'agendada') return 'closed';
  return isSameInput(mine, theirs) ? 'same' : 'conflict';
}
