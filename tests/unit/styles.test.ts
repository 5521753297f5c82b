import { readFileSync } from 'node:fs';
import { matchesGlob, posix } from 'node:path';
import { expect, it } from 'vitest';
import { themeColour } from '../support/brand-colours.ts';
import { contrast } from '../support/contrast.ts';
import { filesBelow, importsOf, isSource } from './architecture/sources.ts';

/** The layouts whose style sheets scan few files, because they block rendering. */
const NARROW = ['Auth', 'Public'] as const;

/** The files that a style sheet does not scan for class names. */
function unseenBy(sheet: string, files: readonly string[]): string[] {
  const globs = [...readFileSync(sheet, 'utf8').matchAll(/@source "([^"]+)"/g)].map(([, glob = '']) =>
    posix.join(posix.dirname(sheet), glob),
  );
  const isSeen = (file: string) => globs.some((glob) => matchesGlob(file, glob) || matchesGlob(file, `${glob}/**`));
  return files.filter((file) => !isSeen(file));
}

/** Declarations by property or by utility. */
const SCROLLS = /(^|;)(overflow(-[xy])?:\s*|@apply [^;]*\boverflow-([xy]-)?)(auto|scroll)/;
const POSITIONED = /(^|;)(position:\s*|@apply ([^;]* )?)(relative|absolute|fixed|sticky)\b/;
const COLOURED =
  /(^|;)((background-)?color:|@apply ([^;]* )?(bg|text)-\(?[a-z-]+\b(?<!text-(center|start|end|balance)))/;

interface Block {
  /** Selector or condition, as it is written. */
  head: string;
  declarations: string;
  above: Block | null;
}

/** The blocks of a sheet with their own declarations, nested ones after those that hold them. */
function blocksOf(sheet: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  let text = '';
  for (const sign of readFileSync(sheet, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')) {
    if (sign !== '{' && sign !== '}' && sign !== ';') {
      text += sign;
      continue;
    }
    if (sign === '{') {
      open = { head: text.trim(), declarations: '', above: open };
      blocks.push(open);
    } else if (open) {
      open.declarations += `${text.trim()};`;
      if (sign === '}') open = open.above;
    }
    text = '';
  }
  return blocks;
}

/** The blocks for the same element: its conditions, up to its selector. */
function ofSameBox(block: Block): Block[] {
  const isCondition = block.head.startsWith('@') && !block.head.startsWith('@utility');
  return isCondition && block.above ? [block, ...ofSameBox(block.above)] : [block];
}

const isInUtilities = ({ head, above }: Block): boolean =>
  head === '@layer utilities' || (above !== null && isInUtilities(above));

/** `a/{b,c}.d` as `a/b.d` and `a/c.d`. */
function expanded(glob: string): string[] {
  const [, head = '', names, tail = ''] = /^(.*)\{([^}]+)\}(.*)$/.exec(glob) ?? [];
  return names === undefined ? [glob] : names.split(',').map((name) => `${head}${name}${tail}`);
}

/** Pages and all their components, including those loaded by `import()`. */
function drawnBy(screens: readonly string[]): string[] {
  const seen = new Set(screens);
  for (const file of seen) {
    for (const { to, isType } of importsOf(file)) {
      if (!isType && /^src\/(components|islands|layouts)\/.*\.(astro|tsx)$/.test(to)) seen.add(to);
    }
  }
  return [...seen];
}

it('the @source paths of style sheets exist', () => {
  const files = filesBelow('src');
  const missing = files
    .filter((sheet) => sheet.endsWith('.css'))
    .flatMap((sheet) => {
      const named = [...readFileSync(sheet, 'utf8').matchAll(/@source (?:not )?"([^"]+)"/g)].map(
        ([, glob = '']) => glob,
      );
      const places = named.flatMap((glob) => expanded(posix.join(posix.dirname(sheet), glob)));
      return places.filter((place) => !files.some((file) => file === place || file.startsWith(`${place}/`)));
    });
  expect(missing).toEqual([]);
});

it('BRAND-11 all icons are from the Material set', () => {
  const sets = filesBelow('src')
    .filter(isSource)
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/['"]~icons\/([\w-]+)/g)].map(([, set]) => set));
  expect(new Set(sets)).toEqual(new Set(['material-symbols']));
});

it.each(NARROW)('the style sheet of %s.astro scans all components of its pages', (layout) => {
  const screens = filesBelow('src/pages').filter((file) =>
    new RegExp(`\\b${layout} from `).test(readFileSync(file, 'utf8')),
  );
  expect(screens.length).toBeGreaterThan(5);
  expect(unseenBy(`src/styles/${layout.toLowerCase()}.css`, drawnBy(screens))).toEqual([]);
});

it('a large number has proportional digits', () => {
  const large = filesBelow('src')
    .filter((file) => /\.(astro|tsx)$/.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/class(?:Name)?="([^"]*)"/g)].map(([, names = '']) => ({
        file,
        names: names.split(/\s+/),
      })),
    )
    .filter(({ names }) => names.some((name) => /^text-[2-5]?xl$/.test(name)));
  expect(large.length).toBeGreaterThan(5);
  expect(large.filter(({ names }) => names.includes('num')).map(({ file }) => file)).toEqual([]);
});

