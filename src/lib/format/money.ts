const group = (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, '.');

/** Hundredths as `1.234,56`, without their sign; integers all the way, no float. */
export function formatHundredths(hundredths: number): string {
  const digits = String(Math.abs(hundredths)).padStart(3, '0');
  return `${group(digits.slice(0, -2))},${digits.slice(-2)}`;
}

/** Centavos as `R$ 1.234,56`. */
export const formatMoney = (centavos: number): string =>
  `${centavos < 0 ? '−' : ''}R$\u00a0${formatHundredths(centavos)}`;

/** A count as `1.234`. */
export const formatCount = (count: number): string => `${count < 0 ? '−' : ''}${group(String(Math.abs(count)))}`;

/** 1 → "1 nova", 1200 → "1.200 novas". */
export const plural = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** Points as `1.234 pontos`. */
export const formatPoints = (points: number): string =>
  `${formatCount(points)} ${Math.abs(points) === 1 ? 'ponto' : 'pontos'}`;

/** A movement of points as `+1.234` or `−50`. */
export const formatSigned = (points: number): string => `${points > 0 ? '+' : ''}${formatCount(points)}`;

/** Centavos as a promotional page says them: without `,00`. */
export const promoPrice = (centavos: number): string => formatMoney(centavos).replace(/,00$/, '');
