/** Reads a `Cookie` header. The first of two equal names wins, as browsers send the more specific one first. */
export function readCookies(header: string | null | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (at > 0 && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim());
  }
  return cookies;
}

export interface CookieOptions {
  secure: boolean;
  /** Seconds; absent: until the browser closes; 0 deletes. */
  maxAge?: number;
  /** Page scripts may read it. Only for what is no secret. */
  readable?: boolean;
}

/** @returns one `Set-Cookie` value, for the whole site, never sent along by other sites' requests except links. */
export function setCookie(name: string, value: string, { secure, maxAge, readable }: CookieOptions): string {
  return [
    `${name}=${value}`,
    'Path=/',
    'SameSite=Lax',
    ...(readable ? [] : ['HttpOnly']),
    ...(secure ? ['Secure'] : []),
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
  ].join('; ');
}
