import { addMonths } from '../time/days.ts';
import { dayIn } from '../time/zones.ts';

export type Level = 'A1' | 'A2' | 'B1' | 'B2' | 'C1';

export interface MonthOfStudy {
  /** `2026-11` */
  mes: string;
  /** Words whose last review up to its end was remembered. */
  palavras: number;
  /** Of reviews and audios. */
  minutos: number;
  /** Whole per cent; null without a lesson that counts. */
  presenca: number | null;
  /** Of the newest class or level test up to its end. */
  nivel: Level | null;
}

interface Studied {
  /** In their order. */
  reviews: readonly { palavra_id: number; feita_em: string; nota: number; tempo_ms: number }[];
  heard: readonly { posicao_s: number; atualizado_em: string }[];
  attended: readonly { at: string; status: 'presente' | 'reposta' | 'falta' | 'justificada' }[];
  levels: readonly { nivel: Level; at: string }[];
}

const MONTHS = 6;
/** “Good” and “easy”. */
const REMEMBERED = 3;
/** A screen that was left open is no study. */
const MAX_REVIEW_MS = 60_000;
const MINUTE_MS = 60_000;

/** The last six months of a student, this one the last. Months are those of the zone. */
export function monthsOfStudy(
  { reviews, heard, attended, levels }: Studied,
  { now, timeZone }: { now: Date; timeZone: string },
): MonthOfStudy[] {
  const monthOf = (instant: string) => dayIn(timeZone, new Date(instant)).slice(0, 7);
  const first = `${dayIn(timeZone, now).slice(0, 7)}-01`;
  const months = Array.from({ length: MONTHS }, (_, place) => addMonths(first, place + 1 - MONTHS).slice(0, 7));
  const reviewed = reviews.map((review) => ({ ...review, mes: monthOf(review.feita_em) }));
  const spent = [
    ...reviewed.map(({ mes, tempo_ms }) => ({ mes, ms: Math.min(tempo_ms, MAX_REVIEW_MS) })),
    ...heard.map(({ posicao_s, atualizado_em }) => ({ mes: monthOf(atualizado_em), ms: posicao_s * 1000 })),
  ];
  const lessons = attended.map(({ at, status }) => ({ mes: monthOf(at), status }));
  const reached = levels
    .map(({ nivel, at }) => ({ nivel, at, mes: monthOf(at) }))
    .toSorted((a, b) => a.at.localeCompare(b.at));
  return months.map((mes) => {
    const last = new Map(reviewed.filter((review) => review.mes <= mes).map((review) => [review.palavra_id, review]));
    const counted = lessons.filter((lesson) => lesson.mes === mes && lesson.status !== 'justificada');
    const came = counted.filter(({ status }) => status !== 'falta').length;
    return {
      mes,
      palavras: [...last.values()].filter(({ nota }) => nota >= REMEMBERED).length,
      minutos: Math.round(spent.filter((each) => each.mes === mes).reduce((sum, { ms }) => sum + ms, 0) / MINUTE_MS),
      presenca: counted.length === 0 ? null : Math.floor((came * 100) / counted.length),
      nivel: reached.findLast((level) => level.mes <= mes)?.nivel ?? null,
    };
  });
}
