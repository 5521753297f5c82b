import type { ApiCaller } from './gateway.ts';

/** The token that a request acts with: its own header's, never the cookie's beside one. */
export function tokenOf(request: Request, caller: ApiCaller): string | undefined {
  const header = request.headers.get('authorization');
  return header === null ? caller.token : /^Bearer (\S+)$/i.exec(header)?.[1];
}

/** What a token says of itself. One of the franchise's own host may have any shape: then nothing is known, and nothing is narrowed. */
export function scopeOf(token: string): 'full' | 'book' {
  try {
    const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { scope?: unknown };
    return payload.scope === 'book' ? 'book' : 'full';
  } catch {
    return 'full';
  }
}
