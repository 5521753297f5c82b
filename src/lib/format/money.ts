/** The figures of a whole number in groups of three, with points: `1.234.567`. */
export function groupedFigures(figures: string): string {
  const first = figures.length % 3 || 3;
  const groups = [figures.slice(0, first)];
  for (let at = first; at < figures.length; at += 3) groups.push(figures.slice(at, at + 3));
  return groups.join('.');
}

/** Hundredths as `1.234,56`, without their sign; integers all the way, no float. */
export function formatHundredths(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  return `${groupedFigures(digits.slice(0, -2))},${digits.slice(-2)}`;
}

/** Centavos as `R$ 1.234,56`. */
export const formatMoney = (centavos: number): string =>
  `${centavos < 0 ? '−' : ''}R$\u00a0${formatHundredths(centavos)}`;

/** A count as `1.234`. */
export const formatCount = (count: number): string =>
  `${count < 0 ? '−' : ''}${groupedFigures(String(Math.abs(count)))}`;

/** 1 → "1 nova", 1200 → "1.200 novas". */
export const plural = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** Points as `1.234 pontos`. */
export const formatPoints = (points: number): string =>
  `${formatCount(points)} ${Math.abs(points) === 1 ? 'ponto' : 'pontos'}`;

/** A movement of points as `+1.234` or `−50`. */
export const formatSigned = (points: number): string => `${points > 0 ? '+' : ''}${formatCount(points)}`;

/** Centavos as a promotional page shows them: without `,00`. */
export const promoPrice = (centavos: number): string => formatMoney(centavos).replace(/,00$/, '');
