import Icons from 'unplugin-icons/vite';
import type { Plugin } from 'vite';

type Resolve = (this: unknown, id: string, importer?: string, ...rest: unknown[]) => unknown;

const handlerOf = (hook: unknown) =>
  (typeof hook === 'function' ? hook : (hook as { handler: Resolve }).handler) as Resolve;

/** One compiler for the importers that `serves` accepts; its module ids end in `extension`, so two can stand side by side. */
function iconsFor(compiler: 'astro' | 'jsx', serves: (importer: string) => boolean): Plugin {
  const plugin = Icons({ compiler, jsx: 'react', scale: 1 }) as Plugin;
  const resolve = handlerOf(plugin.resolveId);
  const load = handlerOf(plugin.load);
  return {
    name: `icons-${compiler}`,
    enforce: 'pre',
    resolveId(id, importer, options) {
      if (!id.startsWith('~icons/') || !serves(importer ?? '')) return null;
      return resolve.call(this, id, importer, options) as string;
    },
    load(id) {
      if (!id.startsWith('~icons/') || !id.endsWith(`.${compiler}`)) return null;
      return load.call(this, id) as Promise<string>;
    },
  };
}

/** `~icons/material-symbols/…` means a server-rendered SVG in .astro files and a React component in .tsx files. */
export function icons(): Plugin[] {
  const isAstro = (importer: string) => importer.split('?')[0]?.endsWith('.astro') ?? false;
  return [iconsFor('astro', isAstro), iconsFor('jsx', (importer) => !isAstro(importer))];
}
