import Icons from 'unplugin-icons/vite';
import type { Plugin } from 'vite';

type Resolve = (this: unknown, id: string, importer?: string, ...rest: unknown[]) => unknown;

const handlerOf = (hook: unknown) =>
  (typeof hook === 'function' ? hook : (hook as { handler: Resolve }).handler) as Resolve;

/** A React component around the icon's own markup; smaller than JSX made from it, and without a second compiler. */
function reactCompiler(svg: string): string {
  const [, attributes = '', body = ''] = /^<svg([^>]*)>([\s\S]*)<\/svg>\s*$/.exec(svg) ?? [];
  const viewBox = /viewBox="([^"]+)"/.exec(attributes)?.[1] ?? '0 0 24 24';
  return `import { jsx } from 'react/jsx-runtime';
const markup = { __html: ${JSON.stringify(body)} };
export default (props) => jsx('svg', { viewBox: ${JSON.stringify(viewBox)}, width: '1em', height: '1em', ...props, dangerouslySetInnerHTML: markup });`;
}

const compilers = {
  astro: 'astro',
  jsx: { extension: 'jsx', compiler: reactCompiler },
} as const;

/**
 * One compiler for the importers that `serves` accepts. Its module ids end in its name, so two can work side by side.
 */
function iconsFor(name: keyof typeof compilers, serves: (importer: string) => boolean): Plugin {
  const plugin = Icons({ compiler: compilers[name], scale: 1 }) as Plugin;
  const resolve = handlerOf(plugin.resolveId);
  const load = handlerOf(plugin.load);
  return {
    name: `icons-${name}`,
    enforce: 'pre',
    resolveId(id, importer, options) {
      if (!id.startsWith('~icons/') || !serves(importer ?? '')) return null;
      return resolve.call(this, id, importer, options) as string;
    },
    load(id) {
      if (!id.startsWith('~icons/') || !id.endsWith(`.${name}`)) return null;
      return load.call(this, id) as Promise<string>;
    },
  };
}

/** `~icons/material-symbols/…` means a server-rendered SVG in .astro files and a React component in .tsx files. */
export function icons(): Plugin[] {
  const isAstro = (importer: string) => importer.split('?')[0]?.endsWith('.astro') ?? false;
  return [iconsFor('astro', isAstro), iconsFor('jsx', (importer) => !isAstro(importer))];
}
