import { withoutEnd } from './ends.ts';
import { formatHundredths } from './money.ts';

const signs = { USD: 'US$', GBP: '£', EUR: '€' } as const;

type Moeda = keyof typeof signs;

/** Hundredths of a foreign unit as `US$ 1.234,56`. */
export const formatForeign = (minor: number, moeda: Moeda) => `${signs[moeda]}\u00a0${formatHundredths(minor)}`;

/** Hundredths of a per cent as `3,5%`. */
export function formatBps(bps: number): string {
  const places = withoutEnd(String(bps % 100).padStart(2, '0'), '0');
  return `${Math.trunc(bps / 100)}${places && `,${places}`}%`;
}

const FOUR = 10_000n;

/** A rate with its spread, or the total cost of one unit, in ten-thousandths of a real: a half rounds up. */
const fourPlaces = (over: bigint, under: bigint) => {
  const digits = String((over * 2n + under) / (under * 2n)).padStart(5, '0');
  return `R$\u00a0${digits.slice(0, -4)},${digits.slice(-4)}`;
};

/** Decimal text with a spread of hundredths of a per cent added: `5.4321`, 200 → `R$ 5,5407`. */
export function formatRate(rate: string, spreadBps = 0): string {
  const [whole = '', places = ''] = rate.split('.');
  const over = BigInt(whole + places) * BigInt(10_000 + spreadBps) * FOUR;
  return fourPlaces(over, 10n ** BigInt(places.length) * 10_000n);
}

/** The total cost of one foreign unit: `R$ 5,7597`. @param total centavos @param minor hundredths, at least 1 */
export const formatUnitCost = (total: number, minor: number): string => fourPlaces(BigInt(total) * FOUR, BigInt(minor));
