import type { Scope } from '#lib/session.ts';

/** The claims of a token. The franchise’s token may have any shape: then nothing is known or restricted. */
export function scopeOf(token: string): Scope {
  try {
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { scope?: unknown };
    return payload.scope === 'book' ? 'book' : 'full';
  } catch {
    return 'full';
  }
}
