import { formatDay } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import { documentMessages } from '#lib/messages/account.ts';
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
/** Kept free for the drawing. */
const ART = 196;

/** A receipt: one page, the amount first. */
export function drawReceipt(sheet: Sheet, receipt: ReceiptSnapshot, check: { codigo: string; address: string }): void {
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
  drawFacts(sheet, factsOf(receipt), { x: LEFT, y: HERO.y + HERO.h + 28, width: WIDTH });
  const note = `Emitido em ${formatDay(receipt.emitido_em)}.`;
  drawCheck(sheet, { ...check, note }, LEFT, 841.89 - 36 - CHECK_HEIGHT, WIDTH);
}

const factsOf = (receipt: ReceiptSnapshot) =>
  [
    ['Recebemos de', receipt.nome],
    ['Referente a', receipt.descricao],
    ['Valor', formatMoney(receipt.valor_centavos)],
    ['Forma de pagamento', receipt.forma],
    ...(receipt.detalhe ? [[receipt.forma === 'Pix' ? 'Transação' : 'Cartão', receipt.detalhe] as const] : []),
    ...(receipt.autorizacao ? [['Autorização', receipt.autorizacao] as const] : []),
  ] as const;
