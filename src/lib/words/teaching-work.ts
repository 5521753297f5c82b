import type { HandedIn, WorkKind, WorkView } from '../contract/teaching-work.schema.ts';
import { plural } from '../format/money.ts';

/** Texts of the pages where teachers set work and correct it. */
export const workWords = {
  notKept: 'Não conseguimos guardar. O que você escreveu está aqui: tente de novo em instantes.',
  noDay: 'Diga o dia do prazo',
  noClass: 'Escolha a turma',
  noReason: 'Diga ao aluno o que falta',
  noPhrase: 'Escreva o que quer guardar',
  notSent: 'Não conseguimos guardar o arquivo. Tente de novo em instantes.',
  voiceKept: 'Gravação guardada. O aluno ouve quando você salvar.',
  fileKept: 'Arquivo guardado. O aluno vê quando você salvar.',
  taken: 'Arquivo apagado.',
};

export const workKinds = {
  tarefa: 'Tarefa escrita (foto, PDF ou documento)',
  audio: 'Áudio gravado',
  leitura: 'Leitura, sem entrega',
} satisfies Record<WorkKind, string>;

export const shortKinds = { tarefa: 'Tarefa', audio: 'Áudio', leitura: 'Leitura' } satisfies Record<WorkKind, string>;

/** What stands above the work of a class after each form. */
export const workDone: Readonly<Record<string, string>> = {
  criada: 'Atividade criada. Avisamos a turma.',
  mudada: 'Atividade atualizada. A turma já vê a mudança.',
  apagada: 'Atividade apagada.',
  copiada: 'Atividade copiada para esta turma. Avisamos os alunos.',
};

/** The same of handed-in work. */
export const correctionDone: Readonly<Record<string, string>> = {
  salva: 'Correção salva. O aluno já pode ver.',
  arquivo: workWords.fileKept,
  tirado: workWords.taken,
  tudo: 'Correção salva. Não há mais nada esperando.',
  devolvida: 'Trabalho devolvido. O aluno lê o que falta e envia de novo.',
};

export const phraseWords = {
  lead: 'O que você escreve de novo em cada correção, a um toque do comentário.',
  hint: 'Como “Ótimo vocabulário. Releia os verbos no passado.”',
  insert: 'Pôr uma frase no comentário',
  keep: 'Guardar o comentário como frase',
  kept: 'Frase guardada.',
  edit: 'Editar as frases',
};

/** What the inbox shows besides work that waits. */
export const workViews = {
  parada: 'Há mais de 7 dias',
  devolvida: 'Devolvidos',
  corrigida: 'Corrigidos',
} satisfies Record<Exclude<WorkView, 'a_corrigir'>, string>;

export const stateLooks = {
  a_corrigir: { label: 'Para corrigir', tone: 'info' },
  devolvida: { label: 'Devolvido para refazer', tone: 'warning' },
  corrigida: { label: 'Corrigido', tone: 'success' },
} as const satisfies Record<HandedIn['estado'], { label: string; tone: string }>;

/** How far a class is with a piece of work. */
export function progressWords(entregues: number, alunos: number): string {
  return entregues === 0 ? 'Ninguém entregou ainda' : `${entregues} de ${plural(alunos, 'aluno', 'alunos')} entregaram`;
}
