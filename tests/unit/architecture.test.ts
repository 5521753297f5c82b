import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { callsWhileDrawn } from './architecture/drawn-stores.ts';
import {
  alongWithOthers,
  neverRun,
  otherVersions,
  overridden,
  privateImports,
  undeclaredPackages,
  unimported,
  unusedPackages,
} from './architecture/packages.ts';
import { areas, bans, exemptions, layers, otherNames, outsideBrowser, serverPackages } from './architecture/rules.ts';
import { groundOfServer, serverAreas } from './architecture/server-areas.ts';
import {
  asLine,
  filesBelow,
  type Import,
  importsOf,
  isSource,
  ringOf,
  scriptImportsOf,
} from './architecture/sources.ts';

const MAX_LENGTH = 400;
const RULES = 'tests/unit/architecture/rules.ts';
const sources = filesBelow('src').filter(isSource);
const imports = sources.flatMap((file) => importsOf(file));
const used = new Set<string>();

/** Removes exempt entries and records which exemptions were used. */
function unless(table: Readonly<Record<string, string>>, found: string[]): string[] {
  return found.filter((each) => {
    const key = Object.keys(table).find((name) => each === name || each.startsWith(`${name}:`));
    if (key !== undefined) used.add(key);
    return key === undefined;
  });
}

const layerOf = (file: string) => Object.keys(layers).find((name) => layers[name]?.files.test(file));
const islandOf = (file: string) => /^src\/islands\/([^/]+)\//.exec(file)?.[1];

/** Layers that run in a browser, besides scripts of pages and components. */
const browserLayers = new Set(['islands', 'stores', 'report', 'service-worker']);

/** All imports that these files and the scripts of pages load in a browser, direct or indirect. */
function loadedBy(files: readonly string[]): Import[] {
  const code = imports.filter(({ isType }) => !isType);
  const inScripts = sources.filter((file) => file.endsWith('.astro')).flatMap((file) => scriptImportsOf(file));
  const loaded = new Set<Import>();
  const follow = (each: Import) => {
    if (loaded.has(each)) return;
    loaded.add(each);
    for (const next of code) if (next.from === each.to) follow(next);
  };
  for (const each of [...inScripts, ...code.filter(({ from }) => files.includes(from))]) follow(each);
  return [...loaded];
}

