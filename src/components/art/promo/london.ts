import { arm, type Face, hairBehind, head, type Mouth } from './people.ts';

interface Friend {
  face: Face;
  mouth: Mouth;
  coat: string;
  x: number;
  y: number;
  size: number;
  angle: number;
}

const friends: readonly [Friend, Friend, Friend] = [
  { face: 'liso', mouth: 'smile', coat: 'glow', x: 320, y: 330, size: 1.5, angle: 3 },
  { face: 'barba', mouth: 'smile', coat: 'fog', x: 166, y: 366, size: 1.5, angle: 8 },
  { face: 'cachos', mouth: 'laugh', coat: 'bright', x: 470, y: 374, size: 1.5, angle: -8 },
];

const friend = ({ face, mouth, coat, x, y, size, angle }: Friend) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><g transform="rotate(${angle})">${hairBehind(face)}</g><path fill="var(--art-${coat})" d="M-62 180v-92c0-42 28-54 62-54s62 12 62 54v92Z"/><g transform="rotate(${angle})">${head(face, mouth)}</g><path fill="none" stroke="var(--art-deep)" stroke-width="17" stroke-linecap="round" d="M-26 40c12 10 40 10 52 0"/></g>`;

const windows = (x: number, y: number, count: number) =>
  Array.from(
    { length: count },
    (_, index) => `<rect x="${x + index * 46}" y="${y}" width="36" height="34" rx="5"/>`,
  ).join('');

const bus = `<g transform="translate(-40 300)"><rect width="216" height="190" rx="18" fill="var(--art-main)"/><path fill="var(--art-paper)" d="M0 88h216v12H0Z"/><g fill="var(--art-fog)">${windows(16, 30, 4)}${windows(16, 116, 4)}</g></g>`;

const clock = `<path fill="var(--art-soft)" d="M438 190h96v400h-96Z"/><path fill="var(--art-glow)" d="M426 92h120v110H426Z"/><path fill="var(--art-deep)" d="m434 92 52-100 52 100Z"/><path stroke="var(--art-deep)" stroke-width="7" stroke-linecap="round" d="M486 0v-34"/><circle cx="486" cy="147" r="44" fill="var(--art-paper)"/><path fill="none" stroke="var(--art-ink)" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" d="M486 120v27l17 12"/>`;

const umbrella = `<path stroke="var(--art-ink)" stroke-width="8" stroke-linecap="round" d="M268 150v330"/><path fill="var(--art-main)" d="M30 216C46 92 150 40 268 40s222 52 238 176c-34-30-86-30-119 0-34-30-86-30-119 0-33-30-85-30-119 0-33-30-85-30-119 0Z"/><path fill="var(--art-bright)" d="M149 216C152 116 204 60 268 40c64 20 116 76 119 176-34-30-86-30-119 0-33-30-85-30-119 0Z"/><path stroke="var(--art-ink)" stroke-width="8" stroke-linecap="round" d="M268 40V22"/>`;

const drops = [
  [20, 60],
  [70, 250],
  [560, 60],
  [600, 240],
  [540, 300],
  [-20, 180],
  [640, 130],
]
  .map(([x, y]) => `M${x} ${y}l-10 34`)
  .join('');

/** Three friends under one umbrella at the Thames: tea, a picture of all of them, and rain that nobody minds. */
export const london = (): string => `<g transform="translate(56 20)">${clock}</g>${bus}
<path stroke="var(--art-fog)" stroke-width="6" stroke-linecap="round" d="${drops}"/>
${umbrella}
${friends.map(friend).join('')}
${arm('liso', 'glow', 'M262 470c-4-30 0-60 6-84', [268, 374], 34)}
${arm('barba', 'fog', 'M98 520c-20 40 30 66 66 30', [176, 532], 36)}
<g transform="translate(190 500) rotate(6)"><path fill="var(--art-paper)" d="M-24-44h48l-6 72h-36Z"/><path fill="var(--art-bright)" d="M-22-20h44l-3 26h-38Z"/><rect fill="var(--art-ink)" x="-27" y="-54" width="54" height="13" rx="6"/></g>
${arm('cachos', 'bright', 'M540 510c36-20 42-70 30-104', [568, 392], 36)}
<path fill="none" stroke="var(--art-s3)" stroke-width="12" stroke-linecap="round" d="m562 386-10-34m18 34 8-34"/>
<path fill="var(--art-deep)" d="M-2400 572h4800v100H-2400Z"/><path fill="var(--art-soft)" d="M-2400 560h4800v18H-2400Z"/>`;
