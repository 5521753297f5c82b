import { brands } from '#lib/brand.ts';
import { formatDay, months } from '#lib/format/dates.ts';
import { documentMessages } from '#lib/words/account.ts';
import { canDo, skillLabels } from '#lib/words/english-test.ts';
import type { CertificateSnapshot } from '../snapshot.ts';
import { drawPanel, PANEL } from './certificate-panel.ts';
import { drawCheck } from './check-block.ts';
import { drawMark } from './shapes.ts';
import { decorate, fittingSize, type Sheet, write } from './sheet.ts';

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
