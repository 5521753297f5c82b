import type { ClassState } from '../contract/teaching-classes.schema.ts';
import { plural } from '../format/money.ts';
import { firstName } from '../format/text.ts';

/** The filters of the list of classes. */
export const classStates: Readonly<Record<ClassState | 'sem_professor', string>> = {
  ativa: 'Em andamento',
  futura: 'Vão começar',
  trancada: 'Pausadas',
  concluida: 'Concluídas',
  sem_professor: 'Sem professor',
};

/** Labels of the fields of actions on a class. */
export const classFields = {
  ...{ unidade_id: 'Unidade', livro_id: 'Livro', modalidade: 'Modalidade', professor_id: 'Professor' },
  ...{ lugares: 'Lugares', inicio: 'Primeiro dia', fim: 'Último dia', horarios: 'Horários da semana' },
  title: 'Título',
  body: 'Texto',
  dia: 'Dia',
  hora_inicio: 'Começa às',
  hora_fim: 'Termina às',
  titulo: 'Título da aula',
} as const;

/** Labels of the fields of actions on a lesson. */
export const lessonFields = {
  ...{ dia: classFields.dia, hora_inicio: classFields.hora_inicio, hora_fim: classFields.hora_fim },
  sala: 'Outra sala',
  link_reuniao: 'Outro link da aula online',
  motivo: 'Motivo',
} as const;

export const lessonWords = {
  /** Why a teacher suits a lesson. */
  fit: ({
    livre,
    da_o_livro,
    da_o_nivel,
    mesma_unidade,
  }: Record<'livre' | 'da_o_livro' | 'da_o_nivel' | 'mesma_unidade', boolean>) =>
    [
      livre ? 'Livre' : 'Tem aula nesta hora',
      da_o_livro ? 'dá este livro' : da_o_nivel && 'dá este nível',
      mesma_unidade && 'desta unidade',
    ]
      .filter(Boolean)
      .join(', '),
  /** The number of students without a notice of a change. */
  unreached: (count: number) => `${count} sem aviso`,
  ring: 'Nenhum aviso chegou a estas pessoas. Ligue ou escreva antes da aula.',
  /** The office’s text to people whom no notice reached. */
  changed: ({ quem, escola, aluno, turma, quando, isOff }: Changed) =>
    `Oi, ${firstName(aluno)}! Aqui é ${firstName(quem)}, da ${escola}. ${
      isOff ? `A aula de ${turma} foi cancelada: ${quando}.` : `A aula de ${turma} mudou: agora é ${quando}.`
    } Você viu?`,
};

interface Changed {
  quem: string;
  escola: string;
  aluno: string;
  turma: string;
  quando: string;
  isOff: boolean;
}

/** The fields of a day without lessons. */
export const closedDayFields = { dia: 'Dia', nome: 'Motivo', unidade_id: 'Onde' } as const;

export const closedDayWords = {
  lead: 'Feriados nacionais já ficam de fora das aulas. Inclua os do estado e da cidade, recessos e dias da escola.',
  added: (lessons: number) =>
    lessons === 0
      ? 'Dia incluído. Turmas novas não terão aula nele.'
      : `Dia incluído. Há ${plural(lessons, 'aula marcada', 'aulas marcadas')} nele: você pode cancelar todas de uma vez.`,
  removed: 'Dia tirado da lista. Aulas já canceladas continuam canceladas.',
  holiday: 'É feriado: vencimentos deste dia passam ao próximo dia útil',
  holidayHint:
    'Desmarque em recessos e emendas, quando os bancos abrem. Os feriados do estado já contam nos vencimentos.',
  passed: 'Este feriado já passou e fica na lista: parcelas que venciam nele contam com ele.',
};

/** The result for the lessons of a closed day. */
export const closedDayCancelled = (lessons: number, students: number): string =>
  `${plural(lessons, 'aula cancelada', 'aulas canceladas')}. ${
    students === 0 ? 'Não havia alunos a avisar.' : `Avisamos ${plural(students, 'aluno', 'alunos')}, cada um uma vez.`
  }`;

/** Texts about two lessons in one room, or with one teacher, at the same time. */
export const clashWords = {
  confirm: 'Confirme',
  goOn: 'Sim, guardar mesmo assim',
  ownClass: 'A turma já tem aula neste horário.',
  closed: (reason: string) => `Dia sem aula na unidade: ${reason}.`,
  one: (clash: { motivo: 'sala' | 'professor'; nome: string; turma: string; quando: string; vezes: number }): string =>
    `${clash.nome} já tem aula de ${clash.turma} em ${clash.quando}${more(clash.vezes - 1)}`,
  question: (clashes: readonly string[]): string =>
    `Está certo? ${clashes.slice(0, MAX_CLASHES).join('; ')}${
      clashes.length > MAX_CLASHES ? `; e mais ${clashes.length - MAX_CLASHES}` : ''
    }.`,
} as const;

const MAX_CLASHES = 4;
const more = (times: number) => (times <= 0 ? '' : times === 1 ? ' e em mais 1 dia' : ` e em mais ${times} dias`);

export const hoursWords = {
  /** `12h30` */
  clock: (minutes: number): string =>
    `${Math.floor(minutes / 60)}h${minutes % 60 ? String(minutes % 60).padStart(2, '0') : ''}`,
  /** `12,50`, for spreadsheets. */
  decimal: (minutes: number): string => (minutes / 60).toFixed(2).replace('.', ','),
};

export const enrollmentStates = {
  ativa: { label: 'Na turma', tone: 'success' },
  trancada: { label: 'Trancada', tone: 'warning' },
  concluida: { label: 'Encerrada', tone: 'neutral' },
} as const;
