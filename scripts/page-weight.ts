import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Bytes of a first visit, gzipped; pictures and fonts apart. */
export interface Weight {
  html: number;
  css: number;
  js: number;
}

const CLIENT = 'dist/client';

/**
 * What a page makes a browser load before the user touches it: its HTML, its style sheets, and its scripts and islands
 * with all their static imports. Islands count even when they hydrate late.
 */
export function weightOf(html: string): Weight {
  const matches = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, url = '']) => url);
  const scripts = matches(/<script[^>]+src="([^"]+)"/g);
  const inline = matches(/<script type="module">([\s\S]*?)<\/script>/g).flatMap(importsIn);
  const islands = [...matches(/component-url="([^"]+)"/g), ...matches(/renderer-url="([^"]+)"/g)];
  return {
    html: gzipSync(html, { level: 9 }).byteLength,
    css: sum(matches(/<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/g)),
    js: sum(closure([...scripts, ...inline, ...islands])),
  };
}

/** React with React DOM, as this build ships them to hydrate islands: the least that a page with an island loads. */
export function weightOfReact(html: string): number {
  return sum(closure([...html.matchAll(/renderer-url="([^"]+)"/g)].map(([, url = '']) => url)));
}

/** Gzipped bytes of files of the build, each once. */
export function sum(urls: readonly string[]): number {
  return [...new Set(urls)].reduce((total, url) => {
    const path = CLIENT + url;
    return total + readFileSync(existsSync(`${path}.gz`) ? `${path}.gz` : path).byteLength;
  }, 0);
}

function closure(urls: readonly string[]): string[] {
  const seen = new Set(urls);
  for (const url of seen) {
    const text = readFileSync(CLIENT + url, 'utf8');
    for (const target of importsIn(text))
      seen.add(target.startsWith('/') ? target : posix.join(posix.dirname(url), target));
  }
  return [...seen];
}

/** Static imports of a built script; `import(…)` loads on need and does not count. */
const importsIn = (text: string) =>
  [...text.matchAll(/(?:^|[;}\s])(?:import|export)\s*(?:[\w*{][^'"`;()]*?from\s*)?["']([^"']+\.js)["']/g)].map(
    ([, url = '']) => url,
  );
