import { formatDay } from '#lib/format/dates.ts';
import { formatGrade } from '#lib/format/grade.ts';
import { documentMessages } from '#lib/words/account.ts';
import { presenceWords } from '#lib/words/pedagogico.ts';
import type { ReportSnapshot } from '../snapshot.ts';
import { CHECK_HEIGHT, drawCheck } from './check-block.ts';
import { drawIssuer } from './issuer.ts';
import { PAPER } from './palette.ts';
import { drawPeriod, inPieces, periodHeight } from './report-period.ts';
import { drawHero } from './shapes.ts';
import { decorate, drawPageNumbers, fittingSize, type Sheet, write } from './sheet.ts';

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
