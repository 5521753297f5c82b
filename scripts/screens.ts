import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { type BrandKey, brands } from '../src/lib/brand.ts';
import { screens } from '../tests/e2e/support/screens.ts';
import { pages, pathOf, searchOf, viewerOf } from '../tests/support/route-visits.ts';
import { HELP_FOLDER, takeHelpPictures } from './help-pictures.ts';
import { type DemoSchool, PictureError, savePicture, takePicture, withDemoSchool } from './page-pictures.ts';
import { README_FOLDER, README_INSTANT, takeReadmePictures } from './readme-pictures.ts';
import { command } from './usage.ts';

const FOLDER = '.cache/screens';
const SIZES = [screens.phone, screens.desktop, { width: 1366, height: 650 }];
const THEMES = ['claro', 'escuro'];
/** A payment link and a draft message have to be created first. */
const MADE = /^(pagar|push-.*-(edit|one))$/;
/** Parallel browsers: one renders while the server answers another. */
const AT_ONCE = 2;
/** Option for the pictures of the how-tos instead of pages. */
const HELP = 'help';

const program = command(
  'screens',
  `Takes pictures of the demo school: those of the README into ${README_FOLDER}, those of help into ${HELP_FOLDER}, or pages in three sizes and both brands into ${FOLDER}. With --all, every page on a phone and a desktop in both brands, and ${FOLDER}/index.html that shows them.`,
)
  .argument('[paths...]', 'pages, such as /financial, or the word help', eachPath)
  .option('--login <login>', 'who is logged in, such as aluna@demo.example; nobody if left out')
  .addOption(new Option('--theme <theme>', 'of the pages').choices(THEMES).default('claro'))
  .option('--at <instant>', 'the time of the school, such as 2027-03-10T13:00Z; now if left out', instant)
  .option('--whole', 'the whole length of each page')
  .option('--all', 'every page of the demo school')
  .parse();
const [paths = []] = program.processedArgs as [string[]?];
const { at = null, whole: isWhole = false, all: isAll = false, ...options } = program.opts<Options>();
if (paths.length === 0 && !isAll && process.argv.length > 2) program.error('Options need a page, such as /financial.');
if (isAll && (paths.length > 0 || options.login)) program.error('--all takes neither pages nor --login.');
if (paths.includes(HELP) && process.argv.length > 3) program.error(`The word ${HELP} stands alone.`);
try {
  if (isAll) await withDemoSchool(at, (school) => takeAllPages(school, { isWhole, theme: options.theme }));
  else if (paths.length === 0) await withDemoSchool(README_INSTANT, takeReadmePictures);
  else if (paths[0] === HELP) await withDemoSchool(README_INSTANT, takeHelpPictures);
  else await takePages({ paths, at, isWhole, ...options });
} catch (error) {
  if (!(error instanceof PictureError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

interface Options {
  login?: string;
  theme: string;
  at?: Date;
  whole?: boolean;
  all?: boolean;
}

function eachPath(path: string, others: string[] = []): string[] {
  if (!path.startsWith('/') && path !== HELP)
    throw new InvalidArgumentError('A path begins with /, such as /financial.');
  return [...others, path];
}

function instant(text: string): Date {
  if (Number.isNaN(Date.parse(text))) throw new InvalidArgumentError('Write it like 2027-03-10T13:00Z.');
  return new Date(text);
}

interface PageOptions {
  paths: string[];
  login?: string | undefined;
  theme: string;
  at: Date | null;
  isWhole: boolean;
}

async function takePages({ paths, at, ...options }: PageOptions): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  await withDemoSchool(at, async (school) => {
    for (const path of paths) {
      const name = path.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'start';
      for (const brand of Object.keys(brands) as BrandKey[]) {
        for (const size of SIZES) {
          const picture = await takePicture(school, { path, brand, size, ...options });
          await savePicture(picture, join(FOLDER, `${name}-${brand}-${size.width}x${size.height}.png`));
        }
      }
    }
  });
}

/** Pictures of every page as its user sees it, and an overview of all pictures by user. */
async function takeAllPages(school: DemoSchool, options: { isWhole: boolean; theme: string }): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const shots = pages
    .filter(({ name }) => !MADE.test(name))
    .flatMap((route) =>
      (Object.keys(brands) as BrandKey[]).flatMap((brand) =>
        Object.entries(screens).map(([screen, size]) => ({
          ...{ brand, size, path: pathOf(route, 1) + searchOf(route), viewer: viewerOf(route) },
          file: `${route.name}-${brand}-${screen}.webp`,
        })),
      ),
    );
  const open = shots.values();
  const work = async () => {
    for (const { viewer, file, ...shot } of open) {
      const login = viewer.includes('@') ? { login: viewer } : {};
      await savePicture(await takePicture(school, { ...shot, ...login, ...options }), join(FOLDER, file));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const parts = [...Map.groupBy(shots, ({ viewer }) => viewer)].map(
    ([viewer, own]) =>
      `<h2>${viewer}</h2>${own.map(({ path, file, size }) => `<figure><img loading="lazy" src="${file}" alt="${path}" width="${size.width / 2}"><figcaption>${path}</figcaption></figure>`).join('')}`,
  );
  const style =
    'body{font:14px sans-serif}figure{display:inline-block;margin:8px;vertical-align:top}img{border:1px solid #ccc}';
  writeFileSync(
    join(FOLDER, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${parts.join('')}`,
  );
  process.stdout.write(`${join(FOLDER, 'index.html')} shows ${shots.length} pictures.\n`);
}
