/** The right behaviour of a points ledger in the plainest form: tests compare the server with it. */

interface Lot {
  credit: number;
  left: number;
  day: number;
}
interface Entry {
  pontos: number;
  /** The points of a debit, by last day. */
  took: { left: number; day: number }[];
  isReversed: boolean;
  isReversal: boolean;
}

export type Operation =
  | { kind: 'give'; pontos: number; days: number | null }
  | { kind: 'take'; pontos: number }
  | { kind: 'reverse'; entry: number }
  | { kind: 'repeat'; pontos: number }
  | { kind: 'pass'; days: number };

export const FOREVER = Number.POSITIVE_INFINITY;

export class PointsModel {
  today = 0;
  readonly entries: Entry[] = [];
  #lots: Lot[] = [];

  get saldo(): number {
    return this.#lots.reduce((sum, { left }) => sum + left, 0);
  }

  /** The remaining points, by last day, the first to expire first. */
  get open(): [day: number, points: number][] {
    const days = new Map<number, number>();
    for (const { day, left } of this.#lots) if (left > 0) days.set(day, (days.get(day) ?? 0) + left);
    return [...days].sort(([a], [b]) => a - b);
  }

  give(pontos: number, days: number | null): void {
    this.#credit([{ left: pontos, day: days === null ? FOREVER : this.today + days }], false);
  }

  /** @returns whether there were enough points. */
  take(pontos: number, first?: number, isReversal = false): boolean {
    if (pontos > this.saldo) return false;
    const took: Entry['took'] = [];
    let wanted = pontos;
    const isFirst = ({ credit }: Lot) => (credit === first ? 0 : 1);
    // Sorting keeps the order in which the lots began.
    for (const lot of this.#lots.toSorted((a, b) => isFirst(a) - isFirst(b) || compare(a.day, b.day))) {
      const left = Math.min(lot.left, wanted);
      if (left === 0) continue;
      lot.left -= left;
      wanted -= left;
      took.push({ left, day: lot.day });
    }
    this.entries.push({ pontos: -pontos, took, isReversed: false, isReversal });
    return true;
  }

  /** @returns `moved`, or why not. */
  reverse(index: number): 'moved' | 'known' | 'short' {
    const entry = this.entries[index];
    if (!entry || entry.isReversed) return 'known';
    if (entry.pontos > 0) {
      if (!this.take(entry.pontos, index, true)) return 'short';
    } else {
      this.#credit(
        entry.took.map(({ left, day }) => ({ left, day: Math.max(day, this.today) })),
        true,
      );
    }
    entry.isReversed = true;
    return 'moved';
  }

  pass(days: number): void {
    this.today += days;
    const over = this.#lots.filter(({ day }) => day < this.today).reduce((sum, { left }) => sum + left, 0);
    if (over > 0) this.take(over);
  }

  #credit(parts: { left: number; day: number }[], isReversal: boolean): void {
    const pontos = parts.reduce((sum, { left }) => sum + left, 0);
    const credit = this.entries.length;
    this.#lots = [...this.#lots.filter(({ left }) => left > 0), ...parts.map((part) => ({ ...part, credit }))];
    this.entries.push({ pontos, took: [], isReversed: false, isReversal });
  }
}

const compare = (a: number, b: number) => (a === b ? 0 : a - b);
