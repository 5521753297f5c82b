import { zipSync } from 'fflate';

/** A cell as Excel stores it: a text, a number, or a day as a number with a date style. */
type Cell = string | number | { day: number } | null;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const escaped = (text: string) => text.replace(/[&<>]/g, (mark) => `&#${mark.codePointAt(0)};`);
const nameOf = (row: number, column: number) => `${String.fromCodePoint(65 + column)}${row + 1}`;

/** A workbook with one sheet, as Excel saves it: shared strings, and days as numbers with a style. */
export function workbookOf(rows: readonly (readonly Cell[])[], level: 0 | 6 = 6): Uint8Array {
  const texts = new Map<string, number>();
  const cellOf = (cell: Cell, row: number, column: number) => {
    const name = nameOf(row, column);
    if (cell === null) return '';
    if (typeof cell === 'number') return `<c r="${name}"><v>${cell}</v></c>`;
    if (typeof cell === 'object') return `<c r="${name}" s="1"><v>${cell.day}</v></c>`;
    const index = texts.get(cell) ?? texts.size;
    texts.set(cell, index);
    return `<c r="${name}" t="s"><v>${index}</v></c>`;
  };
  const lines = rows.map((row, index) => {
    const cells = row.map((cell, column) => cellOf(cell, index, column)).join('');
    return cells === '' ? '' : `<row r="${index + 1}">${cells}</row>`;
  });
  const list = [...texts.keys()].map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('');
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${SHEET}.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Plan1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" xfId="0"/><xf numFmtId="14" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}" count="${texts.size}" uniqueCount="${texts.size}">${list}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
  };
  const bytes = Object.entries(parts).map(([name, text]) => [name, new TextEncoder().encode(XML + text)] as const);
  return zipSync(Object.fromEntries(bytes), { level });
}
