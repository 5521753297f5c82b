/** Reads a `Cookie` header. Of two equal names the first wins, since browsers send the more specific one first. */
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
  /** Page scripts may read it. Only for values that are not secret. */
  readable?: boolean;
}

/** The characters that RFC 6265 allows in a value. Any other ends it early or begins an attribute. */
const VALUE = /^[!#-+\--:<-[\]-~]*$/;

/**
 * @returns one `Set-Cookie` value for the whole site. Other sites' requests never send it, except links.
 * @throws TypeError for a value that a cookie cannot hold; some values come from another host
 */
export function setCookie(name: string, value: string, { secure, maxAge, readable }: CookieOptions): string {
  if (!VALUE.test(value)) throw new TypeError(`The value of cookie ${name} holds a character that no cookie may hold`);
  return [
    `${name}=${value}`,
    'Path=/',
    'SameSite=Lax',
    ...(readable ? [] : ['HttpOnly']),
    ...(secure ? ['Secure'] : []),
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
  ].join('; ');
}
