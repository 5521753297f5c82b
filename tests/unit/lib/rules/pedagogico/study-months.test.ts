import { describe, expect, it } from 'vitest';
import { monthsOfStudy, studyMonths } from '../../../../../src/lib/rules/pedagogico/study-months.ts';

const at = studyMonths('America/Sao_Paulo', new Date('2026-11-20T12:00:00Z'));
const nothing = { known: [], reviews: [], heard: [], attended: [], levels: [] };
const review = (palavra_id: number, feita_em: string, nota = 3, tempo_ms = 6_000) => ({
  ...{ palavra_id, feita_em, nota, tempo_ms },
});

describe('months of study', () => {
  it('are the last six, including this one, and empty without activity', () => {
    const months = monthsOfStudy(nothing, at);
    expect(months.map(({ mes }) => mes)).toEqual([
      ...['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'],
    ]);
    expect(months.at(-1)).toMatchObject({ palavras: 0, minutos: 0, presenca: null, nivel: null });
  });

  it('count a word by its last review up to the end of the month, in the zone of the school', () => {
    // In Brazil it is the evening of 31 October.
    const reviews = [
      review(1, '2026-09-05T12:00:00Z'),
      review(2, '2026-11-01T01:00:00Z'),
      review(1, '2026-11-03T12:00:00Z', 1),
    ];
    const months = monthsOfStudy({ ...nothing, reviews }, at);
    expect(months.map(({ palavras }) => palavras)).toEqual([0, 0, 0, 1, 2, 1]);
    const known = [3, 1].map((nota, place) => ({ palavra_id: place + 1, nota }));
    const later = monthsOfStudy({ ...nothing, known, reviews }, at);
    expect(later.map(({ palavras }) => palavras)).toEqual([1, 1, 1, 1, 2, 1]);
  });

  it('count the time of reviews, without idle time, and of audios', () => {
    const reviews = [review(1, '2026-11-03T12:00:00Z', 3, 3_600_000), review(2, '2026-11-03T12:01:00Z', 3, 30_000)];
    const heard = [{ posicao_s: 90, atualizado_em: '2026-11-04T12:00:00Z' }];
    expect(monthsOfStudy({ ...nothing, reviews, heard }, at).at(-1)?.minutos).toBe(3);
  });

  it('leave excused absences out of the attendance, and show the newest level', () => {
    const attended = (['presente', 'reposta', 'falta', 'justificada'] as const).map((status) => ({
      ...{ status, at: '2026-10-06T22:00:00Z' },
    }));
    const levels = [
      { nivel: 'B1' as const, at: '2026-10-10T12:00:00Z' },
      { nivel: 'A2' as const, at: '2026-03-01T12:00:00Z' },
    ];
    const months = monthsOfStudy({ ...nothing, attended, levels }, at);
    expect(months.map(({ presenca }) => presenca)).toEqual([null, null, null, null, 66, null]);
    expect(months.map(({ nivel }) => nivel)).toEqual(['A2', 'A2', 'A2', 'A2', 'B1', 'B1']);
  });
});
