/** What a foreign amount costs: the rate of the market, and what is added to it. Rates are decimal text, never floats. */
export interface Price {
  /** Reais for one unit, such as `5.4321`. */
  rate: string;
  /** Added to the rate, in hundredths of a per cent. */
  spreadBps: number;
  /** Tax on the converted amount, in hundredths of a per cent. */
  iofBps: number;
  /** Centavos for each operation, whatever the amount. */
  tariff: number;
}

/** Centavos. */
export interface Cost {
  converted: number;
  iof: number;
  tariff: number;
  total: number;
}

const RATE = /^(\d{1,6})(?:\.(\d{1,8}))?$/;
const DECIMALS = 8;
const RATE_UNIT = 10n ** BigInt(DECIMALS);
const BPS = 10_000n;

/** The most that is exchanged at once, in hundredths of the foreign unit; totals stay far below what a column holds. */
export const MAX_MINOR = 100_000_000;
/** Ten million reais, in centavos. */
export const MAX_CENTAVOS = 1_000_000_000;
export const MAX_INSTALMENTS = 12;

/**
 * A rate as a whole number of 10⁻⁸ reais.
 *
 * @returns null for what is no positive decimal with at most eight places.
 */
export function scaledRate(text: string): bigint | null {
  const match = RATE.exec(text);
  if (!match) return null;
  const scaled = BigInt(match[1] + (match[2] ?? '').padEnd(DECIMALS, '0'));
  return scaled > 0n ? scaled : null;
}

/** Half goes up, as people round prices. @param under positive */
const roundedHalfUp = (over: bigint, under: bigint) => (over * 2n + under) / (under * 2n);

/**
 * What a foreign amount costs. Each part is rounded to the centavo on its own, half going up: first the amount at the rate
 * with its spread, then the tax on that rounded amount. The total is their sum with the tariff, so that whoever adds what
 * is shown arrives at what is asked.
 *
 * @param minor hundredths of the foreign unit, at least 1.
 * @throws RangeError for a rate that is none.
 */
export function costOf(minor: number, { rate, spreadBps, iofBps, tariff }: Price): Cost {
  const scaled = scaledRate(rate);
  if (scaled === null) throw new RangeError(`no rate: ${rate}`);
  const converted = roundedHalfUp(BigInt(minor) * scaled * (BPS + BigInt(spreadBps)), RATE_UNIT * BPS);
  const iof = roundedHalfUp(converted * BigInt(iofBps), BPS);
  return {
    converted: Number(converted),
    iof: Number(iof),
    tariff,
    total: Number(converted + iof) + tariff,
  };
}

/**
 * The largest foreign amount whose total does not pass what there is to spend. Searched, not divided: with parts that are
 * rounded on their own no division is exact, and the total never falls as the amount grows.
 *
 * @param centavos what there is to spend.
 * @returns hundredths of the foreign unit; 0 when it does not even cover the tariff and one cent, and one more than
 *   `MAX_MINOR` when it would buy more than that.
 */
export function amountFor(centavos: number, price: Price): number {
  let fits = 0;
  let above = MAX_MINOR + 2;
  while (above - fits > 1) {
    const middle = Math.trunc((fits + above) / 2);
    if (costOf(middle, price).total <= centavos) fits = middle;
    else above = middle;
  }
  return fits;
}
