import { formatDay } from '#lib/format/dates.ts';
import { formatGrade } from '#lib/format/grade.ts';
import { documentMessages } from '#lib/words/account.ts';
import { skillNames } from '#lib/words/pedagogico.ts';
import type { ReportSnapshot } from '../snapshot.ts';
import { heightOf, type Sheet, write } from './sheet.ts';
import { type Cell, drawRule, drawTableRow } from './table.ts';

type Period = ReportSnapshot['periodos'][number];
type Assessment = Period['avaliacoes'][number];
interface Place {
  x: number;
  y: number;
  width: number;
}

/** So many rows always fit on one page. */
const MAX_ROWS = 16;
const HEAD = 44;
const TEXT = 10;
/** Around the text of a row. */
const PADDING = 10.4;

/** Start and end of the columns, as parts of the width. */
const columns = [
  { label: 'Avaliação', from: 0, to: 0.44, align: 'left' },
  { label: 'Habilidade', from: 0.46, to: 0.68, align: 'left' },
  { label: 'Data', from: 0.68, to: 0.8, align: 'left' },
  { label: 'Nota', from: 0.8, to: 1, align: 'right' },
] as const;

/** Splits a period with more rows than a page holds. */
export function inPieces(period: Period): Period[] {
  const pieces = Math.max(1, Math.ceil(period.avaliacoes.length / MAX_ROWS));
  return Array.from({ length: pieces }, (_, piece) => ({
    ...period,
    nome: piece === 0 ? period.nome : `${period.nome} (continuação)`,
    avaliacoes: period.avaliacoes.slice(piece * MAX_ROWS, (piece + 1) * MAX_ROWS),
  }));
}

export const periodHeight = (sheet: Sheet, { avaliacoes }: Period, width: number) =>
  avaliacoes.reduce((height, assessment) => height + rowHeight(sheet, assessment, width), HEAD);

const nameWidth = (width: number) => (columns[0].to - columns[0].from) * width;
const rowHeight = (sheet: Sheet, { nome }: Assessment, width: number) =>
  heightOf(sheet, nome, { x: 0, y: 0, width: nameWidth(width), size: TEXT }) + PADDING;

/** One released period: its mean and a table of its grades; a missing grade is not a zero. @returns the y below it. */
export function drawPeriod(sheet: Sheet, period: Period, place: Place): number {
  const { doc, palette } = sheet;
  const { x, y, width } = place;
  const mean = period.media === null ? documentMessages.noGrade : `média ${formatGrade(period.media)}`;
  write(sheet, 'H2', period.nome, { x, y, width: width - 130, size: 13, isBold: true });
  write(sheet, 'P', mean, { x: x + width - 130, y: y + 2, width: 130, size: 10, color: palette.muted, align: 'right' });
  const table = doc.struct('Table');
  sheet.root.add(table);
  drawTableRow(sheet, table, columns, { ...place, y: y + 25 }, 'TH', headCells(palette.muted));
  let top = y + HEAD;
  for (const assessment of period.avaliacoes) {
    drawRule(sheet, { ...place, y: top - 2 });
    drawTableRow(sheet, table, columns, { ...place, y: top + 4 }, 'TD', cellsOf(assessment, palette.muted));
    top += rowHeight(sheet, assessment, width);
  }
  table.end();
  return top;
}

const headCells = (color: string): Cell[] => columns.map(({ label }) => ({ text: label, size: 8.5, color }));

function cellsOf({ nome, habilidade, data, nota, nota_maxima }: Assessment, color: string): Cell[] {
  const whole = nota_maxima === 10 ? '' : ` de ${formatGrade(nota_maxima)}`;
  return [
    { text: nome, size: TEXT },
    { text: skillNames[habilidade], size: TEXT, color },
    { text: formatDay(data), size: TEXT, color, isTabular: true },
    nota === null
      ? { text: documentMessages.noGrade, size: 9.5, color }
      : { text: formatGrade(nota) + whole, size: 12, isBold: true, isTabular: true },
  ];
}
