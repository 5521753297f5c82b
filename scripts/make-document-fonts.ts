import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Makes the fonts of our PDF documents. Run it once after a package changes; the results are kept.
// PDF files embed neither WOFF2 nor variable fonts. Needs python3-fonttools and python3-brotli.
const SOURCE = 'node_modules/@fontsource-variable/plus-jakarta-sans';
const TARGET = 'src/server/money/documents/fonts';
const WEIGHTS = [500, 800];
const LETTERS = 'U+0020-007E,U+00A0-024F,U+1E00-1EFF,U+2010-2026,U+2030,U+2039,U+203A,U+20AC,U+2122,U+2212';

/** The letters that the web font lacks. Only this script needs the package: no installation carries its 14 MB. */
const FALLBACK = '@expo-google-fonts/noto-sans@0.4.2';
const FALLBACK_FACES = { 500: '500Medium', 800: '800ExtraBold' } as const;
/** Latin, Greek and Cyrillic with their combining marks, signs, and the replacement sign; no Devanagari. */
const FALLBACK_LETTERS =
  'U+0020-08FF,U+1AB0-1AFF,U+1C80-1C8F,U+1D00-2BFF,U+2C60-2C7F,U+2DE0-2E7F,U+A640-A82F,U+AB30-AB6F,U+FB00-FB4F,U+FE20-FE2F,U+FFFD,U+10780-107BF,U+1DF00-1DFFF';

const work = mkdtempSync(join(tmpdir(), 'document-fonts-'));
const fontTools = (tool: string, ...args: string[]) =>
  execFileSync('/usr/bin/python3', ['-m', `fontTools.${tool}`, ...args], { stdio: 'pipe' });
const subset = (from: string, letters: string, features: string, to: string) =>
  fontTools(
    'subset',
    from,
    `--unicodes=${letters}`,
    `--layout-features=${features}`,
    '--no-hinting',
    '--name-IDs=*',
    `--output-file=${to}`,
  );

for (const weight of WEIGHTS) {
  const parts = ['latin', 'latin-ext', 'vietnamese'].map((letters) => {
    const face = join(work, `${letters}.woff2`);
    const file = `${SOURCE}/files/plus-jakarta-sans-${letters}-wght-normal.woff2`;
    fontTools('varLib.instancer', file, `wght=${weight}`, '--update-name-table', '-o', face);
    return face;
  });
  const whole = join(work, 'whole.ttf');
  fontTools('merge', ...parts, `--output-file=${whole}`);
  subset(whole, LETTERS, 'kern,tnum,mark,ccmp', `${TARGET}/plus-jakarta-sans-${weight}.ttf`);
}
copyFileSync(`${SOURCE}/LICENSE`, `${TARGET}/LICENSE`);

execFileSync('npm', ['pack', '--silent', '--pack-destination', work, FALLBACK], { stdio: 'pipe' });
execFileSync('tar', ['xzf', join(work, 'expo-google-fonts-noto-sans-0.4.2.tgz'), '-C', work]);
for (const [weight, face] of Object.entries(FALLBACK_FACES)) {
  const whole = join(work, 'package', face, `NotoSans_${face}.ttf`);
  subset(whole, FALLBACK_LETTERS, 'kern,mark,mkmk,ccmp', `${TARGET}/noto-sans-${weight}.ttf`);
}
copyFileSync(join(work, 'package', 'LICENSE_FONT'), `${TARGET}/LICENSE-noto-sans`);
rmSync(work, { recursive: true });
