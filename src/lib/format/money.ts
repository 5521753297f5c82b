const group = (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, '.');

/** Centavos as `R$ 1.234,56`; integers all the way, no float. */
export function formatMoney(centavos: number): string {
  const digits = String(Math.abs(centavos)).padStart(3, '0');
  return `${centavos < 0 ? '−' : ''}R$\u00a0${group(digits.slice(0, -2))},${digits.slice(-2)}`;
}

/** Points as `1.234 pontos`. */
export function formatPoints(points: number): string {
  return `${points < 0 ? '−' : ''}${group(String(Math.abs(points)))} ${Math.abs(points) === 1 ? 'ponto' : 'pontos'}`;
}

/** Points that came or went as `+1.234` or `−300`. */
export const formatSignedPoints = (points: number) => `${points < 0 ? '−' : '+'}${group(String(Math.abs(points)))}`;
