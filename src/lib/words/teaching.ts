import type { ClassState } from '../contract/teaching-classes.schema.ts';
import { plural } from '../format/money.ts';

/** Texts of the pages where staff keeps classes. */
export const classWords = {
  notKept: 'Não conseguimos guardar. O que você escreveu está aqui: tente de novo em instantes.',
  halfHour: 'Diga o começo e o fim de cada horário',
  noHour: 'Preencha ao menos um horário',
  noUnit: 'Escolha a unidade',
  noBook: 'Escolha o livro',
  noPlaces: 'Diga quantos lugares',
  noStudent: 'Escolha o aluno',
  noClass: 'Escolha a turma',
  noTime: 'Preencha o dia e os horários',
  weekdays: ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado'],
} as const;

const counted = (name: string, count = 0) => ({ name: count > 0 ? `${name} · ${count}` : name });

/** The filters of the list of classes, each with how many there are. */
export const classFilters = (
  counts: Readonly<Record<string, number>>,
): Record<ClassState | 'sem_professor', { name: string }> => ({
  ativa: counted('Em andamento', counts.ativa),
  futura: counted('Vão começar', counts.futura),
  trancada: counted('Pausadas', counts.trancada),
  concluida: counted('Concluídas', counts.concluida),
  sem_professor: counted('Sem professor', counts.sem_professor),
});

/** What stands above the page of a class after each form. */
export const classDone: Readonly<Record<string, string>> = {
  criada: 'Turma criada, com todas as aulas. Agora ponha os alunos.',
  mudada: 'Turma atualizada. Quem estuda nela já vê o novo horário.',
  encerrar: 'Turma concluída.',
  trancar: 'Turma pausada.',
  reabrir: 'A turma está em andamento de novo.',
  aula: 'Aula incluída no calendário da turma.',
  matricular: 'Aluno na turma. O calendário dele já mostra as aulas.',
  mudar: 'Aluno na nova turma. Notas e frequência de antes ficam guardadas aqui.',
  'trancar-aluno': 'Matrícula trancada nesta turma.',
  'encerrar-aluno': 'Matrícula encerrada nesta turma.',
  'reativar-aluno': 'O aluno está na turma de novo.',
};

/** The same of a lesson. */
export const lessonDone: Readonly<Record<string, string>> = {
  mover: 'Aula remarcada. Avisamos a turma, e os calendários acompanham.',
  arranjo: 'Pronto: a turma já vê a mudança.',
  cancelar: 'Aula cancelada. Avisamos a turma uma vez.',
  restaurar: 'A aula voltou para o calendário.',
};

/** The same of days without lessons. */
export const closedDayDone: Readonly<Record<string, string>> = {
  incluir: 'Dia incluído. Turmas novas não terão aula nele.',
  tirar: 'Dia tirado da lista. Aulas já canceladas continuam canceladas.',
};
export const closedDayWords = {
  lead: 'Feriados nacionais já ficam de fora das aulas. Inclua os do estado e da cidade, recessos e dias da escola.',
  holiday: 'É feriado: vencimentos deste dia passam ao próximo dia útil',
  holidayHint:
    'Desmarque em recessos e emendas, quando os bancos abrem. Os feriados do estado já contam nos vencimentos.',
  passed: 'Este feriado já passou e fica na lista: parcelas que venciam nele contam com ele.',
};

/** What became of the lessons of a closed day. */
export const closedDayCancelled = (lessons: number, students: number): string =>
  `${plural(lessons, 'aula cancelada', 'aulas canceladas')}. ${
    students === 0 ? 'Não havia alunos a avisar.' : `Avisamos ${plural(students, 'aluno', 'alunos')}, cada um uma vez.`
  }`;

/** What is said of two lessons in one room, or with one teacher, at one hour. */
export const clashWords = {
  confirm: 'Confirme',
  goOn: 'Sim, guardar mesmo assim',
  one: (clash: { motivo: 'sala' | 'professor'; nome: string; turma: string; quando: string; vezes: number }): string =>
    `${clash.nome} já tem aula de ${clash.turma} em ${clash.quando}${more(clash.vezes - 1)}`,
  question: (clashes: readonly string[]): string =>
    `Está certo? ${clashes.slice(0, MAX_CLASHES).join('; ')}${
      clashes.length > MAX_CLASHES ? `; e mais ${clashes.length - MAX_CLASHES}` : ''
    }.`,
} as const;

const MAX_CLASHES = 4;
const more = (times: number) => (times <= 0 ? '' : times === 1 ? ' e em mais 1 dia' : ` e em mais ${times} dias`);

export const enrolmentStates = {
  ativa: { label: 'Na turma', tone: 'success' },
  trancada: { label: 'Trancada', tone: 'warning' },
  concluida: { label: 'Encerrada', tone: 'neutral' },
} as const;
