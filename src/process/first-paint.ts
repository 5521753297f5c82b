import { createHash } from 'node:crypto';
import type { Captured } from './capture.ts';
import { classesOf, type Piece, piecesOf, usedRules } from './used-rules.ts';

const LINK = /<link rel="stylesheet" href="(\/_astro\/[^"]+\.css)">/g;

/**
 * Paints a first visit without waiting for a style sheet: the rules that the page uses travel in its head, and the whole
 * sheets come at its end. From then on the browser has them, and a cookie says so.
 */
export class FirstPaint {
  /** The cookie's value: changes when a sheet of the build does. */
  readonly version: string;
  readonly #sheets = new Map<string, Piece[]>();

  /** @param sheets the build's style sheets by path. */
  constructor(sheets: ReadonlyMap<string, string>) {
    this.version = createHash('sha256')
      .update([...sheets.keys()].join())
      .digest('base64url')
      .slice(0, 8);
    for (const [path, css] of sheets) this.#sheets.set(path, piecesOf(css));
  }

  /** Moves the sheets of a page to its end. @returns whether the page has sheets of the build */
  inline(page: Captured): boolean {
    const html = page.body.toString();
    const links = [...html.matchAll(LINK)];
    const policy = page.headers['content-security-policy'];
    if (links.length === 0 || typeof policy !== 'string') return false;
    const classes = classesOf(html);
    const css = links.map(([, path = '']) => usedRules(this.#sheets.get(path) ?? [], classes)).join('');
    const digest = createHash('sha256').update(css).digest('base64');
    page.headers['content-security-policy'] = policy.replace(/\bstyle-src /, `style-src 'sha256-${digest}' `);
    let isFirst = true;
    const head = html.replace(LINK, () => {
      const style = isFirst ? `<style>${css}</style>` : '';
      isFirst = false;
      return style;
    });
    page.body = Buffer.from(head.replace('</body>', `${links.map(([link]) => link).join('')}</body>`));
    return true;
  }
}
