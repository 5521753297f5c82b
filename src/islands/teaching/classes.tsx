import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { query } from '#lib/stores/operations.ts';
import { classFields } from '#lib/words/teaching.ts';
import AddPeople from '~icons/material-symbols/group-add-outline-rounded';
import type { Act, Subject } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { message } from '../kit/message.tsx';
import { classForm, classOf } from './class-form.ts';
import { clashForm, timeFields } from './lesson.tsx';

export type SchoolClass = AnswerOf<'teaching.listSchoolClasses'>['items'][number];

const isOpen = ({ status }: SchoolClass) => status !== 'concluida';

/** Sets the state of classes. */
const setStatus = (status: 'ativa' | 'trancada' | 'concluida', one: string, many: string) =>
  ({
    change: () => ({ status }),
    done: (count: number) => (count === 1 ? one : `${count} ${many}`),
  }) satisfies Partial<Act<SchoolClass>>;

const acts: readonly Act<SchoolClass>[] = [
  { ...message({ list: 'turma_ids', category: 'aula', write: 'broadcasts.messageClasses' }), isFirst: true },
  {
    name: 'alunos',
    label: 'Pôr alunos',
    icon: AddPeople,
    key: 'a',
    isFirst: true,
    may: isOpen,
    form: {
      fields: ({ rows: [row] }) => [
        {
          name: 'ids',
          kind: 'picks',
          label: 'Alunos sem turma',
          search: 'Nome, matrícula, CPF, e-mail ou telefone',
          isRequired: true,
          find: async (q) =>
            (await query('teaching.listNewcomers', { id: row?.id ?? 0, q })).map(({ id, nome, turma, unidade }) => ({
              value: String(id),
              label: nome,
              note: [turma ? `Está em ${turma}` : 'Sem turma', unidade].filter(Boolean).join(' · '),
            })),
          none: draw.about('Ninguém encontrado. Quem não tem turma aparece aqui; busque para achar os outros.'),
        },
      ],
      note: ({ rows: [row] }) => row && `${row.alunos} de ${row.lugares} lugares ocupados.`,
      send: ({ values }) => {
        const count = String(values.ids ?? '')
          .split(',')
          .filter(Boolean).length;
        return count > 1 ? `Pôr ${count} na turma` : 'Pôr na turma';
      },
    },
    operation: 'teaching.enrollStudents',
    undo: 'teaching.undoEnrollments',
    done: (count) =>
      count === 1 ? 'Aluno na turma. O calendário dele já mostra as aulas.' : `${count} alunos na turma.`,
  },
  {
    name: 'aula',
    label: 'Incluir uma aula',
    key: 'i',
    may: isOpen,
    form: clashForm<SchoolClass>([...timeFields, { name: 'titulo', isWide: true }], {
      of: 'turma',
      send: 'Incluir a aula',
    }),
    operation: 'teaching.addLesson',
    done: () => 'Aula incluída no calendário da turma.',
  },
  {
    name: 'dados',
    label: 'Dados e horários',
    key: 'd',
    form: classForm,
    operation: 'teaching.updateClass',
    sent: classOf,
    done: () => 'Turma atualizada. Quem estuda nela já vê o novo horário.',
  },
  {
    name: 'reabrir',
    label: 'Reabrir a turma',
    may: ({ status }) => status === 'trancada' || status === 'concluida',
    ...setStatus('ativa', 'A turma está em andamento de novo.', 'turmas reabertas.'),
  },
  {
    name: 'pausar',
    label: 'Pausar a turma',
    isDanger: true,
    may: ({ status }) => status === 'ativa' || status === 'futura',
    ...setStatus('trancada', 'Turma pausada.', 'turmas pausadas.'),
  },
  {
    name: 'concluir',
    label: 'Concluir a turma',
    isDanger: true,
    may: isOpen,
    ...setStatus('concluida', 'Turma concluída.', 'turmas concluídas.'),
  },
];

/** Creates a class with all its lessons. */
export const addClass: Act<never> = {
  name: 'nova',
  label: 'Nova turma',
  key: 'n',
  form: classForm,
  operation: 'teaching.createClass',
  sent: classOf,
  done: () => 'Turma criada, com todas as aulas. Agora ponha os alunos.',
};

/** A class of the school: its acts are the same in the list and in the record. */
export const classes: Subject<SchoolClass> = {
  kind: 'turma',
  titleOf: ({ nome }) => nome,
  href: ({ id }) => routes.manager.class(id),
  acts,
  write: 'teaching.updateClasses',
  undo: 'teaching.undoClasses',
  labels: classFields,
};
