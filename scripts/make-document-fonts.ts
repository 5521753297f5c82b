import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Makes the fonts of our PDF documents from the web font. Run it once after that package changes; the results are kept.
// PDF files embed neither WOFF2 nor variable fonts. Needs python3-fonttools and python3-brotli.
const SOURCE = 'node_modules/@fontsource-variable/plus-jakarta-sans';
const TARGET = 'src/server/documents/fonts';
const WEIGHTS = [500, 800];
const LETTERS = 'U+0020-007E,U+00A0-024F,U+1E00-1EFF,U+2010-2026,U+2030,U+2039,U+203A,U+20AC,U+2122,U+2212';

const work = mkdtempSync(join(tmpdir(), 'document-fonts-'));
const fontTools = (tool: string, ...args: string[]) =>
  execFileSync('/usr/bin/python3', ['-m', `fontTools.${tool}`, ...args], { stdio: 'pipe' });
for (const weight of WEIGHTS) {
  const parts = ['latin', 'latin-ext'].map((letters) => {
    const face = join(work, `${letters}.woff2`);
    const file = `${SOURCE}/files/plus-jakarta-sans-${letters}-wght-normal.woff2`;
    fontTools('varLib.instancer', file, `wght=${weight}`, '--update-name-table', '-o', face);
    return face;
  });
  const whole = join(work, 'whole.ttf');
  fontTools('merge', ...parts, `--output-file=${whole}`);
  fontTools(
    'subset',
    whole,
    `--unicodes=${LETTERS}`,
    '--layout-features=kern,tnum,mark,ccmp',
    '--no-hinting',
    '--name-IDs=*',
    `--output-file=${TARGET}/plus-jakarta-sans-${weight}.ttf`,
  );
}
copyFileSync(`${SOURCE}/LICENSE`, `${TARGET}/LICENSE`);
rmSync(work, { recursive: true });
