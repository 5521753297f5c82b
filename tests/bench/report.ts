/** One figure beside its baseline and its target. */
export interface Row {
  what: string;
  figure: string;
  yardstick: string;
  ratio: string;
  aim: string;
}

const columns = ['what', 'figure', 'yardstick', 'ratio', 'aim'] as const;

/** Writes rows under a heading, columns aligned. */
export function print(heading: string, rows: readonly Row[]): void {
  const all: Row[] = [{ what: heading, figure: 'figure', yardstick: 'yardstick', ratio: 'ratio', aim: 'aim' }, ...rows];
  const widths = columns.map((column) => Math.max(...all.map((row) => row[column].length)));
  for (const row of all) {
    const cells = columns.map((column, index) => row[column].padEnd(widths[index] ?? 0));
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
  process.stdout.write('\n');
}

export const perSecond = (rate: number) => `${Math.round(rate).toLocaleString('en')} /s`;
export const percent = (part: number, whole: number) => `${Math.round((part / whole) * 100)} %`;
/** @param us microseconds */
export const processor = (us: number) =>
  us < 1_000 ? `${us.toFixed(us < 100 ? 1 : 0)} µs` : `${(us / 1_000).toFixed(2)} ms`;
export const ms = (value: number) => `${value.toFixed(1)} ms`;
/** For figures that were counted in whole milliseconds. */
export const wholeMs = (value: number) => (value < 1 ? '< 1 ms' : `${Math.round(value)} ms`);
export const mb = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
/** Compressed size. */
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
