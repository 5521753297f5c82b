import type { Broadcast, BroadcastInput } from '#lib/contract/broadcasts.schema.ts';
import { isSameInput } from './broadcast-form.ts';

/** A message as this device keeps it until the server has it. `base`: the version it was begun from, 0 for a new one. */
export interface KeptDraft {
  input: BroadcastInput;
  base: number;
}

/**
 * Which text a page that opens goes on with: the server's; what was kept here and never arrived; or neither by itself,
 * since both changed.
 */
export function resume(
  kept: KeptDraft | null,
  server: Pick<Broadcast, 'version'> & BroadcastInput,
): 'server' | 'kept' | 'conflict' {
  if (!kept || isSameInput(kept.input, server)) return 'server';
  return kept.base === server.version ? 'kept' : 'conflict';
}

/** What a refused save (409) means: somebody wrote the very same, it is out already, or one of both texts must yield. */
export function afterRefusal(mine: BroadcastInput, theirs: Broadcast): 'same' | 'closed' | 'conflict' {
  if (theirs.status !== 'rascunho' && theirs.status !== 'agendada') return 'closed';
  return isSameInput(mine, theirs) ? 'same' : 'conflict';
}
