import type { BrandKey } from '#lib/brand.ts';
import { backdrop } from './backdrop.ts';

const TRACK = 'M-2000 548H-40C66 548 84 186 190 186S296 520 404 532a116 116 0 1 0-2-2C440 548 560 540 760 540H2600';
/** Where the track stands on its feet, as x and the height of the rail there. */
const feet = [
  [66, 428],
  [112, 296],
  [152, 206],
  [228, 206],
  [266, 300],
  [306, 420],
] as const;
const cars = [
  { x: 134, y: 194, turn: -44, fill: 'glow' },
  { x: 190, y: 160, turn: -2, fill: 'paper' },
  { x: 244, y: 192, turn: 48, fill: 'glow' },
] as const;

const car = ({ x, y, turn, fill }: (typeof cars)[number]) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})"><path fill="var(--art-${fill})" d="M-25-12h50V2a16 16 0 0 1-16 16H-9A16 16 0 0 1-25 2Z"/><circle cx="-9" cy="-21" r="9" fill="var(--art-soft)"/><circle cx="11" cy="-21" r="9" fill="var(--art-soft)"/><path stroke="var(--art-soft)" stroke-width="6" stroke-linecap="round" d="m-17-24-9-17m43 17 9-17"/></g>`;

const palm = (x: number, y: number, size: number) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><path fill="none" stroke="var(--art-glow)" stroke-width="15" stroke-linecap="round" d="M0 0c-8-60-4-110 18-158"/><path fill="var(--art-soft)" d="M18-158c-30-34-76-30-98 10 34-12 66-12 98-10Zm0 0c-4-44 34-72 78-56-34 12-58 30-78 56Zm0 0c40-14 82 10 84 56-24-28-52-46-84-56Zm0 0c-36 6-58 42-44 82 10-34 24-60 44-82Z"/></g>`;

/** A roller coaster at its highest point, palms, and a rocket on its way. */
export const orlando = (brand: BrandKey): string => `${backdrop(brand, 340, 590)}
<path fill="none" stroke="var(--art-paper)" stroke-width="8" stroke-linecap="round" stroke-dasharray="1 20" d="M596 470c24-120 8-220-50-316"/>
<g transform="translate(528 116) rotate(-28)"><path fill="var(--art-bright)" d="M-19 26c-18 8-22 26-20 44l20-12Zm38 0c18 8 22 26 20 44L19 58Z"/><path fill="var(--art-paper)" d="M0-62c22 22 26 58 20 122h-40C-26-4-22-40 0-62Z"/><circle cy="-8" r="11" fill="var(--art-deep)"/><path fill="var(--art-glow)" d="M-12 64h24L0 102Z"/></g>
<g fill="none" stroke="var(--art-glow)" stroke-width="6">${feet.map(([x, y]) => `<path d="M${x} ${y}V600"/>`).join('')}<path d="M66 520 112 440m0 120 40-120m0 100 38-90 38 90m0-100 38 120m0-120 40 80M190 190v410"/></g>
<path fill="none" stroke="var(--art-paper)" stroke-width="15" stroke-linecap="round" d="${TRACK}"/>
<path fill="none" stroke="var(--art-deep)" stroke-width="4" stroke-dasharray="4 15" d="${TRACK}"/>
${cars.map(car).join('')}
<path fill="var(--art-deep)" d="M-2000 590h4600v110H-2000Z"/>
<path fill="var(--art-bright)" d="M-2000 600c900 30 1500-20 2120 14s360 20 900-14l1580 12v108H-2000Z"/>
${palm(46, 626, 1.05)}${palm(560, 624, 0.92)}${palm(618, 630, 0.62)}`;
