import type { HandedIn, WorkKind, WorkView } from '../contract/teaching-work.schema.ts';
import { plural } from '../format/money.ts';

/** Texts of the pages where teachers set work and correct it. */
export const workWords = {
  notStored: 'Não conseguimos guardar. O que você escreveu está aqui: tente de novo em instantes.',
  noReason: 'Diga ao aluno o que falta',
  noPhrase: 'Escreva o que quer guardar',
  points: (points: number) => `Vale ${points} pontos do clube para quem entrega no prazo`,
  noOtherClass: 'Você não tem outra turma aberta para receber a atividade.',
  notSent: 'Não conseguimos guardar o arquivo. Tente de novo em instantes.',
  voiceStored: 'Gravação guardada. O aluno ouve quando você salvar.',
  fileStored: 'Arquivo guardado. O aluno vê quando você salvar.',
  taken: 'Arquivo apagado.',
};

export const workKinds = {
  tarefa: 'Tarefa escrita (foto, PDF ou documento)',
  audio: 'Áudio gravado',
  leitura: 'Leitura, sem entrega',
} satisfies Record<Exclude<WorkKind, 'exercicio'>, string>;

export const shortKinds = {
  tarefa: 'Tarefa',
  audio: 'Áudio',
  leitura: 'Leitura',
  exercicio: 'Exercício',
} satisfies Record<WorkKind, string>;

export const exerciseWords = {
  instructions: 'Responda às perguntas. A nota sai na hora.',
  own: 'Escrever as perguntas abaixo',
  hint: 'Uma por linha: pergunta | certa | errada | errada. Só com a certa, o aluno escreve a resposta; “am / ’m” aceita as duas. Depois de #, o porquê.',
  /** How many students answered a question correctly. */
  share: (right: number, all: number) =>
    all === 0 ? 'Ninguém respondeu ainda' : `${right} de ${all} acertaram · ${Math.round((right / all) * 100)}%`,
};

/** The fields of the forms of work. */
export const workFields = {
  tipo: 'Como se entrega',
  unidade_id: 'Unidade do livro',
  dia: 'Prazo: dia',
  hora: 'Prazo: hora',
  turma_id: 'Turma',
  teste_id: 'De onde vêm as perguntas',
  perguntas: 'Perguntas',
};

/** The message after each action. */
export const workDone = {
  criar: 'Atividade criada. Avisamos a turma.',
  mudar: 'Atividade atualizada. A turma já vê a mudança.',
  apagar: 'Atividade apagada.',
  copiar: 'Atividade copiada. Avisamos a outra turma.',
};

/** The message after each action on a submission. */
export const correctionDone: Readonly<Record<string, string>> = {
  salva: 'Correção salva. O aluno já pode ver.',
  arquivo: workWords.fileStored,
  tirado: workWords.taken,
  tudo: 'Correção salva. Não há mais nada esperando.',
  devolvida: 'Trabalho devolvido. O aluno lê o que falta e envia de novo.',
};

export const phraseWords = {
  lead: 'O que você escreve de novo em cada correção, a um toque do comentário.',
  hint: 'Como “Ótimo vocabulário. Releia os verbos no passado.”',
  gone: 'A frase some da sua lista. Os comentários que já a usam não mudam.',
  insert: 'Pôr uma frase no comentário',
  keep: 'Guardar o comentário como frase',
  stored: 'Frase guardada.',
  edit: 'Editar as frases',
};

/** Further filters of the inbox besides waiting submissions. */
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

/** The progress of a class with an assignment. */
export function progressWords(entregues: number, alunos: number): string {
  return entregues === 0 ? 'Ninguém entregou ainda' : `${entregues} de ${plural(alunos, 'aluno', 'alunos')} entregaram`;
}
