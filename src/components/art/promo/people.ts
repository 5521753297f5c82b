import { fill, line } from '../strokes.ts';

/** People of the promotional pages, in colours of the palette. A head is 60 wide, with its middle at 0 0. */

export type Face = 'cachos' | 'coque' | 'curto' | 'barba' | 'grisalho' | 'liso';
export type Mouth = 'smile' | 'laugh' | 'oh';

interface Looks {
  skin: string;
  hair: string;
  /** Behind the body. */
  back: string;
  /** Over the head. */
  front: string;
}

const CAP = 'M-32-2c-4-30 12-42 32-42s36 12 32 42c-4-10-8-16-12-20-14 4-32 2-42-4-4 6-8 14-10 24Z';
const curls = (points: readonly (readonly [number, number, number])[]) =>
  points.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join('');

const looks: Record<Face, Looks> = {
  cachos: {
    skin: 's3',
    hair: 'h1',
    back: curls([
      [-30, -16, 19],
      [-36, 10, 18],
      [-28, 32, 15],
      [30, -16, 19],
      [36, 10, 18],
      [28, 32, 15],
      [-16, -36, 19],
      [16, -36, 19],
    ]),
    front: curls([
      [-20, -26, 13],
      [0, -31, 14],
      [20, -26, 13],
    ]),
  },
  coque: {
    skin: 's2',
    hair: 'h1',
    back: '<circle cy="-46" r="17"/>',
    front: `<path d="M-31 0c-6-32 12-44 31-44s37 12 31 44c-2-14-10-24-24-28-16 2-32 10-38 28Z"/>`,
  },
  curto: { skin: 's1', hair: 'h2', back: '', front: `<path d="${CAP}"/>` },
  barba: {
    skin: 's2',
    hair: 'h1',
    back: '',
    front: `<path d="${CAP}M-30 4c2 6 8 8 14 6 10-4 22-4 32 0 6 2 12 0 14-6 4 24-8 38-30 38S-34 28-30 4Z"/>`,
  },
  grisalho: {
    skin: 's1',
    hair: 'h3',
    back: '',
    front: `<path d="M-33 6c-6-34 14-48 33-48s39 14 33 48c-6-10-6-18-8-26-16 0-34-2-44-8-6 10-8 22-14 34Z"/>`,
  },
  liso: {
    skin: 's1',
    hair: 'h1',
    back: '<path d="M-34 66c-8-40-8-110 34-110S42 26 34 66Z"/>',
    front: `<path d="M-32 4c-6-32 12-48 32-48s38 16 32 48c-4-12-8-20-12-26-10 6-28 8-40 6-4 6-8 12-12 20Z"/>`,
  },
};

const mouths: Record<Mouth, string> = {
  smile: `<path ${line('ink', 3.4)} d="M-9 14c5 6 13 6 18 0"/>`,
  laugh: `<path ${fill('ink')} d="M-12 11h24c0 18-24 18-24 0Z"/><path ${fill('paper')} d="M-10 11h20v4h-20Z"/>`,
  oh: `<ellipse ${fill('ink')} cy="18" rx="7" ry="9"/>`,
};

const glasses = `<g ${line('ink', 3)}><circle cx="-12" cy="-2" r="10"/><circle cx="12" cy="-2" r="10"/><path d="M-2-3h4"/></g>`;

/** The hair that hangs behind a body. */
export const hairBehind = (face: Face): string => `<g ${fill(looks[face].hair)}>${looks[face].back}</g>`;

/** A head with its neck. */
export function head(face: Face, mouth: Mouth = 'smile'): string {
  const { skin, hair, front } = looks[face];
  const isBearded = face === 'barba';
  return [
    `<path ${line(skin, 22)} d="M0 18v24"/>`,
    `<path ${fill(skin)} d="M-30-8a30 32 0 0 1 60 0v10a30 32 0 0 1-60 0Z"/>`,
    `<circle ${fill(skin)} cx="-31" cy="2" r="6"/><circle ${fill(skin)} cx="31" cy="2" r="6"/>`,
    `<g ${fill(hair)}>${front}</g>`,
    isBearded ? `<path ${fill('paper')} d="M-10 13h20c0 14-20 14-20 0Z"/>` : mouths[mouth],
    `<circle ${fill('ink')} cx="-12" cy="-2" r="3.6"/><circle ${fill('ink')} cx="12" cy="-2" r="3.6"/>`,
    `<g ${fill('blush')} opacity=".5"><circle cx="-20" cy="8" r="6"/><circle cx="20" cy="8" r="6"/></g>`,
    face === 'grisalho' ? glasses : '',
  ].join('');
}

/** An arm in its sleeve, along a path, with a hand at its end. */
export const arm = (face: Face, sleeve: string, path: string, hand: readonly [number, number], width = 24): string =>
  `<path ${line(sleeve, width)} d="${path}"/><circle ${fill(looks[face].skin)} cx="${hand[0]}" cy="${hand[1]}" r="${width * 0.56}"/>`;

/** Head and shoulders, in a box of 100. */
export const portrait = (face: Face, shirt: string): string =>
  `<circle ${fill('soft')} cx="50" cy="50" r="50"/><g transform="translate(50 46) scale(.82)">${hairBehind(face)}<path ${fill(shirt)} d="M-56 80c-4-36 22-46 56-46s60 10 56 46Z"/>${head(face, face === 'coque' ? 'laugh' : 'smile')}</g>`;
