import { brands } from '#lib/brand.ts';
import { formatDay, months } from '#lib/format/dates.ts';
import { documentMessages } from '#lib/words/account.ts';
import { canDo, skillLabels } from '#lib/words/english-test.ts';
import type { CertificateSnapshot } from '../snapshot.ts';
import { drawCheck } from './check-block.ts';
import { PAPER } from './palette.ts';
import { type Box, dome, drawMark, outlineOf } from './shapes.ts';
import { decorate, fittingSize, type Sheet, write } from './sheet.ts';

/** Width of the drawing on the left of a certificate. */
const PANEL = 264;
const HEIGHT = 595.28;
const UNIT = PANEL / 4;

const LEFT = PANEL + 52;
const WIDTH = 841.89 - LEFT - 56;

/** Below the remark. */
export const CERTIFICATE_FOOT = { x: LEFT, y: 558 };

/** The certificate of a level test: one landscape page, with the level in the brand's drawing. */
export function drawCertificate(
  sheet: Sheet,
  certificate: CertificateSnapshot,
  check: { codigo: string; address: string },
): void {
  const { palette, brand } = sheet;
  const { nome, nivel, pontos, escola, feito_em, vale_ate, emitido_em } = certificate;
  drawPanel(sheet, nivel);
  drawMark(sheet, LEFT, 48, 30);
  write(sheet, 'P', brands[brand].name, { x: LEFT + 40, y: 55, width: 180, size: 13, isBold: true });
  if (escola) {
    const place = { x: LEFT + 200, width: WIDTH - 200, align: 'right' } as const;
    const below = write(sheet, 'P', escola.nome, { ...place, y: 50, size: 10, isBold: true });
    write(sheet, 'P', escola.cidade, { ...place, y: below + 1, size: 9.5, color: palette.muted });
  }
  const full = { x: LEFT, width: WIDTH };
  write(sheet, 'H1', documentMessages.kinds.certificado, {
    ...full,
    y: 122,
    size: 12,
    isBold: true,
    color: palette.link,
  });
  const size = fittingSize(sheet, nome, WIDTH, 2, [34, 29, 25, 21, 17, 14]);
  let y = write(sheet, 'P', nome, { ...full, y: 144, size, isBold: true });
  const sentence = `demonstrou inglês de nível ${nivel} do Quadro Europeu Comum de Referência, com ${pontos} de 100 pontos, no teste feito em ${inWords(feito_em)}.`;
  y = write(sheet, 'P', sentence, { ...full, y: y + 8, size: 12.5, lineGap: 3 });
  const can = canDo[nivel].join('; ').toLowerCase();
  y = write(sheet, 'P', `Quem está neste nível consegue: ${can}.`, {
    ...full,
    y: y + 8,
    size: 10,
    lineGap: 2,
    color: palette.muted,
  });
  drawSkills(sheet, certificate.por_habilidade, Math.max(y + 22, 306));
  const note = `Emitido em ${formatDay(emitido_em)}. Vale até ${formatDay(vale_ate)}.`;
  drawCheck(sheet, { ...check, note }, LEFT, 428, WIDTH);
  const remark =
    'Resultado de um teste adaptativo feito pela internet, sem supervisão. Não substitui um exame oficial.';
  write(sheet, 'P', remark, { ...full, y: 536, size: 8.5, color: palette.muted });
}

/** Points in each skill, in two columns. */
function drawSkills(sheet: Sheet, points: Record<string, number>, top: number): void {
  const { doc, palette } = sheet;
  const gap = 28;
  const width = (WIDTH - gap) / 2;
  for (const [index, [key, label]] of Object.entries(skillLabels).entries()) {
    const value = Math.min(100, Math.max(0, points[key] ?? 0));
    const x = LEFT + (index % 2) * (width + gap);
    const y = top + Math.floor(index / 2) * 40;
    write(sheet, 'P', label, { x, y, width: width - 40, size: 10 });
    write(sheet, 'P', String(value), { x: x + width - 40, y, width: 40, size: 10, isBold: true, align: 'right' });
    decorate(sheet, () => {
      doc.roundedRect(x, y + 18, width, 6, 3).fill(palette.line);
      if (value > 0) doc.roundedRect(x, y + 18, Math.max(6, (width * value) / 100), 6, 3).fill(palette.primary);
    });
  }
}

