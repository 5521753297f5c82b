import { months as monthNames } from '#lib/format/dates.ts';

/** One month of the chart, in units of its `viewBox`: issued points upwards, spent and expired points downwards. */
export interface ClubColumn {
  mes: string;
  /** `nov`. */
  label: string;
  x: number;
  width: number;
  issued: { y: number; height: number };
  spent: { y: number; height: number };
  expired: { y: number; height: number };
}
export interface ClubChart {
  width: number;
  height: number;
  /** Where zero lies. */
  zero: number;
  columns: ClubColumn[];
  /** The largest month on each side, in points. */
  maxIn: number;
  maxOut: number;
}

/** Points of a month, `2026-11`. */
interface Month {
  mes: string;
  emitidos: number;
  resgatados: number;
  expirados: number;
}

const WIDTH = 600;
const HEIGHT = 220;
const SMALLEST_SIDE = 0.12;

/** @returns null before any points move. */
export function clubChart({ meses }: { meses: readonly Month[] }): ClubChart | null {
  const outOf = (each: Month) => each.resgatados + each.expirados;
  const maxIn = Math.max(0, ...meses.map(({ emitidos }) => emitidos));
  const maxOut = Math.max(0, ...meses.map(outOf));
  if (maxIn + maxOut === 0) return null;
  const share = maxIn / (maxIn + maxOut);
  // One scale for both sides; an empty side keeps a strip, so that the zero line stays visible.
  const zero = Math.round(HEIGHT * Math.min(1 - SMALLEST_SIDE, Math.max(SMALLEST_SIDE, share)));
  const scale = Math.min(zero / Math.max(1, maxIn), (HEIGHT - zero) / Math.max(1, maxOut));
  const step = WIDTH / meses.length;
  const width = Math.min(44, step * 0.62);
  const columns = meses.map((each, index) => {
    const tall = (points: number) => Math.round(points * scale * 10) / 10;
    const spent = tall(each.resgatados);
    return {
      mes: each.mes,
      label: monthLabel(each.mes),
      x: Math.round((index * step + (step - width) / 2) * 10) / 10,
      width,
      issued: { y: zero - tall(each.emitidos), height: tall(each.emitidos) },
      spent: { y: zero, height: spent },
      expired: { y: zero + spent, height: tall(each.expirados) },
    };
  });
  return { width: WIDTH, height: HEIGHT, zero, columns, maxIn, maxOut };
}

const nameOf = (mes: string): string => monthNames[Number(mes.slice(5, 7)) - 1] ?? mes;

/** `2026-11` → `nov`. */
export const monthLabel = (mes: string): string => nameOf(mes).slice(0, 3);

/** `2026-11` → `novembro de 2026`. */
export const monthName = (mes: string): string => `${nameOf(mes)} de ${mes.slice(0, 4)}`;
