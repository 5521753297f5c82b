import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Bytes of a first visit, gzipped; pictures and fonts apart. */
export interface Weight {
  html: number;
  /** CSS rules inlined in the head on a first visit. */
  first: number;
  css: number;
  js: number;
}

const CLIENT = 'dist/client';

/**
 * The size of a page for a browser: HTML, style sheets, and scripts and islands with all their static imports.
 * Islands count even when they load only on touch.
 */
export function weightOf(html: string): Weight {
  const matches = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, url = '']) => url);
  const scripts = matches(/<script[^>]+src="([^"]+)"/g);
  const inline = matches(/<script type="module">([\s\S]*?)<\/script>/g).flatMap(importsIn);
  const islands = [...matches(/component-url="([^"]+)"/g), ...matches(/renderer-url="([^"]+)"/g)];
  const bare = html.replace(/<style>[\s\S]*?<\/style>/, '');
  const whole = gzipSync(html, { level: 9 }).byteLength;
  const isFirst = /<\/style>.*<link rel="stylesheet"[^>]*>(<link rel="modulepreload"[^>]*>)*<\/body>/s.test(html);
  const own = isFirst ? gzipSync(bare, { level: 9 }).byteLength : whole;
  return {
    html: own,
    first: whole - own,
    css: sum(matches(/<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/g)),
    js: sum(closure([...scripts, ...inline, ...islands])),
  };
}

/** React with React DOM, as this build ships them to hydrate islands: the minimum of a page with an island. */
export function weightOfReact(html: string): number {
  return sum(closure([...html.matchAll(/renderer-url="([^"]+)"/g)].map(([, url = '']) => url)));
}

/**
 * Files of an island that its page does not name, so they load one round trip later (0175). An island that loads
 * when visible names them itself.
 */
export function lateFilesOf(html: string): string[] {
  const links = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, url = '']) => url);
  const late = [...html.matchAll(/<astro-island [^>]*>/g)].flatMap(([tag]) => {
    const own = [...tag.matchAll(/(?:component|renderer)-url="([^"]+)"/g)].map(([, url = '']) => url);
    const files = / data-files="([^"]+)"/.exec(tag)?.[1]?.split(' ') ?? [];
    const [folder = ''] = own.map((url) => posix.dirname(url));
    const named = [...own, ...links, ...files.map((name) => `${folder}/${name}.js`)];
    const seen = tag.includes(' client="visible"') ? own.flatMap(importsOf) : [];
    return closure(own).filter((url) => ![...named, ...seen].includes(url));
  });
  return [...new Set(late)];
}

/** Gzipped bytes of built files, each counted once. */
export function sum(urls: readonly string[]): number {
  return [...new Set(urls)].reduce((total, url) => {
    const path = CLIENT + url;
    return total + readFileSync(existsSync(`${path}.gz`) ? `${path}.gz` : path).byteLength;
  }, 0);
}

function closure(urls: readonly string[]): string[] {
  const seen = new Set(urls);
  for (const url of seen) for (const target of importsOf(url)) seen.add(target);
  return [...seen];
}

const importsOf = (url: string) =>
  importsIn(readFileSync(CLIENT + url, 'utf8')).map((target) =>
    target.startsWith('/') ? target : posix.join(posix.dirname(url), target),
  );

/** Static imports of a built script; `import(…)` loads on need and does not count. */
const importsIn = (text: string) =>
  [...text.matchAll(/(?:^|[;}\s])(?:import|export)\s*(?:[\w*{][^'"`;()]*?from\s*)?["']([^"']+\.js)["']/g)].map(
    ([, url = '']) => url,
  );
