import type { Turma } from '#lib/contract/pedagogico.schema.ts';

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
