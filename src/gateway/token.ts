import type { Scope } from '#lib/session.ts';

/** What a token says of itself. One of the franchise's own host may have any shape: then nothing is known, and nothing is narrowed. */
export function scopeOf(token: string): Scope {
  try {
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { scope?: unknown };
    return payload.scope === 'book' ? 'book' : 'full';
  } catch {
    return 'full';
  }
}
