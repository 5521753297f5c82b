import { formatDay } from '../format/dates.ts';

/** Texts of the sheet of grades. */
export const gradeWords = {
  notStored: 'Não conseguimos guardar. O que você escreveu está aqui: tente de novo em instantes.',
  nothing: 'Não há notas para guardar',
  noWork: 'Escolha um trabalho',
  bringHint: 'Só as células vazias: o que você escreveu fica.',
};

/** The message above the sheet after each form. */
export const sheetDone: Readonly<Record<string, string>> = {
  notas: 'Notas salvas.',
  periodo: 'Período incluído. Agora inclua as avaliações.',
  coluna: 'Avaliação incluída.',
  mudada: 'Avaliação atualizada.',
  apagada: 'Avaliação apagada.',
  trazidas: 'As notas do trabalho estão na coluna.',
  liberado: 'Notas liberadas. Avisamos os alunos uma vez.',
  escondido: 'As notas deste período não aparecem mais para os alunos.',
};

export type Reason = 'frequencia' | 'pratica' | 'atrasos';

/** The facts about a student, and which of them are reasons. */
interface NeedsWord {
  motivos: readonly Reason[];
  frequencia: number | null;
  ultima_pratica: string | null;
  atrasadas: number;
}

/** Why a teacher should talk to a student. */
export function reasonWords({ motivos, frequencia, ultima_pratica, atrasadas }: NeedsWord): string {
  const words = {
    frequencia: `frequência de ${frequencia ?? 0}%`,
    atrasos: `${atrasadas} atividades atrasadas`,
    pratica: ultima_pratica ? `sem praticar desde ${formatDay(ultima_pratica)}` : 'ainda não praticou em casa',
  };
  return motivos.map((reason) => words[reason]).join(', ');
}