/** `2026-11-21` → `21 de novembro de 2026`. */
function inWords(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} de ${months[(month ?? 1) - 1]} de ${year}`;
}

type Corner = 'tl' | 'tr' | 'br' | 'bl';
type Fill = 'primary' | 'bright' | 'glow' | 'soft' | 'paper';

/** A pattern of speech bubbles, in units: a part of the drawing beside the login (`DialogueArt.astro`). */
const bubbles: readonly (Box & { from: Corner; fill: Fill })[] = [
  { x: 0, y: 0, w: 2, h: 1, from: 'br', fill: 'bright' },
  { x: 2, y: 0, w: 1, h: 1, from: 'bl', fill: 'primary' },
  { x: 3, y: 0, w: 1, h: 2, from: 'tl', fill: 'glow' },
  { x: 0, y: 1, w: 1, h: 1, from: 'tr', fill: 'primary' },
  { x: 1, y: 1, w: 2, h: 1, from: 'bl', fill: 'primary' },
  { x: 0, y: 2, w: 4, h: 3, from: 'bl', fill: 'paper' },
  { x: 0, y: 5, w: 2, h: 2, from: 'tr', fill: 'primary' },
  { x: 2, y: 5, w: 1, h: 1, from: 'tl', fill: 'bright' },
  { x: 3, y: 5, w: 1, h: 1, from: 'bl', fill: 'primary' },
  { x: 2, y: 6, w: 2, h: 1, from: 'tl', fill: 'glow' },
  { x: 0, y: 7, w: 1, h: 1, from: 'tr', fill: 'soft' },
  { x: 1, y: 7, w: 2, h: 2, from: 'tr', fill: 'primary' },
  { x: 3, y: 7, w: 1, h: 2, from: 'tl', fill: 'bright' },
  { x: 0, y: 8, w: 1, h: 1, from: 'tr', fill: 'primary' },
];

/** The level in the brand's drawing: in a speech bubble, or in the rising sun. */
function drawPanel(sheet: Sheet, level: string): void {
  const { doc, brand, palette } = sheet;
  decorate(sheet, () => {
    doc.rect(0, 0, PANEL, HEIGHT).clip();
    doc.rect(0, 0, PANEL, HEIGHT).fill(palette.deep);
    if (brand === 'knn') drawDialogue(sheet);
    else drawSunrise(sheet);
  });
  const center = { x: 0, width: PANEL, align: 'center' } as const;
  const y = brand === 'knn' ? 176 : 246;
  write(sheet, 'P', 'Nível', { ...center, y, size: 13, color: palette.muted });
  write(sheet, 'P', level, {
    ...center,
    y: y + 12,
    size: brand === 'knn' ? 92 : 74,
    isBold: true,
    color: palette.link,
  });
}

function drawDialogue({ doc, palette }: Sheet): void {
  for (const { x, y, w, h, from, fill } of bubbles) {
    const box = { x: x * UNIT + 3, y: y * UNIT + 3, w: w * UNIT - 6, h: h * UNIT - 6 };
    const radius = (corner: Corner) => (corner === from ? 5 : fill === 'paper' ? 58 : 29);
    const radii = [radius('tl'), radius('tr'), radius('br'), radius('bl')] as const;
    doc.path(outlineOf(box, radii)).fill(fill === 'paper' ? PAPER : palette[fill]);
  }
}

/** The sun over the horizon, and the roads that lead there (`SunriseArt.astro`). */
function drawSunrise({ doc, palette }: Sheet): void {
  const [cx, horizon] = [PANEL / 2, 360];
  const rings = [
    [330, palette.primary],
    [250, palette.bright],
    [184, palette.glow],
    [124, PAPER],
  ] as const;
  for (const [radius, fill] of rings) doc.path(dome(cx, horizon, radius)).fill(fill);
  doc.rect(0, horizon, PANEL, HEIGHT - horizon).fill(palette.primary);
  doc.lineWidth(5).lineCap('round').strokeColor(palette.deep);
  for (const lane of [-520, -300, -150, -48, 48, 150, 300, 520]) {
    doc.moveTo(cx + lane * 0.16, horizon + 22);
    doc.bezierCurveTo(cx + lane * 0.4, horizon + 70, cx + lane, horizon + 130, cx + lane * 1.7, HEIGHT + 60).stroke();
  }
}
