import type { Atividade, Notas, Turma } from '#lib/contract/pedagogico.schema.ts';

type Tone = 'neutral' | 'brand' | 'info' | 'success' | 'warning' | 'error';

export const classMessages = {
  mode: { presencial: 'Presencial', online: 'Online', hibrida: 'Híbrida' } satisfies Record<
    Turma['modalidade'],
    string
  >,
  status: {
    futura: { label: 'Vai começar', tone: 'info' },
    ativa: { label: 'Em andamento', tone: 'brand' },
    concluida: { label: 'Concluída', tone: 'success' },
    trancada: { label: 'Trancada', tone: 'neutral' },
  } satisfies Record<Turma['status'], { label: string; tone: Tone }>,
};

export const bookDialogMessages = {
  linked: (name: string) => `${name} foi adicionado aos seus livros.`,
};

type Skill = Notas['periodos'][number]['avaliacoes'][number]['habilidade'];

export const skillNames = {
  listening: 'Compreensão oral',
  speaking: 'Fala',
  reading: 'Leitura',
  writing: 'Escrita',
  grammar: 'Gramática',
  geral: 'Geral',
} satisfies Record<Skill, string>;

export const activityStatus = {
  pendente: { label: 'A fazer', tone: 'info' },
  enviada: { label: 'Enviada', tone: 'success' },
  atrasada: { label: 'Atrasada', tone: 'error' },
  corrigida: { label: 'Corrigida', tone: 'success' },
  dispensada: { label: 'Dispensada', tone: 'neutral' },
} satisfies Record<Atividade['status'], { label: string; tone: Tone }>;

/** What is said around files of activities. */
export const fileMessages = {
  sent: (name: string) => `“${name}” foi enviado.`,
  notSent: 'O envio não chegou ao fim. Verifique sua conexão e tente de novo.',
  deleted: 'Arquivo apagado.',
  notDeleted: 'Não conseguimos apagar o arquivo. Tente de novo em instantes.',
  tooLarge: (most: string) => `Este arquivo passa de ${most}.`,
  accepted: (formats: readonly string[], most: string) =>
    `${formats.map((format) => format.toUpperCase()).join(', ')} · até ${most}`,
};
