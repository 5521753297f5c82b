import type { Atividade, Notas, Turma } from '#lib/contract/pedagogico.schema.ts';
import { formatGrade } from '../format/grade.ts';
import { plural } from '../format/money.ts';
import { clip } from '../format/text.ts';
import { lookFor } from './own-word.ts';

type Tone = 'neutral' | 'brand' | 'info' | 'success' | 'warning' | 'error';

const classStates = {
  futura: { label: 'Vai começar', tone: 'info' },
  ativa: { label: 'Em andamento', tone: 'brand' },
  concluida: { label: 'Concluída', tone: 'success' },
  trancada: { label: 'Trancada', tone: 'neutral' },
} as const satisfies Record<Turma['status'], { label: string; tone: Tone }>;

export const classMessages = {
  mode: { presencial: 'Presencial', online: 'Online', hibrida: 'Híbrida' } satisfies Record<
    Turma['modalidade'],
    string
  >,
  /** The states of a class itself: an enrollment is "trancada", a class is paused. */
  ofClass: { ...classStates, trancada: { label: 'Pausada', tone: 'neutral' } },
} as const;

type Look = { label: string; tone: Tone };
const lookIn = (looks: Readonly<Record<string, Look>>, status: string) =>
  lookFor(looks, status, (label) => ({ label, tone: 'neutral' as const }));

/** The state of a class. */
export const stateOfClass = (status: string) => lookIn(classMessages.ofClass, status);

/** The state for one of its students: the enrollment is "trancada", or the class itself is paused. */
export const classLook = ({ status, matricula }: Pick<Turma, 'status' | 'matricula'>) =>
  matricula === 'ativa' ? stateOfClass(status) : lookIn(classStates, status);

/** Notices to a student about the place in a class. */
export const enrollmentMessages = {
  notified: {
    trancada: (turma: string) => ({
      title: `Matrícula trancada: ${turma}`,
      body: 'As próximas aulas desta turma saíram da sua agenda. Notas e frequência continuam guardadas.',
    }),
    concluida: (turma: string) => ({
      title: `Matrícula encerrada: ${turma}`,
      body: 'Você não tem mais aulas nesta turma. Notas e frequência continuam guardadas.',
    }),
    ativa: (turma: string) => ({
      title: `Você está de novo na turma ${turma}`,
      body: 'As próximas aulas estão na sua agenda.',
    }),
  },
  moved: (from: string, to: string) => ({
    title: `Sua turma agora é ${to}`,
    body: `Você saiu de ${from}. A agenda e os avisos já são os da nova turma.`,
  }),
  unitMoved: (unit: string, left: readonly string[]) => ({
    title: `Sua unidade agora é ${unit}`,
    body:
      left.length === 0
        ? 'Se você está em uma turma, ela continua a mesma.'
        : `Você saiu de ${left.join(', ')}. As aulas saíram da sua agenda; a escola combina a nova turma com você.`,
  }),
};

export const bookDialogMessages = {
  linked: (name: string) => `${name} foi adicionado aos seus livros.`,
};

/** The parts of a class's page. */
export const classPartNames = {
  atividades: 'Atividades',
  notas: 'Notas',
  frequencia: 'Presença',
  aulas: 'Aulas',
} satisfies Record<string, string>;

type Skill = Notas['periodos'][number]['avaliacoes'][number]['habilidade'];

export const skillNames = {
  listening: 'Compreensão oral',
  speaking: 'Fala',
  reading: 'Leitura',
  writing: 'Escrita',
  grammar: 'Gramática',
  geral: 'Geral',
} satisfies Record<Skill, string>;

const activityStatus = {
  pendente: { label: 'A fazer', tone: 'info' },
  enviada: { label: 'Enviada', tone: 'success' },
  atrasada: { label: 'Atrasada', tone: 'error' },
  corrigida: { label: 'Corrigida', tone: 'success' },
  dispensada: { label: 'Dispensada', tone: 'neutral' },
} satisfies Record<Atividade['status'], { label: string; tone: Tone }>;

/** The state of an assignment; it mentions a late submission. */
export function activityLook({
  status,
  prazo,
  arquivos,
  devolvida_em,
}: Pick<Atividade, 'status' | 'prazo' | 'arquivos' | 'devolvida_em'>): {
  label: string;
  tone: Tone;
} {
  if (devolvida_em && (status === 'pendente' || status === 'atrasada')) {
    return { label: 'Devolvida: faça de novo', tone: 'warning' };
  }
  const first = arquivos.map(({ enviado_em }) => Date.parse(enviado_em)).sort((a, b) => a - b)[0];
  const isLate = status === 'enviada' && prazo && first !== undefined && first > Date.parse(prazo);
  if (isLate) return { label: 'Enviada com atraso', tone: 'warning' };
  return lookFor(activityStatus, status, (label) => ({ label, tone: 'neutral' }));
}

/** The groups of a class’s assignments. */
export const workGroups = {
  late: 'Atrasadas',
  week: 'Esta semana',
  later: 'Mais para a frente',
  done: 'Concluídas',
} satisfies Record<string, string>;

/** The deadline of an assignment; null once it needs none. @param due the deadline in words */
export function dueWords({ status }: Pick<Atividade, 'status'>, due: string | null): string | null {
  if (status === 'atrasada') return due && `O prazo era ${due}`;
  if (status === 'pendente') return due ? `Até ${due}` : 'Sem prazo';
  return null;
}

/** The teacher of a class that has none yet. */
export const noTeacher = 'A definir';

export const lateWords = (count: number) => (count === 1 ? 'atrasada' : 'atrasadas');

/** Results of uploads to assignments. */
export const fileMessages = {
  done: { enviado: 'Arquivo enviado.', apagado: 'Arquivo apagado.' } as Readonly<Record<string, string>>,
  deleted: 'Arquivo apagado.',
  handedIn: 'Entregue!',
  notDeleted: 'Não conseguimos apagar o arquivo. Tente de novo em instantes.',
};

/** A student’s attendance in one sentence. @param who the student’s name; null: the reader */
export function presenceSentence(presence: Notas['frequencia'], who: string | null = null): string {
  const { aulas, presencas, faltas, percentual, contadas = aulas, justificadas = 0 } = presence;
  const came = `${who ?? 'Você'} veio a ${presencas} de ${plural(contadas, 'aula', 'aulas')} (${percentual}%).`;
  const missed = faltas === 0 ? 'Nenhuma falta' : plural(faltas, 'falta', 'faltas');
  const excused = justificadas > 0 ? `, ${plural(justificadas, 'justificada', 'justificadas')} a mais` : '';
  return `${came} ${missed}${excused}.`;
}

/** What the attendance rate counts: without lessons whose absence was excused. */
export function presenceWords({ aulas, presencas, contadas, justificadas = 0 }: Notas['frequencia']): string {
  // Older documents, and franchise hosts, do not include which lessons were counted.
  if (contadas === undefined) return `${presencas} de ${aulas} aulas`;
  const counted = `${presencas} de ${contadas} ${contadas === 1 ? 'aula' : 'aulas'}`;
  if (justificadas === 0) return counted;
  return `${counted}, sem contar ${justificadas} ${justificadas === 1 ? 'falta justificada' : 'faltas justificadas'}`;
}

/** The message to a student who finished a book. */
export const levelReached = (livro: string, nivel: string, media: number) => ({
  title: `Você concluiu o ${clip(livro, 40)} (${nivel})`,
  body: `Sua média foi ${formatGrade(media)}. Veja tudo o que já conquistou e fale com a escola sobre o próximo livro.`,
});
