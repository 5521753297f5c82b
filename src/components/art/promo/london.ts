import type { BrandKey } from '#lib/brand.ts';
import { backdrop } from './backdrop.ts';

const row = (x: number, y: number, width: number, height: number, step: number, count: number) =>
  Array.from(
    { length: count },
    (_, index) => `<rect x="${x + index * step}" y="${y}" width="${width}" height="${height}" rx="9"/>`,
  ).join('');

const CABINS = 12;
/** A point of the great wheel. @param r from its middle */
const rim = (index: number, r: number) => {
  const turn = (index / CABINS) * 2 * Math.PI;
  return `${Math.round(150 + r * Math.cos(turn))} ${Math.round(270 + r * Math.sin(turn))}`;
};
const each = (draw: (index: number) => string) => Array.from({ length: CABINS }, (_, index) => draw(index)).join('');
const spokes = () => `<path stroke-width="3" d="${each((index) => `M${rim(index, 24)}L${rim(index, 128)}`)}"/>`;
const cabins = () =>
  each((index) => {
    const [x, y] = rim(index, 140).split(' ');
    return `<circle cx="${x}" cy="${y}" r="13"/>`;
  });

/** A double-decker under the clock, the great wheel behind. */
export const london = (brand: BrandKey): string => `${backdrop(brand, 300, 560)}
<path fill="var(--art-soft)" d="M250 132a32 32 0 0 1 8-62 50 50 0 0 1 94-8 38 38 0 0 1 40 70Z"/>
<g fill="none" stroke="var(--art-soft)" stroke-width="6"><circle cx="150" cy="270" r="128"/><circle cx="150" cy="270" r="24"/>${spokes()}<path d="m150 270-74 300m74-300 74 300"/></g>
<g fill="var(--art-glow)">${cabins()}</g>
<path fill="var(--art-paper)" d="M414 262h112v330H414Z"/>
<path stroke="var(--art-glow)" stroke-width="7" d="M437 300v270m22-270v270m22-270v270m22-270v270"/>
<path fill="var(--art-glow)" d="M400 142h140v128H400Z"/>
<path fill="var(--art-paper)" d="m414 142 56-104 56 104Z"/>
<path fill="var(--art-bright)" d="m440 142 30-72 30 72Z"/>
<path stroke="var(--art-paper)" stroke-width="7" stroke-linecap="round" d="M470 44V10"/>
<circle cx="470" cy="206" r="49" fill="var(--art-paper)"/>
<circle cx="470" cy="206" r="39" fill="none" stroke="var(--art-deep)" stroke-width="4" stroke-dasharray="2 18.4"/>
<path fill="none" stroke="var(--art-deep)" stroke-width="7" stroke-linecap="round" stroke-linejoin="round" d="M470 178v28l20 15"/>
<path fill="var(--art-deep)" d="M-2000 586h4600v100H-2000Z"/>
<path stroke="var(--art-glow)" stroke-width="6" stroke-linecap="round" stroke-dasharray="34 30" d="M-2000 618H2600"/>
<rect x="34" y="352" width="350" height="232" rx="34" fill="var(--art-bright)"/>
<path fill="var(--art-paper)" d="M34 458h350v16H34Z"/>
<g fill="var(--art-deep)">${row(56, 378, 54, 58, 63, 5)}${row(56, 492, 54, 46, 63, 3)}<path d="M252 492h38v92h-38Zm50 0h38v92h-38Z"/></g>
<path fill="var(--art-glow)" d="M62 384h16v46H62Zm126 0h16v46h-16ZM125 498h14v34h-14Z"/>
<circle cx="106" cy="586" r="36" fill="var(--art-ink)"/><circle cx="106" cy="586" r="15" fill="var(--art-soft)"/>
<circle cx="216" cy="586" r="36" fill="var(--art-ink)"/><circle cx="216" cy="586" r="15" fill="var(--art-soft)"/>
<circle cx="362" cy="550" r="11" fill="var(--art-paper)"/>`;
