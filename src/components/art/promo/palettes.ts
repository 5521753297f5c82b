import type { BrandKey } from '#lib/brand.ts';

/** A colour by day and by night. */
type Pair = readonly [light: string, dark: string];

/** The colours of a promotional page: what its sheet calls them, and what its drawings call them. */
export interface Palette {
  color: Readonly<Record<string, Pair>>;
  art: Readonly<Record<string, Pair>>;
}

const always = (color: string): Pair => [color, color];

/** People are the same by day and by night. */
const people = {
  s1: always('#f7cba8'),
  s2: always('#c98d63'),
  s3: always('#84502f'),
  h1: always('#2a1a25'),
  h2: always('#7a4526'),
  h3: always('#cfcad6'),
  blush: always('#ff6f61'),
  ink: always('#1f1230'),
};

const orlando: Palette = {
  color: {
    ground: ['#ffcb47', '#28114f'],
    'ground-ink': ['#2a0270', '#fff1cf'],
    'ground-soft': ['#46218a', '#d9c8f5'],
    cta: ['#3e009f', '#ffcb47'],
    'cta-ink': ['#ffffff', '#2a0270'],
    'base-100': ['#ffffff', '#211a2e'],
    'base-200': ['#fffaf0', '#16101f'],
    'base-content': ['#1f1238', '#f4eefc'],
    muted: ['#5b5170', '#b8adc9'],
    outline: ['#857a99', '#8d81a3'],
    link: ['#5417b8', '#ffcb47'],
    tint: ['#ffeebf', '#34245e'],
    'tint-content': ['#3b1680', '#ffe2a1'],
    error: ['#b3151f', '#ff9088'],
  },
  art: {
    ...people,
    deep: ['#3e009f', '#7a45e6'],
    main: always('#ff6f61'),
    bright: always('#00a6a0'),
    glow: ['#ffe39a', '#ffcb47'],
    soft: ['#fff0c4', '#4b2b86'],
    paper: always('#fffdf5'),
  },
};

const londres: Palette = {
  color: {
    ground: ['#ffe3d9', '#33091a'],
    'ground-ink': ['#5e0a2c', '#ffe9e2'],
    'ground-soft': ['#7a2a46', '#f0bccb'],
    cta: ['#d60047', '#ff7a9e'],
    'cta-ink': ['#ffffff', '#3d0015'],
    'base-100': ['#ffffff', '#271820'],
    'base-200': ['#fff8f5', '#1a0f14'],
    'base-content': ['#2b0f1a', '#fbecf0'],
    muted: ['#6b505a', '#c3a9b3'],
    outline: ['#93757f', '#9a808a'],
    link: ['#c80043', '#ff8fae'],
    tint: ['#e4ecf3', '#1f303d'],
    'tint-content': ['#20364a', '#cfe0ee'],
    error: ['#8f0d16', '#ffa08f'],
  },
  art: {
    ...people,
    deep: ['#5e0a2c', '#16040b'],
    main: ['#e4004b', '#d6003f'],
    bright: always('#ff7a00'),
    glow: ['#ffc48f', '#e0a56f'],
    soft: ['#f6c9bf', '#5b1c34'],
    paper: ['#fffaf6', '#ffeee6'],
    fog: ['#b9cbd9', '#41566a'],
  },
};

const porta: Palette = {
  color: {
    ground: ['#3e009f', '#230a58'],
    'ground-ink': always('#ffffff'),
    'ground-soft': ['#dccdfb', '#cbbcf0'],
    cta: always('#8ff0cf'),
    'cta-ink': always('#0c2a20'),
    'base-100': ['#ffffff', '#1b1e2b'],
    'base-200': ['#f5f7fc', '#11131c'],
    'base-content': ['#1b1333', '#ecebfa'],
    muted: ['#565372', '#abaac8'],
    outline: ['#807c9c', '#86849f'],
    link: ['#1d4ed8', '#8fb1ff'],
    tint: ['#dcf5ea', '#12352b'],
    'tint-content': ['#0b4634', '#b9f2dd'],
    error: ['#b3151f', '#ff9088'],
  },
  art: {
    ...people,
    deep: ['#22005c', '#13042f'],
    main: ['#5a1fc4', '#3d1590'],
    bright: always('#1d4ed8'),
    glow: always('#8ff0cf'),
    soft: ['#cdbcf5', '#b8a4ea'],
    paper: ['#ffffff', '#f3eeff'],
    warm: always('#ff9f4a'),
    lawn: always('#2f9f7b'),
  },
};

export const palettes = { orlando, londres, porta };

const rules = (prefix: string, colors: Palette['art']) =>
  Object.entries(colors).map(([name, [light, dark]]) =>
    light === dark ? `--${prefix}-${name}:${light}` : `--${prefix}-${name}:light-dark(${light},${dark})`,
  );

/** The shell around a page, in the colours of the host's brand: those of its theme, which the page does not load. */
export const shells: Readonly<Record<BrandKey, { shell: Palette['art']; mark: Palette['art'] }>> = {
  knn: {
    shell: { ground: ['#f7f6fb', '#14111c'], ink: ['#1b1333', '#efebfa'] },
    mark: { base: ['#3e009f', '#b79cff'], ink: ['#ffffff', '#1d0b45'], glow: ['#b79cff', '#3e009f'] },
  },
  phenom: {
    shell: { ground: ['#fdf6f2', '#180d12'], ink: ['#2b0f1a', '#fbecf0'] },
    mark: { base: ['#f70052', '#ff7a9e'], ink: ['#ffffff', '#3d0015'], glow: ['#ffb36b', '#7d0330'] },
  },
};

/** The palette of a page and the shell of a host, as a rule of a sheet. */
export function paletteCss({ color, art }: Palette, brand: BrandKey): string {
  const { shell, mark } = shells[brand];
  const all = [...rules('color', color), ...rules('art', art), ...rules('shell', shell), ...rules('mark', mark)];
  return `:root{${all.join(';')}}`;
}

/** The colours of drawings by day, with those of the ground and its text, for pictures that know no custom properties. */
export const daylight = ({ color, art }: Palette): Record<string, string> => {
  const { ground, 'ground-ink': text, ...others } = { ...art, ...color };
  const named = { ...others, ...art, ground, text };
  return Object.fromEntries(Object.entries(named).flatMap(([name, pair]) => (pair ? [[name, pair[0]]] : [])));
};