it('a scrolling box is positioned, so that visually hidden text does not enlarge the page', () => {
  const scrolling = filesBelow('src/styles').flatMap((sheet) =>
    blocksOf(sheet)
      .filter(({ declarations }) => SCROLLS.test(declarations))
      .map((block) => ({ name: `${sheet}: ${ofSameBox(block).at(-1)?.head}`, box: ofSameBox(block) })),
  );
  expect(scrolling.length).toBeGreaterThan(8);
  const isPositioned = ({ declarations }: Block) => POSITIONED.test(declarations);
  expect(scrolling.filter(({ box }) => !box.some(isPositioned)).map(({ name }) => name)).toEqual([]);
});

it('a horizontally scrolling list of links is a strip, which scrolls to its current link', () => {
  const lines = filesBelow('src/styles')
    .flatMap(blocksOf)
    .filter(
      ({ declarations }) => declarations.includes('overflow-x: auto') && declarations.includes('scrollbar-width: none'),
    )
    .map((block) => ofSameBox(block).at(-1)?.head);
  // Tickets have no current one.
  expect(lines).toEqual(['.ticket-grid', '.strip']);
});

it('a class used with `btn` sets no colour outside the utilities layer, since daisyUI’s layer comes later', () => {
  const worn = new Set(
    filesBelow('src')
      .filter((file) => /\.(astro|tsx)$/.test(file))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/["'`](btn [^"'`]*)["'`]/g)])
      .flatMap(([, names = '']) => names.trim().split(/\s+/)),
  );
  const coloured = filesBelow('src/styles')
    .filter((sheet) => !/promo|phenom/.test(sheet))
    .flatMap((sheet) => blocksOf(sheet).filter((block) => !isInUtilities(block)))
    .filter(({ declarations }) => COLOURED.test(declarations))
    .filter(({ head }) => worn.has(/^\.([\w-]+)$/.exec(head)?.[1] ?? ''));
  expect(coloured.map(({ head }) => head)).toEqual([]);
});

it('a small button is small at every width, since only `.btn-sm` has the height for touch', () => {
  const found = filesBelow('src')
    .filter((file) => /\.(astro|tsx)$/.test(file))
    .filter((file) => /[\w\]]:btn-(xs|sm)\b/.test(readFileSync(file, 'utf8')));
  expect(found).toEqual([]);
});

it('radio buttons and checkboxes have the one style of base.css, with enough contrast (WCAG 1.4.11)', () => {
  const ownLooks = filesBelow('src')
    .filter((file) => /\.(astro|tsx|css)$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const named = text.match(/class(?:Name)?="[^"]*\b(radio|checkbox|accent-)[^"]*"|accent-color:[^;]+/g) ?? [];
      return named.map((look) => `${file}: ${look}`);
    });
  expect(ownLooks).toEqual([]);

  const faint = (['knn', 'phenom'] as const).flatMap((brand) =>
    (['light', 'dark'] as const).flatMap((side) => {
      const of = (name: string) => themeColour(brand, name, side);
      const pairs = [
        ['outline', 'base-100'],
        ['outline', 'base-200'],
        ['action', 'base-100'],
        ['action', 'base-200'],
        ['action', 'tint'],
        ['action-content', 'action'],
      ] as const;
      const found = pairs.map(([edge, ground]) => [edge, ground, contrast(of(edge), of(ground))] as const);
      return found.filter(([, , ratio]) => !(ratio >= 3)).map((pair) => [brand, side, ...pair]);
    }),
  );
  expect(faint).toEqual([]);
});

it("the level test plays its sounds with the button of the practice, the browser's own player waits behind it for a missing script", () => {
  const replaced = /<noscript>[\s\S]*?<\/noscript>|<ListenButton [^>]*hidden>[^<]*<\/ListenButton>\s*<audio\b/g;
  const native = filesBelow('src/components')
    .filter((file) => file.endsWith('.astro'))
    .filter((file) => /<audio\b/.test(readFileSync(file, 'utf8').replace(replaced, '')));
  expect(native).toEqual([]);
});
