import { formatCpf } from '#lib/format/cpf.ts';
import { formatDay } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import { documentMessages } from '#lib/words/account.ts';
import type { PaymentsSnapshot } from '../snapshot.ts';
import { CHECK_HEIGHT, drawCheck } from './check-block.ts';
import { drawIssuer } from './issuer.ts';
import { PAPER } from './palette.ts';
import { drawHero } from './shapes.ts';
import { drawPageNumbers, fittingSize, heightOf, type Sheet, write } from './sheet.ts';
import { type Column, drawRule, drawTableRow } from './table.ts';

const LEFT = 52;
const WIDTH = 595.28 - 2 * LEFT;
const BOTTOM = 841.89 - 36;
const HERO = { x: LEFT, y: 90, w: WIDTH, h: 118 };
/** Width kept free for the drawing. */
const ART = 196;
const TEXT = 9.5;
const PADDING = 9;
const NEXT_PAGE = 60;
/** Payer, recipient and the head of the table. */
const GROUP_HEAD = 74;

type Group = PaymentsSnapshot['grupos'][number];

const columns: readonly Column[] = [
  { label: 'Pago em', from: 0, to: 0.15, align: 'left' },
  { label: 'Referente a', from: 0.15, to: 0.6, align: 'left' },
  { label: 'Forma', from: 0.62, to: 0.8, align: 'left' },
  { label: 'Valor', from: 0.8, to: 1, align: 'right' },
];

/** The payments of a year on as many pages as they need: each payer with a table and its sum. */
export function drawPayments(sheet: Sheet, said: PaymentsSnapshot, check: { codigo: string; address: string }): void {
  drawHead(sheet, said);
  let y = HERO.y + HERO.h + 26;
  const nextPage = () => {
    sheet.doc.addPage();
    return NEXT_PAGE;
  };
  for (const group of said.grupos) {
    if (y + GROUP_HEAD + 60 > BOTTOM) y = nextPage();
    y = drawGroup(sheet, group, y, nextPage) + 26;
  }
  if (y + CHECK_HEIGHT > BOTTOM) y = nextPage();
  const note = `Emitido em ${formatDay(said.emitido_em)}, com os pagamentos recebidos até essa data.`;
  drawCheck(sheet, { ...check, note }, LEFT, Math.max(y, BOTTOM - CHECK_HEIGHT), WIDTH);
  drawPageNumbers(sheet, check.codigo, LEFT, WIDTH);
}

function drawHead(sheet: Sheet, { escola, nome, ano, ate }: PaymentsSnapshot): void {
  const { palette } = sheet;
  drawIssuer(sheet, escola, LEFT, WIDTH);
  drawHero(sheet, HERO);
  const inner = { x: HERO.x + 28, width: HERO.w - 28 - ART };
  const title = `${documentMessages.kinds.pagamentos}: ${ano}`;
  const size = fittingSize(sheet, nome, inner.width, 2, [21, 19, 16, 13, 9]);
  write(sheet, 'H1', title, { ...inner, y: HERO.y + 24, size: 10.5, color: palette.heroMuted });
  const below = write(sheet, 'P', nome, { ...inner, y: HERO.y + 38, size, isBold: true, color: PAPER });
  const span = `${formatDay(`${ano}-01-01`)} a ${formatDay(ate)}`;
  write(sheet, 'P', span, { ...inner, y: below + 5, size: 10.5, color: palette.heroMuted });
}

/** @returns the y below the sum. */
function drawGroup(sheet: Sheet, group: Group, top: number, nextPage: () => number): number {
  const { doc, palette } = sheet;
  const { pagador, emissor, linhas, total_centavos } = group;
  const payer = [pagador.nome, pagador.cpf && `CPF ${formatCpf(pagador.cpf)}`].filter(Boolean).join(', ');
  let y = write(sheet, 'H2', `Recebemos de ${payer}`, { x: LEFT, y: top, width: WIDTH, size: 12, isBold: true });
  const receiver =
    emissor && [emissor.nome, emissor.documento && `CNPJ ${emissor.documento}`].filter(Boolean).join(', ');
  if (receiver) {
    const text = `Recebido por ${receiver}`;
    y = write(sheet, 'P', text, { x: LEFT, y: y + 2, width: WIDTH, size: TEXT, color: palette.muted });
  }
  const table = doc.struct('Table');
  sheet.root.add(table);
  const head = columns.map(({ label }) => ({ text: label, size: 8.5, color: palette.muted }));
  const place = { x: LEFT, width: WIDTH };
  y += 12;
  drawTableRow(sheet, table, columns, { ...place, y }, 'TH', head);
  y += 16;
  for (const { dia, descricao, forma, valor_centavos } of linhas) {
    const width = ((columns[1]?.to ?? 1) - (columns[1]?.from ?? 0)) * WIDTH;
    const height = heightOf(sheet, descricao, { x: 0, y: 0, width, size: TEXT }) + PADDING;
    if (y + height > BOTTOM - 24) y = nextPage();
    drawRule(sheet, { ...place, y: y - 2 });
    drawTableRow(sheet, table, columns, { ...place, y: y + 3 }, 'TD', [
      { text: formatDay(dia), size: TEXT, isTabular: true },
      { text: descricao, size: TEXT },
      { text: forma, size: TEXT, color: palette.muted },
      { text: formatMoney(valor_centavos), size: TEXT, isTabular: true },
    ]);
    y += height;
  }
  table.end();
  drawRule(sheet, { ...place, y: y - 2 });
  const sum = `Total: ${formatMoney(total_centavos)}`;
  return write(sheet, 'P', sum, { ...place, y: y + 4, size: 12, isBold: true, isTabular: true, align: 'right' });
}
