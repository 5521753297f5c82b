import { formatDay } from '#lib/format/dates.ts';
import { formatGrade } from '#lib/format/grade.ts';
import { documentMessages } from '#lib/words/account.ts';
import { presenceWords, skillNames } from '#lib/words/pedagogico.ts';
import type { ReportSnapshot } from '../snapshot.ts';
import { CHECK_HEIGHT, drawCheck } from './check-block.ts';
import { drawIssuer } from './issuer.ts';
import { PAPER } from './palette.ts';
import { drawHero } from './shapes.ts';
import { decorate, drawPageNumbers, fittingSize, heightOf, type Sheet, write } from './sheet.ts';
import { type Cell, drawRule, drawTableRow } from './table.ts';

const LEFT = 52;
const WIDTH = 595.28 - 2 * LEFT;
const BOTTOM = 841.89 - 36;
const HERO = { x: LEFT, y: 90, w: WIDTH, h: 118 };
/** Width kept free for the drawing. */
const ART = 196;

/** A grade report on as many pages as it needs. */
export function drawReport(sheet: Sheet, report: ReportSnapshot, check: { codigo: string; address: string }): void {
  drawHead(sheet, report);
  drawFigures(sheet, report, HERO.y + HERO.h + 22);
  let y = drawFacts(sheet, report, HERO.y + HERO.h + 82) + 20;
  const nextPage = () => {
    sheet.doc.addPage();
    return 60;
  };
  for (const period of report.periodos.flatMap(inPieces)) {
    if (y + periodHeight(sheet, period, WIDTH) > BOTTOM) y = nextPage();
    y = drawPeriod(sheet, period, { x: LEFT, y, width: WIDTH }) + 18;
  }
  if (report.periodos.length === 0) {
    const text = 'Nenhum período foi liberado até agora: as notas aparecem aqui assim que a escola as publica.';
    y = write(sheet, 'P', text, { x: LEFT, y, width: WIDTH, size: 10.5, color: sheet.palette.muted }) + 22;
  }
  if (y + 12 + CHECK_HEIGHT > BOTTOM) y = nextPage();
  drawFoot(sheet, report, check, Math.max(y + 12, BOTTOM - CHECK_HEIGHT));
  drawPageNumbers(sheet, check.codigo, LEFT, WIDTH);
}

function drawHead(sheet: Sheet, { escola, nome, turma }: ReportSnapshot): void {
  const { palette } = sheet;
  drawIssuer(sheet, escola, LEFT, WIDTH);
  drawHero(sheet, HERO);
  const inner = { x: HERO.x + 28, width: HERO.w - 28 - ART };
  const size = fittingSize(sheet, nome, inner.width, 2, [25, 22, 19, 16, 13, 9]);
  write(sheet, 'H1', documentMessages.kinds.boletim, {
    ...inner,
    y: HERO.y + 24,
    size: 10.5,
    color: palette.heroMuted,
  });
  const bottom = write(sheet, 'P', nome, { ...inner, y: HERO.y + 37, size, isBold: true, color: PAPER });
  const about = `${turma.nome}, ${turma.livro}`;
  write(sheet, 'P', about, {
    ...inner,
    y: bottom + 5,
    size: fittingSize(sheet, about, inner.width, 1, [10.5, 9, 7.5]),
    color: palette.heroMuted,
  });
}

/** Mean, attendance and the pass mark. */
function drawFigures(sheet: Sheet, { media, frequencia, escala }: ReportSnapshot, y: number): void {
  const { doc, palette } = sheet;
  const figures = [
    ['Média geral', media === null ? documentMessages.noGrade : formatGrade(media)],
    ['Frequência', `${frequencia.percentual}%`],
    ['Aprovação a partir de', `${formatGrade(escala.aprovacao)} e ${frequencia.minimo_percentual}%`],
  ] as const;
  const step = WIDTH / figures.length;
  for (const [index, [label, value]] of figures.entries()) {
    const place = { x: LEFT + index * step + (index === 0 ? 0 : 20), width: step - 28 };
    if (index > 0) {
      decorate(sheet, () => {
        doc
          .moveTo(LEFT + index * step, y + 2)
          .lineTo(LEFT + index * step, y + 40)
          .lineWidth(0.75)
          .stroke(palette.line);
      });
    }
    write(sheet, 'P', label, { ...place, y, size: 9, color: palette.muted });
    const size = fittingSize(sheet, value, place.width, 1, [22, 14]);
    write(sheet, 'P', value, { ...place, y: y + 14 + (22 - size) / 2, size, isBold: true });
  }
}

/** The other facts of a report, label beside value. @returns the y below it. */
function drawFacts(sheet: Sheet, { turma, matricula, frequencia }: ReportSnapshot, top: number): number {
  const { palette } = sheet;
  const facts = [
    ['Professor(a)', turma.professor],
    ['Nível', turma.nivel],
    ['Turma', `${formatDay(turma.inicio)} a ${formatDay(turma.fim)}`],
    ['Presenças', presenceWords(frequencia)],
    ...(matricula ? [['Matrícula', matricula] as const] : []),
    ['Faltas', String(frequencia.faltas)],
  ] as const;
  const half = WIDTH / 2;
  let y = top;
  for (let index = 0; index < facts.length; index += 2) {
    const bottoms = [facts[index], facts[index + 1]].map((fact, column) => {
      if (!fact) return y;
      const x = LEFT + column * half;
      write(sheet, 'P', fact[0], { x, y, width: 70, size: 9.5, color: palette.muted });
      return write(sheet, 'P', fact[1], { x: x + 72, y, width: half - 84, size: 9.5 });
    });
    y = Math.max(...bottoms) + 5;
  }
  return y;
}

function drawFoot(sheet: Sheet, report: ReportSnapshot, check: { codigo: string; address: string }, y: number): void {
  const { doc, palette } = sheet;
  decorate(sheet, () => {
    doc
      .moveTo(LEFT, y - 12)
      .lineTo(LEFT + WIDTH, y - 12)
      .lineWidth(0.75)
      .stroke(palette.line);
  });
  const note = `Emitido em ${formatDay(report.emitido_em)}, com as notas liberadas até essa data.`;
  drawCheck(sheet, { ...check, note }, LEFT, y, WIDTH);
}

type Period = ReportSnapshot['periodos'][number];
type Assessment = Period['avaliacoes'][number];
interface Place {
  x: number;
  y: number;
  width: number;
}

/** This many rows always fit on one page. */
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
function inPieces(period: Period): Period[] {
  const pieces = Math.max(1, Math.ceil(period.avaliacoes.length / MAX_ROWS));
  return Array.from({ length: pieces }, (_, piece) => ({
    ...period,
    nome: piece === 0 ? period.nome : `${period.nome} (continuação)`,
    avaliacoes: period.avaliacoes.slice(piece * MAX_ROWS, (piece + 1) * MAX_ROWS),
  }));
}

const periodHeight = (sheet: Sheet, { avaliacoes }: Period, width: number) =>
  avaliacoes.reduce((height, assessment) => height + rowHeight(sheet, assessment, width), HEAD);

const nameWidth = (width: number) => (columns[0].to - columns[0].from) * width;
const rowHeight = (sheet: Sheet, { nome }: Assessment, width: number) =>
  heightOf(sheet, nome, { x: 0, y: 0, width: nameWidth(width), size: TEXT }) + PADDING;

/** One released period: its mean and a table of its grades; a missing grade is not a zero. @returns the y below it. */
function drawPeriod(sheet: Sheet, period: Period, place: Place): number {
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
