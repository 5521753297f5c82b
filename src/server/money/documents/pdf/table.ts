import { decorate, type Sheet, type Writing, write } from './sheet.ts';

/** A column: its start and end as parts of the width. */
export interface Column {
  label: string;
  from: number;
  to: number;
  align: 'left' | 'right';
}

export type Cell = { text: string } & Pick<Writing, 'size' | 'isBold' | 'color' | 'isTabular'>;

interface Place {
  x: number;
  y: number;
  width: number;
}

/** Writes one row of a table. @param text the usual size of its text: larger figures share its baseline */
export function drawTableRow(
  sheet: Sheet,
  table: ReturnType<Sheet['doc']['struct']>,
  columns: readonly Column[],
  { x, y, width }: Place,
  tag: 'TH' | 'TD',
  cells: readonly Cell[],
  text = 10,
): void {
  const row = sheet.doc.struct('TR');
  table.add(row);
  for (const [index, { from, to, align }] of columns.entries()) {
    const { text: words, ...look } = cells[index] ?? { text: '', size: text };
    const raised = Math.max(0, look.size - text) * 0.8;
    write(sheet, tag, words, { ...look, align, x: x + from * width, y: y - raised, width: (to - from) * width }, row);
  }
  row.end();
}

/** A hairline above a row. */
export function drawRule(sheet: Sheet, { x, y, width }: Place): void {
  const { doc, palette } = sheet;
  decorate(sheet, () => {
    doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.75)
      .stroke(palette.line);
  });
}
