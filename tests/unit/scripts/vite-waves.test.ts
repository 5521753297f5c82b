import { expect, it } from 'vitest';
import { filesOfIslands } from '../../../scripts/vite-waves.ts';

interface Given {
  from: string | null;
  /** The module of an island without its own entry, because another island imports it too. */
  shared?: string;
  imports?: string[];
  later?: string[];
  size?: number;
}
const chunk = (fileName: string, { from, shared, imports = [], later = [], size = 1 }: Given, isEntry = true) => ({
  type: 'chunk',
  fileName,
  isEntry,
  code: ' '.repeat(size),
  facadeModuleId: from,
  moduleIds: [from, shared].filter((id) => typeof id === 'string'),
  imports,
  dynamicImports: later,
});
const bundleOf = (chunks: ReturnType<typeof chunk>[]) =>
  Object.fromEntries(chunks.map((each) => [each.fileName, each]));

it('the list has all files of an island, the largest first, and those loaded later', () => {
  const bundle = bundleOf([
    chunk('_astro/hydrate.a.js', { from: '/src/islands/shell/hydrate.ts', imports: ['_astro/react.b.js'] }),
    chunk('_astro/react.b.js', { from: null, size: 9, imports: ['_astro/runtime.c.js'] }, false),
    chunk('_astro/runtime.c.js', { from: null, size: 2 }, false),
    chunk('_astro/Scan.d.js', {
      from: '/src/islands/books/Scan.tsx',
      imports: ['_astro/Dialog.e.js', '_astro/shell.i.js'],
    }),
    // A part of an island loads another part, and a package.
    chunk(
      '_astro/Dialog.e.js',
      { from: '/src/islands/ui/Dialog.tsx', later: ['_astro/Camera.f.js', '_astro/qr.g.js'] },
      false,
    ),
    chunk(
      '_astro/Camera.f.js',
      { from: null, shared: '/src/islands/ui/Camera.tsx', imports: ['_astro/react.b.js', '_astro/icon.h.js'] },
      false,
    ),
    chunk('_astro/qr.g.js', { from: '/node_modules/qr/index.js', size: 99 }, false),
    chunk('_astro/icon.h.js', { from: null }, false),
    // Files that the shell loads later do not belong to the island.
    chunk('_astro/shell.i.js', { from: '/src/islands/shell/start.ts', size: 5, later: ['_astro/toaster.j.js'] }, false),
    chunk('_astro/toaster.j.js', { from: '/src/islands/ui/toaster-mount.ts' }, false),
    chunk('_astro/page.k.js', { from: '/src/pages/x.astro?script', imports: ['_astro/shell.i.js'] }),
  ]);
  expect(filesOfIslands(bundle)).toEqual([
    ['/_astro/Scan.d.js', { files: ['react.b', 'shell.i', 'runtime.c', 'Dialog.e'], later: ['Camera.f', 'icon.h'] }],
  ]);
});
