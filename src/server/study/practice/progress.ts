import type { Progresso } from '#lib/contract/practice.schema.ts';

export interface UnitProgress {
  unidade_id: number;
  numero: number;
  titulo: string;
  audios_total: number;
  palavras_total: number;
  testes_total: number;
  audios_ouvidos: number | null;
  palavras_dominadas: number | null;
  testes_feitos: number | null;
  concluida_em: string | null;
}

/** Adds up the units of a book. In `percentual`, each audio, word and test has the same weight. */
export function sumProgress(units: UnitProgress[]): Progresso {
  const sum = (
    field:
      | 'audios_total'
      | 'palavras_total'
      | 'testes_total'
      | 'audios_ouvidos'
      | 'palavras_dominadas'
      | 'testes_feitos',
  ) => units.reduce((total, unit) => total + (unit[field] ?? 0), 0);
  const totals = {
    audios_total: sum('audios_total'),
    palavras_total: sum('palavras_total'),
    testes_total: sum('testes_total'),
  };
  const done = {
    audios_ouvidos: sum('audios_ouvidos'),
    palavras_dominadas: sum('palavras_dominadas'),
    testes_feitos: sum('testes_feitos'),
  };
  const all = totals.audios_total + totals.palavras_total + totals.testes_total;
  const got = done.audios_ouvidos + done.palavras_dominadas + done.testes_feitos;
  return {
    unidades_total: units.length,
    unidades_concluidas: units.filter(({ concluida_em }) => concluida_em !== null).length,
    ...totals,
    ...done,
    percentual: all === 0 ? 0 : Math.min(100, Math.floor((got * 100) / all)),
  };
}

/** The unit to continue with: the first unfinished one; null when the book is done. */
export const currentUnit = (units: UnitProgress[]): UnitProgress | null =>
  units.toSorted((a, b) => a.numero - b.numero).find(({ concluida_em }) => concluida_em === null) ?? null;

/** The part of a unit to continue with: first the audios, then the words, then the test. */
export function nextPart(unit: UnitProgress): 'audio' | 'vocabulario' | 'teste' {
  if ((unit.audios_ouvidos ?? 0) < unit.audios_total) return 'audio';
  const areWordsKnown = (unit.palavras_dominadas ?? 0) >= unit.palavras_total;
  return areWordsKnown && (unit.testes_feitos ?? 0) < unit.testes_total ? 'teste' : 'vocabulario';
}
