import { formatDay } from '#lib/format/dates.ts';
import type { DeclarationSnapshot } from '../snapshot.ts';
import { CHECK_HEIGHT, drawCheck } from './check-block.ts';
import { drawFacts } from './facts.ts';
import { drawIssuer } from './issuer.ts';
import { PAPER } from './palette.ts';
import { drawHero } from './shapes.ts';
import { fittingSize, type Sheet, write } from './sheet.ts';

const LEFT = 52;
const WIDTH = 595.28 - 2 * LEFT;
const HERO = { x: LEFT, y: 90, w: WIDTH, h: 118 };
/** Width kept free for the drawing. */
const ART = 196;

/** A statement of the school: one page, with its sentence first, then its facts. */
export function drawDeclaration(
  sheet: Sheet,
  title: string,
  said: DeclarationSnapshot,
  check: { codigo: string; address: string },
): void {
  const { palette } = sheet;
  drawIssuer(sheet, said.escola, LEFT, WIDTH);
  drawHero(sheet, HERO);
  const inner = { x: HERO.x + 28, width: HERO.w - 28 - ART };
  const size = fittingSize(sheet, title, inner.width, 2, [24, 21, 18, 16]);
  const below = write(sheet, 'H1', title, { ...inner, y: HERO.y + 28, size, isBold: true, color: PAPER });
  write(sheet, 'P', `Emitida em ${formatDay(said.emitido_em)}`, {
    ...inner,
    y: below + 6,
    size: 10.5,
    color: palette.heroMuted,
  });
  const text = { x: LEFT, y: HERO.y + HERO.h + 34, width: WIDTH, size: 13, lineGap: 5 };
  const bottom = write(sheet, 'P', said.texto, text);
  const facts = [
    ['Aluno(a)', said.nome] as const,
    ...(said.matricula ? [['Matrícula', said.matricula] as const] : []),
    ...said.fatos.map(({ rotulo, valor }) => [rotulo, valor] as const),
  ];
  drawFacts(sheet, facts, { x: LEFT, y: bottom + 34, width: WIDTH });
  const note = `Emitida em ${formatDay(said.emitido_em)}.`;
  drawCheck(sheet, { ...check, note }, LEFT, 841.89 - 36 - CHECK_HEIGHT, WIDTH);
}
