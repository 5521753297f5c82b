import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrandKey, brands } from '../src/lib/brand.ts';
import { screens } from '../tests/e2e/support/screens.ts';
import { PictureError, savePicture, takePicture, withDemoSchool } from './page-pictures.ts';
import { README_FOLDER, README_INSTANT, takeReadmePictures } from './readme-pictures.ts';

const FOLDER = '.cache/screens';
const SIZES = [screens.phone, screens.desktop, { width: 1366, height: 650 }];
const THEMES = ['claro', 'escuro'];
const USAGE = `Takes pictures of the demo school.

  npm run screens                    the pictures of the README, into ${README_FOLDER}
  npm run screens -- PATH…           these pages in three sizes and both brands, into ${FOLDER}

  --login LOGIN     who is logged in, such as aluna@demo.example; nobody if left out
  --theme THEME     ${THEMES.join(' or ')}; ${THEMES[0]} if left out
  --at INSTANT      the time of the school, such as 2027-03-10T13:00Z; now if left out
  --whole           the whole length of each page
  --help            shows this
`;

/** Options that cannot be followed: people need the sentence, not a stack. */
class UsageError extends Error {}

try {
  const { help, ...asked } = readArguments(process.argv.slice(2));
  if (help) process.stdout.write(USAGE);
  else if (asked.paths.length === 0) await withDemoSchool(README_INSTANT, takeReadmePictures);
  else await takePages(asked);
} catch (error) {
  if (!(error instanceof UsageError || error instanceof PictureError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

interface Asked {
  paths: string[];
  login?: string | undefined;
  theme?: string | undefined;
  at: Date | null;
  isWhole: boolean;
}

async function takePages({ paths, at, ...options }: Asked): Promise<void> {
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

function readArguments(args: string[]): Asked & { help: boolean } {
  const { values, positionals: paths } = parse(args);
  const { login, theme, at, help = false, whole: isWhole = false } = values;
  const wrong = paths.find((path) => !path.startsWith('/'));
  if (wrong !== undefined) throw new UsageError(`"${wrong}" is no page: a path begins with /, such as /financial.`);
  if (!help && paths.length === 0 && args.length > 0) throw new UsageError('Options need a page, such as /financial.');
  if (theme !== undefined && !THEMES.includes(theme)) {
    throw new UsageError(`"${theme}" is no theme: ${THEMES.join(' or ')}.`);
  }
  if (at !== undefined && Number.isNaN(Date.parse(at))) {
    throw new UsageError(`"${at}" is no instant: write it like 2027-03-10T13:00Z.`);
  }
  return { paths, login, theme, isWhole, help, at: at === undefined ? null : new Date(at) };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        login: { type: 'string' },
        theme: { type: 'string' },
        at: { type: 'string' },
        whole: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    const [reason = ''] = String((error as Error).message).split('. ');
    throw new UsageError(`${reason}: npm run screens -- --help lists the options.`);
  }
}
