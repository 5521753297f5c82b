import type { Captured } from './capture.ts';

/** Files of an island besides those that its page names, without folder and ending. */
export interface FilesOfIsland {
  /** What its code imports, the largest first. */
  files: string[];
  /** What it loads later: the parts that its buttons open. */
  later: string[];
}

/** Where the build lists the files of each island. */
export const ISLAND_LIST = 'islands.json';

const ISLAND = /<astro-island [^>]*>/g;

/**
 * Names the files of each island on its page, as the build found them. An island with `client:touch` names them in
 * `data-files` and `data-later`, for `src/islands/shell/client-touch.ts`. For an island that hydrates by itself the
 * browser fetches them at once. Otherwise the browser learns of the imports only when the island’s file has arrived: one
 * network step more.
 */
export class IslandFiles {
  readonly #byUrl: ReadonlyMap<string, FilesOfIsland>;

  /** @param byUrl the build's list, by the address of the island's own file. */
  constructor(byUrl: ReadonlyMap<string, FilesOfIsland>) {
    this.#byUrl = byUrl;
  }

  /** Changes a page that has islands. */
  name(page: Captured): void {
    if (!page.body.includes('<astro-island ')) return;
    const ahead = new Map<string, string>();
    const html = page.body.toString().replace(ISLAND, (tag) => {
      const [url, client] = [attributeOf(tag, 'component-url'), attributeOf(tag, 'client')];
      const found = this.#byUrl.get(url);
      if (!found) return tag;
      const { files, later } = found;
      if (client === 'touch') return tag.replace(/>$/, `${listed('files', files)}${listed('later', later)}>`);
      const folder = url.slice(0, url.lastIndexOf('/') + 1);
      if (client === 'visible') return tag;
      for (const file of files) {
        const href = `${folder}${file}.js`;
        // Files that are needed later must not delay those needed at once.
        if (client === 'load') ahead.set(href, '');
        else if (!ahead.has(href)) ahead.set(href, ' fetchpriority="low"');
      }
      return tag;
    });
    const links = [...ahead].map(([href, priority]) => `<link rel="modulepreload" href="${href}"${priority}>`);
    page.body = Buffer.from(html.replace('</body>', `${links.join('')}</body>`));
  }
}

const attributeOf = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
const listed = (name: string, files: readonly string[]) =>
  files.length > 0 ? ` data-${name}="${files.join(' ')}"` : '';
