import { formatDay } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import { documentMessages } from '#lib/words/account.ts';
import { receiptFacts } from '../receipt.ts';
import type { ReceiptSnapshot } from '../snapshot.ts';
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

/** A receipt: one page, the amount first. A refund or other change since then is above its contents. */
export function drawReceipt(
  sheet: Sheet,
  receipt: ReceiptSnapshot,
  check: { codigo: string; address: string },
  { isMasked, aviso }: { isMasked: boolean; aviso: string | null },
): void {
  const { palette } = sheet;
  const { escola } = receipt;
  drawIssuer(sheet, escola, LEFT, WIDTH);
  drawHero(sheet, HERO);
  const inner = { x: HERO.x + 28, width: HERO.w - 28 - ART };
  const amount = formatMoney(receipt.valor_centavos);
  const size = fittingSize(sheet, amount, inner.width, 1, [34, 30, 25, 20, 16]);
  write(sheet, 'H1', documentMessages.kinds.recibo, { ...inner, y: HERO.y + 24, size: 10.5, color: palette.heroMuted });
  const bottom = write(sheet, 'P', amount, { ...inner, y: HERO.y + 37, size, isBold: true, color: PAPER });
  write(sheet, 'P', `Pago em ${formatDay(receipt.pago_em)}`, {
    ...inner,
    y: bottom + 5,
    size: 10.5,
    color: palette.heroMuted,
  });
  let top = HERO.y + HERO.h + 24;
  if (aviso) top = write(sheet, 'P', aviso, { x: LEFT, y: top, width: WIDTH, size: 13, isBold: true }) + 16;
  drawFacts(sheet, receiptFacts(receipt, isMasked), { x: LEFT, y: top, width: WIDTH, gap: 6 });
  const note = `Emitido em ${formatDay(receipt.emitido_em)}.`;
  drawCheck(sheet, { ...check, note }, LEFT, 841.89 - 36 - CHECK_HEIGHT, WIDTH);
}
