type Tone = 'neutral' | 'brand' | 'info' | 'success' | 'warning' | 'error';

/** What a chip says about a lesson, by the school's clock. */
export const lessonChips = {
  ao_vivo: { label: 'Ao vivo', tone: 'success' },
  hoje: { label: 'Hoje', tone: 'brand' },
  agendada: { label: 'Agendada', tone: 'neutral' },
  gravada: { label: 'Gravada', tone: 'info' },
  encerrada: { label: 'Encerrada', tone: 'neutral' },
  cancelada: { label: 'Cancelada', tone: 'error' },
} satisfies Record<string, { label: string; tone: Tone }>;

export const presenceWords = {
  presente: 'Sua presença está confirmada.',
  falta: 'A professora registrou falta nesta aula.',
  justificada: 'Sua falta nesta aula está justificada.',
  reposta: 'Você repôs esta aula.',
} as const;

/** After the private address of a calendar was replaced. */
export const calendarRenewed = 'Endereço novo criado. O antigo não funciona mais.';
