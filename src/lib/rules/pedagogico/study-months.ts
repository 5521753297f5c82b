import { addMonths } from '../time/days.ts';
import { instantIn } from '../time/instants.ts';
import { MINUTE_MS } from '../time/spans.ts';
import { dayIn } from '../time/zones.ts';

export type Level = 'A1' | 'A2' | 'B1' | 'B2' | 'C1';

export interface MonthOfStudy {
  /** `2026-11` */
  mes: string;
  /** Words that were remembered in their last review before the end of the month. */
  palavras: number;
  /** Minutes of reviews and audios; an audio counts in the month it was last heard. */
  minutos: number;
  /** Whole per cent; null without a lesson that counts. */
  presenca: number | null;
  /** Of the newest class or level test until the end of the month. */
  nivel: Level | null;
}

interface StudyMonth {
  /** `2026-11` */
  mes: string;
  start: string;
  end: string;
}

interface Studied {
  /** The last review before the first month, of each word. */
  known: readonly { palavra_id: number; nota: number }[];
  /** From the first month on, in their order. */
  reviews: readonly { palavra_id: number; feita_em: string; nota: number; tempo_ms: number }[];
  heard: readonly { posicao_s: number; atualizado_em: string }[];
  attended: readonly { at: string; status: 'presente' | 'reposta' | 'falta' | 'justificada' }[];
  levels: readonly { nivel: Level; at: string }[];
}

const MONTHS = 6;
/** “Good” and “easy”. */
const REMEMBERED = 3;
/** A longer time means that the screen was left open. */
const MAX_REVIEW_MS = MINUTE_MS;

/** The last six months in a zone, including the current one: each with the instants at which it begins and ends. */
export function studyMonths(timeZone: string, now: Date): [StudyMonth, ...StudyMonth[]] {
  const last = `${dayIn(timeZone, now).slice(0, 7)}-01`;
  const month = (ago: number): StudyMonth => {
    const first = addMonths(last, -ago);
    const midnight = (day: string) => instantIn(timeZone, day, '00:00');
    return { mes: first.slice(0, 7), start: midnight(first), end: midnight(addMonths(first, 1)) };
  };
  return [month(MONTHS - 1), ...Array.from({ length: MONTHS - 1 }, (_, place) => month(MONTHS - 2 - place))];
}

/** A student’s study in these months, and the known words at the end of each. */
export function monthsOfStudy(
  { known, reviews, heard, attended, levels }: Studied,
  months: readonly StudyMonth[],
): MonthOfStudy[] {
  const remembered = new Set(known.filter(isRemembered).map(({ palavra_id }) => palavra_id));
  const reached = levels.toSorted((a, b) => a.at.localeCompare(b.at));
  let next = 0;
  return months.map(({ mes, start, end }) => {
    const isIn = (instant: string) => instant >= start && instant < end;
    let ms = heard.reduce((sum, each) => sum + (isIn(each.atualizado_em) ? each.posicao_s * 1000 : 0), 0);
    for (let review = reviews[next]; review && review.feita_em < end; review = reviews[++next]) {
      ms += Math.min(review.tempo_ms, MAX_REVIEW_MS);
      if (isRemembered(review)) remembered.add(review.palavra_id);
      else remembered.delete(review.palavra_id);
    }
    const counted = attended.filter(({ at, status }) => isIn(at) && status !== 'justificada');
    const came = counted.filter(({ status }) => status !== 'falta').length;
    return {
      mes,
      palavras: remembered.size,
      minutos: Math.round(ms / MINUTE_MS),
      presenca: counted.length === 0 ? null : Math.floor((came * 100) / counted.length),
      nivel: reached.findLast(({ at }) => at < end)?.nivel ?? null,
    };
  });
}

const isRemembered = ({ nota }: { nota: number }): boolean => nota >= REMEMBERED;
