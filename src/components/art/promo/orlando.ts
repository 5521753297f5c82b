import { arm, type Face, hairBehind, head, type Mouth } from './people.ts';

/** The slope of the track, and where it stands on its feet. */
const SLOPE = 30;
const TRACK = 'M-24 660C-24 360-20 150 44 150 76 150 96 180 130 200L530 431C590 466 640 476 720 476H2400';
const feet = [
  [190, 234],
  [330, 315],
  [470, 396],
] as const;

interface Rider {
  face: Face;
  mouth: Mouth;
  shirt: string;
  car: string;
  /** Holds on instead of throwing the arms up. */
  isAfraid?: true;
}

const riders: readonly Rider[] = [
  { face: 'grisalho', mouth: 'oh', shirt: 'deep', car: 'bright', isAfraid: true },
  { face: 'cachos', mouth: 'laugh', shirt: 'paper', car: 'main' },
  { face: 'curto', mouth: 'laugh', shirt: 'bright', car: 'deep' },
];

const rider = ({ face, mouth, shirt, car, isAfraid }: Rider, index: number) => {
  const arms = isAfraid
    ? arm(face, shirt, 'M-28-30C-30-6-10 4 10-2', [20, -6]) + arm(face, shirt, 'M30-34C40-22 46-18 50-14', [54, -10])
    : arm(face, shirt, 'M-26-40C-50-70-58-100-62-132', [-63, -140]) +
      arm(face, shirt, 'M26-40C46-66 40-100 34-134', [33, -142]);
  return `<g transform="translate(${index * 152} 0)"><g transform="translate(0 -86) rotate(${isAfraid ? -10 : -6})">${hairBehind(face)}</g><path fill="var(--art-${shirt})" d="M-38 20v-36c0-24 16-38 38-38s38 14 38 38v36Z"/>${isAfraid ? '' : arms}<g transform="translate(0 -86) rotate(${isAfraid ? -10 : -6})">${head(face, mouth)}</g><path fill="var(--art-${car})" d="M-68-20c0-6 4-10 10-10h16c6 0 8 12 18 12h52c18 0 36 10 40 34 2 10-4 18-14 18H-50c-10 0-18-8-18-18Z"/><path fill="var(--art-paper)" d="M-68-2h134l4 10H-68Z"/>${isAfraid ? arms : ''}<circle fill="var(--art-ink)" cx="-40" cy="38" r="11"/><circle fill="var(--art-ink)" cx="42" cy="38" r="11"/></g>`;
};

const palm = (x: number, y: number, size: number) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><path fill="none" stroke="var(--art-h2)" stroke-width="14" stroke-linecap="round" d="M0 0c-8-60-4-110 18-158"/><path fill="var(--art-bright)" d="M18-158c-30-34-76-30-98 10 34-12 66-12 98-10Zm0 0c-4-44 34-72 78-56-34 12-58 30-78 56Zm0 0c40-14 82 10 84 56-24-28-52-46-84-56Zm0 0c-36 6-58 42-44 82 10-34 24-60 44-82Z"/></g>`;

const cloud = (x: number, y: number, size: number) =>
  `<path fill="var(--art-paper)" opacity=".9" transform="translate(${x} ${y}) scale(${size})" d="M0 0a22 22 0 0 1 4-43 36 36 0 0 1 68-8 28 28 0 0 1 34 51Z"/>`;

/** A class on its way down the roller coaster: the pupils love it, the teacher holds on. */
export const orlando = (): string => `<circle cx="404" cy="232" r="214" fill="var(--art-main)"/>
<circle cx="404" cy="232" r="156" fill="var(--art-glow)" opacity=".35"/>
${cloud(520, 84, 1)}${cloud(-30, 392, 1.2)}
<g fill="none" stroke="var(--art-paper)" stroke-width="7"><circle cx="94" cy="494" r="82"/><path d="M94 412v164M12 494h164M36 436l116 116M152 436 36 552M94 494 60 640m34-146 34 146"/></g>
<g stroke="var(--art-deep)" stroke-width="10" fill="none">${feet.map(([x, y]) => `<path d="M${x} ${y}V640"/>`).join('')}<path stroke-width="5" d="m190 400 140-70v160l140-80v130M190 540l140-70m-140 150 140-120m0 90 140-110"/></g>
<path fill="none" stroke="var(--art-deep)" stroke-width="18" d="${TRACK}"/>
<path fill="none" stroke="var(--art-soft)" stroke-width="5" stroke-dasharray="6 17" d="${TRACK}"/>
<g transform="translate(118 120) rotate(${SLOPE}) scale(1.3)">${riders.map(rider).join('')}</g>
<path fill="var(--art-bright)" d="M-2400 600H-900c500-24 800 26 1200 0s700-26 1400 4h700v100H-2400Z"/>
${palm(570, 628, 1)}${palm(628, 634, 0.62)}`;
