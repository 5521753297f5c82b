import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { type BrandKey, brands } from '../src/lib/brand.ts';
import { screens } from '../tests/e2e/support/screens.ts';
import { PictureError, savePicture, takePicture, withDemoSchool } from './page-pictures.ts';
import { README_FOLDER, README_INSTANT, takeReadmePictures } from './readme-pictures.ts';
import { command } from './usage.ts';

const FOLDER = '.cache/screens';
const SIZES = [screens.phone, screens.desktop, { width: 1366, height: 650 }];
const THEMES = ['claro', 'escuro'];

const program = command(
  'screens',
  `Takes pictures of the demo school: those of the README into ${README_FOLDER}, or pages in three sizes and both brands into ${FOLDER}.`,
)
  .argument('[paths...]', 'pages, such as /financial', eachPath)
  .option('--login <login>', 'who is logged in, such as aluna@demo.example; nobody if left out')
  .addOption(new Option('--theme <theme>', 'of the pages').choices(THEMES).default('claro'))
  .option('--at <instant>', 'the time of the school, such as 2027-03-10T13:00Z; now if left out', instant)
  .option('--whole', 'the whole length of each page')
  .parse();
const [paths = []] = program.processedArgs as [string[]?];
const { at = null, whole: isWhole = false, ...options } = program.opts<Options>();
if (paths.length === 0 && process.argv.length > 2) program.error('Options need a page, such as /financial.');
try {
  if (paths.length === 0) await withDemoSchool(README_INSTANT, takeReadmePictures);
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
}

function eachPath(path: string, others: string[] = []): string[] {
  if (!path.startsWith('/')) throw new InvalidArgumentError('A path begins with /, such as /financial.');
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
