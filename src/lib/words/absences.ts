import { clip } from '../format/text.ts';

type Words = Readonly<Record<string, { name: string; tone: 'success' | 'warning' | 'error' | 'info' | 'neutral' }>>;

export const absenceStatusWords = {
  avisada: { name: 'Avisada', tone: 'info' },
  falta: { name: 'Falta', tone: 'error' },
  justificada: { name: 'Justificada', tone: 'success' },
  nao_aceita: { name: 'Não justificada', tone: 'warning' },
  reposta: { name: 'Reposta', tone: 'success' },
  presente: { name: 'Você veio', tone: 'success' },
} as const satisfies Words;
export const replacementStatusWords = {
  marcada: { name: 'Marcada', tone: 'info' },
  cancelada: { name: 'Cancelada', tone: 'neutral' },
  feita: { name: 'Veio', tone: 'success' },
  faltou: { name: 'Não veio', tone: 'error' },
} as const satisfies Words;

const booked = 'Reposição marcada';
const inAgenda = 'Ela já está na sua agenda.';

export const absenceMessages = {
  booked,
  /** The next step of a booked make-up lesson. */
  inAgenda,
  done: {
    avisada: 'A escola foi avisada.',
    retirada: 'Aviso retirado. Boa aula!',
    reposta: `${booked}. ${inAgenda}`,
    cancelada: 'Reposição cancelada. O lugar ficou livre.',
  } as Readonly<Record<string, string>>,
  decidedNow: {
    justificada: (count: number) =>
      count === 1
        ? 'Falta justificada. O aluno foi avisado.'
        : `${count} faltas justificadas. Os alunos foram avisados.`,
    nao_aceita: (count: number) =>
      count === 1 ? 'Falta mantida. O aluno foi avisado.' : `${count} faltas mantidas. Os alunos foram avisados.`,
  },
  chooseLesson: 'Escolha a aula',
  writeReason: 'Diga o motivo em poucas palavras',
  chooseReplacement: 'Escolha uma aula para repor',
  /** The notice of the school’s decision to the guardian who gave the reason. */
  decidedOfChild: (nome: string, turma: string, aula: string, resultado: 'justificada' | 'nao_aceita') => ({
    category: 'aula' as const,
    title: `Falta de ${clip(nome, 25)} ${resultado === 'justificada' ? 'justificada' : 'não justificada'}`,
    body: clip(
      `${turma}, ${aula}: ${resultado === 'justificada' ? 'não conta na frequência. A aula ainda pode ser reposta.' : 'conta na frequência. Fale com a escola ou marque uma reposição.'}`,
      180,
    ),
  }),
  /** What a student reads after the school's decision. */
  decided: (turma: string, aula: string, resultado: 'justificada' | 'nao_aceita') => ({
    category: 'aula' as const,
    title: resultado === 'justificada' ? 'Sua falta foi justificada' : 'Sua falta não foi justificada',
    body: clip(
      resultado === 'justificada'
        ? `${turma}, ${aula}: não conta na sua frequência. Você ainda pode repor a aula.`
        : `${turma}, ${aula}: conta na sua frequência. Fale com a escola ou marque uma reposição.`,
      180,
    ),
  }),
};