describe('who may import whom', () => {
  it('each source file belongs to a layer', () => {
    expect(sources.filter((file) => layerOf(file) === undefined)).toEqual([]);
  });

  it('imports of own files follow the table of layers', () => {
    const refused = imports.filter(({ from, to, isPackage, isType }) => {
      const own = layerOf(from) ?? '';
      const other = layerOf(to);
      if (isPackage || other === undefined || other === own) return false;
      const { imports: values = [], types = [] } = layers[own] ?? {};
      return !(values.includes(other) || (isType && types.includes(other)));
    });
    expect(unless(exemptions, refused.map(asLine))).toEqual([]);
  });

  it('layers have no cyclic imports, types included', () => {
    const edges = imports.flatMap(({ from, to }) => {
      const [own, other] = [layerOf(from), layerOf(to)];
      return own && other && own !== other ? [{ from: own, to: other }] : [];
    });
    expect(ringOf(edges)).toBeNull();
  });

  it('imports of packages follow the table, and browser code imports no server packages', () => {
    const refused = imports.filter(({ from, to, isPackage, isType }) => {
      const own = layerOf(from) ?? '';
      if (!isPackage || isType) return false;
      const allowed = layers[own]?.packages;
      if (allowed) return !allowed.includes(to);
      return serverPackages.test(to) && !outsideBrowser.has(own);
    });
    expect(unless(exemptions, refused.map(asLine))).toEqual([]);
  });

  it('only the process entry and command-line tools import the server', () => {
    const tools = filesBelow('scripts', 'tests').filter(isSource);
    expect(tools.length).toBeGreaterThan(0);
    const refused = imports.filter(
      ({ from, to, isType }) =>
        to.startsWith('src/server/') &&
        !/^src\/(server\/|main|serve|portal|check-start)/.test(from) &&
        !(isType && from === 'src/lib/page/operations.ts' && to === 'src/server/operations.ts'),
    );
    expect(refused.map(asLine)).toEqual([]);
  });

  it('nothing in src imports tests, scripts or the build', () => {
    const refused = imports.filter(({ to, isPackage }) => !isPackage && !to.startsWith('src/'));
    expect(refused.map(asLine)).toEqual([]);
  });

  it('a browser never loads the full zod', () => {
    const loaded = loadedBy(sources.filter((file) => browserLayers.has(layerOf(file) ?? '')));
    const refused = loaded.filter(({ to }) => to === 'zod' || to.endsWith('.schema.ts'));
    expect(refused.map(asLine)).toEqual([]);
  });

  it('stores do not import React', () => {
    const refused = imports.filter(({ from, to }) => layerOf(from) === 'stores' && /react/.test(to));
    expect(refused.map(asLine)).toEqual([]);
  });

  it('islands set stores only in effects and handlers, since the server renders them for all users', () => {
    const wrong = `import { $marked, mark } from '#lib/stores/panel-hand.ts';
      export function List() {
        mark('contato', [1], true);
        useEffect(() => mark('contato', [1], true), []);
        const handleClick = () => $marked.set({});
        return items.length;
      }`;
    expect(callsWhileDrawn('List.tsx', wrong)).toEqual(['List.tsx: mark']);
    const islands = sources.filter((file) => layerOf(file) === 'islands');
    expect(islands.flatMap((file) => callsWhileDrawn(file, readFileSync(file, 'utf8')))).toEqual([]);
    const atLoad = sources.filter(
      (file) => layerOf(file) === 'stores' && /^\$\w+\.(set|setKey)\(/m.test(readFileSync(file, 'utf8')),
    );
    expect(atLoad).toEqual([]);
  });

  it('a page with interactive parts starts the script for toasts and copying', () => {
    const has = (pattern: RegExp, isBelow: (file: string) => boolean) => {
      const seen = new Map<string, boolean>();
      const isIn = (file: string): boolean => {
        const known = seen.get(file);
        if (known !== undefined) return known;
        const found =
          pattern.test(readFileSync(file, 'utf8')) || importsOf(file).some(({ to }) => isBelow(to) && isIn(to));
        seen.set(file, found);
        return found;
      };
      return isIn;
    };
    const isPressed = has(/\sclient:[a-z]|data-copy|<Copy/, (file) => /^src\/components\/.*\.astro$/.test(file));
    const starts = has(/\bstart(Page|Shell)\(\);/, (file) => /^src\/layouts\/.*\.astro$/.test(file));
    const pressed = filesBelow('src/pages').filter((file) => file.endsWith('.astro') && isPressed(file));
    expect(pressed.length).toBeGreaterThan(20);
    expect(pressed.filter((file) => !starts(file))).toEqual([]);
  });

  it('waiting for an idle browser always has a time limit', () => {
    const endless = /\sclient:idle(?!=\{IDLE_LIMIT\})|\brequestIdleCallback\((?![^()]*, (WORK|IDLE)_LIMIT\))/;
    expect(sources.filter((file) => endless.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('the digest of the build includes every script that it runs', () => {
    const scripts = new Set(importsOf('astro.config.mjs').map(({ to }) => to));
    for (const file of scripts) if (file.startsWith('scripts/')) for (const { to } of importsOf(file)) scripts.add(to);
    const counted = readFileSync('scripts/build-state.ts', 'utf8');
    const own = [...scripts].filter((file) => file.startsWith('scripts/') && file !== 'scripts/build-state.ts');
    expect(own.length).toBeGreaterThan(5);
    expect(own.filter((file) => !counted.includes(`'${file}'`))).toEqual([]);
  });

  it('an island imports no islands of other areas', () => {
    const refused = imports.filter(({ from, to }) => {
      const [own, other] = [islandOf(from), islandOf(to)];
      const isShared = other === 'ui' || ((other === 'pay' || other === 'kit') && own !== 'ui');
      return own && other && own !== other && !isShared;
    });
    expect(unless(exemptions, refused.map(asLine))).toEqual([]);
  });
});

describe('names of areas', () => {
  const isArea = (folder: string, name: string) => areas.includes(name) || otherNames[folder]?.[name] !== undefined;

  it.each(['src/components', 'src/islands', 'src/lib/rules', 'src/lib/forms'])(
    'folders of %s are named after areas',
    (folder) => {
      const names = new Set(filesBelow(folder).map((file) => file.slice(folder.length + 1).split('/')));
      const folders = new Set([...names].filter((parts) => parts.length > 1).map(([name = '']) => name));
      expect([...folders].filter((name) => !isArea(folder, name))).toEqual([]);
    },
  );

  it('areas of the server have known names', () => {
    expect([...serverAreas, ...groundOfServer].filter((name) => !isArea('src/server', name))).toEqual([]);
  });

  /** The area of a file such as `club.ts` or `club-staff.ts`. */
  const partOf = (name: string) => areas.find((area) => name === area || name.startsWith(`${area}-`));
  const nameOf = (folder: string, file: string) => file.slice(folder.length + 1).replace(/(\.schema)?\.ts$/, '');

  it.each(['src/lib/contract', 'src/lib/words', 'src/lib/stores'])(
    'files of %s are named after areas or parts of them',
    (folder) => {
      const names = filesBelow(folder).map((file) => nameOf(folder, file));
      expect(names.filter((name) => !partOf(name) && !isArea(folder, name))).toEqual([]);
    },
  );

  it('a store without the name of an area is used by several areas', () => {
    const folder = 'src/lib/stores';
    const single = Object.keys(otherNames[folder] ?? {}).filter((name) => {
      const users = imports.filter(({ to }) => to === `${folder}/${name}.ts`).map(({ from }) => from);
      const served = new Set(
        users.map((file) => islandOf(file) ?? partOf(nameOf(folder, file)) ?? nameOf(folder, file)),
      );
      return served.size < 2 && !served.has('shell');
    });
    expect(single).toEqual([]);
  });

  it('no listed name of another kind is stale', () => {
    const stale = Object.entries(otherNames).flatMap(([folder, names]) =>
      Object.keys(names).filter(
        (name) => !filesBelow(folder).some((file) => new RegExp(`^${folder}/(\\w+/)?${name}[./]`).test(file)),
      ),
    );
    expect(stale).toEqual([]);
  });

  it.each([...areas])('%s has operations and an API test', (area) => {
    const operations = filesBelow('src/server').filter((file) => file.endsWith(`/${area}/operations.ts`));
    expect(operations).toHaveLength(1);
    const tests = filesBelow('tests/api').filter((file) =>
      new RegExp(`/${area}(-[a-z-]+)?(\\.deep)?\\.test\\.ts$`).test(file),
    );
    expect(tests.length, `tests/api/${area}.test.ts`).toBeGreaterThan(0);
  });

  it('files have no cyclic imports', () => {
    const edges = imports.filter(({ isPackage, isType }) => !isPackage && !isType);
    expect(ringOf(edges)).toBeNull();
  });

  it('an Astro component is imported under the name of its file', () => {
    const wrong = sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^import (\w+) from '[^']*?(\w+)\.astro';$/gm)].flatMap(
        ([line, name, own]) => (name === own ? [] : [`${file}: ${line}`]),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('islands are named after their export', () => {
    const wrong = sources.filter((file) => {
      const name = /^src\/islands\/.*\/([^/]+)\.tsx$/.exec(file)?.[1];
      return name && !new RegExp(`export (const|function) ${name}\\b`).test(readFileSync(file, 'utf8'));
    });
    expect(wrong).toEqual([]);
  });
});

describe('content of the school', () => {
  const folders = readdirSync('src/content', { withFileTypes: true }).filter((entry) => entry.isDirectory());

  it('is data in folders of its own: YAML, sounds, pictures and measures of sounds', () => {
    expect(folders.map(({ name }) => name).sort()).toEqual(['lessons', 'level-test', 'promo']);
    const strange = filesBelow(...folders.map(({ name }) => `src/content/${name}`)).filter(
      (file) => !/\.(yaml|mp3|svg)$|\/sons\.json$/.test(file),
    );
    expect(strange).toEqual([]);
  });

  it('has its schemas in src/content and no copy of sounds in public', () => {
    const schemas = filesBelow('src/content').filter((file) => file.endsWith('.schema.ts'));
    expect(schemas).toEqual([
      'src/content/book.schema.ts',
      'src/content/level-test.schema.ts',
      'src/content/promo-page.schema.ts',
    ]);
    expect(filesBelow('public').filter((file) => file.endsWith('.mp3'))).toEqual([]);
  });
});

describe('packages', () => {
  it('each package of package.json is imported, or listed with who needs it', () => {
    expect(unless(unimported, unusedPackages())).toEqual([]);
  });

  it('each imported package is in package.json', () => {
    expect(unless(alongWithOthers, undeclaredPackages())).toEqual([]);
  });

  it('each overridden package and version is listed with its reason', () => {
    expect(overridden('package').toSorted()).toEqual(Object.keys(neverRun).toSorted());
    expect(overridden('version').toSorted()).toEqual(Object.keys(otherVersions).toSorted());
  });

  it('no internal file of a package is imported', () => {
    expect(privateImports()).toEqual([]);
  });

  it('npm accepts the lock file, which npm sbom needs for a release', () => {
    const { stderr, status } = spawnSync('npm', ['ls', '--package-lock-only', '--all'], { encoding: 'utf8' });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  });

  it('each package in the lock file is from the npm registry and has a digest', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { resolved?: string; integrity?: string; inBundle?: boolean }>;
    };
    const listed = Object.entries(packages).filter(([path, { inBundle }]) => path !== '' && !inBundle);
    expect(listed.length).toBeGreaterThan(300);
    const NPM = 'https://registry.npmjs.org/';
    const strange = listed.filter(
      ([, { resolved, integrity }]) => !(resolved ?? NPM).startsWith(NPM) || !integrity?.startsWith('sha512-'),
    );
    expect(strange.map(([path]) => path)).toEqual([]);
  });
});

describe('rules for all files', () => {
  const all = [
    ...filesBelow('src', 'tests', 'scripts', 'docs').filter((file) => /\.(ts|tsx|astro|mjs|css|md|json)$/.test(file)),
    ...[
      ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', '.env.example', '.ci/run'],
      ...['package.json', 'astro.config.mjs', 'playwright.config.ts', 'vitest.config.ts'],
    ].filter((file) => existsSync(file)),
  ];

  it(`no file over ${MAX_LENGTH} lines`, () => {
    const long = all
      .filter((file) => !file.endsWith('.md'))
      .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
      .filter(({ lines }) => lines > MAX_LENGTH);
    expect(long.map(({ file, lines }) => `${file}: ${lines}`)).toEqual([]);
  });

  it.each(bans)('no $pattern: $instead', ({ pattern, where }) => {
    const found = all.filter((file) => file !== RULES && where.test(file) && pattern.test(readFileSync(file, 'utf8')));
    expect(unless(exemptions, found)).toEqual([]);
  });

  it('no path of the developer’s machine', () => {
    // Short folders such as /app or /src also occur in URLs, and that of the guide occurs in the guide.
    const folder = `${process.cwd()}/`;
    const isTelling = folder.split('/').length > 3 && folder !== '/srv/portal/';
    const here = [isTelling ? folder : null, homedir() === '/' ? null : `${homedir()}/`].filter(
      (path) => path !== null,
    );
    const found = all.filter((file) => here.some((path) => readFileSync(file, 'utf8').includes(path)));
    expect(found).toEqual([]);
  });
});

describe('the reader of imports', () => {
  it.each([
    ["import { a } from './b.ts';", 'src/lib/b.ts', false],
    ["import type { a } from './b.ts';", 'src/lib/b.ts', true],
    ["import { type a, type b } from './b.ts';", 'src/lib/b.ts', true],
    ["import { type a, b } from './b.ts';", 'src/lib/b.ts', false],
    ["import {\n  a,\n  b,\n} from '#server/b.ts';", 'src/server/b.ts', false],
    ["export { a } from '../b.ts';", 'src/b.ts', false],
    ["import './b.ts';", 'src/lib/b.ts', false],
    ["const a = await import('./b.ts');", 'src/lib/b.ts', false],
    ["user: import('./b.ts').User;", 'src/lib/b.ts', true],
  ])('the reader of imports reads %j', (text, to, isType) => {
    expect(importsOf('src/lib/a.ts', text)).toEqual([{ from: 'src/lib/a.ts', to, isPackage: false, isType }]);
  });

  it('the frontmatter of a page is not read as its script', () => {
    const text = "---\nimport { a } from './b.ts';\n---\n<p />\n<script>\nimport { c } from './d.ts';\n</script>\n";
    expect(scriptImportsOf('src/lib/a.astro', text).map(({ to }) => to)).toEqual(['src/lib/d.ts']);
  });

  it('the reader of imports finds a cycle', () => {
    const line = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ];
    expect(ringOf(line)).toBeNull();
    expect(ringOf([...line, { from: 'c', to: 'b' }])).toEqual(['b', 'c', 'b']);
  });
});

/** Declared last, since it needs the results of the tests above. */
describe('exemptions', () => {
  afterAll(() => used.clear());
  it('no exemption is stale', () => {
    const named = Object.keys({ ...exemptions, ...unimported, ...alongWithOthers });
    expect(named.filter((name) => !used.has(name))).toEqual([]);
  });
});
