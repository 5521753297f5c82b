import { plural } from '#lib/format/money.ts';
import { formatTimetable } from '#lib/format/schedule.ts';
import { firstName } from '#lib/format/text.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { query } from '#lib/stores/operations.ts';
import { guardianSheet, sheetsFile } from '#lib/stores/students.ts';
import { studentFields, studentMessages } from '#lib/words/students.ts';
import Group from '~icons/material-symbols/group-add-outline-rounded';
import { chat } from '../kit/acts.ts';
import type { Act, Field, FormOf, Subject } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { message } from '../kit/message.tsx';
import { namesOf } from '../kit/options.ts';
import { Chip } from '../ui/Chip.tsx';

export type Student = AnswerOf<'students.listStudents'>['items'][number];
export type Person = AnswerOf<'students.getPerson'>;

const CLASSES_SHOWN = 20;
const idsOf = (rows: readonly Student[]) => rows.map(({ id }) => id);
/** The record has more fields than the list. */
const details = (student: Student) => student as Student & Partial<Person>;
const nameOf = ([student]: readonly Student[]) => firstName(student?.full_name ?? '');
const isStudent = (student: Student) => details(student).e_aluno ?? true;
const goesOn = (student: Student) => isStudent(student) && student.encerrado_em === null;
/** Whether an invitation is possible. */
const isOut = (student: Student) => student.convite !== 'entrou' && !student.bloqueado && goesOn(student);
/** Whether the guardian of a minor has no account yet. The list does not have this field. */
const lacksGuardian = (student: Student) => {
  const state = details(student).convite_do_responsavel?.estado;
  return state !== undefined && state !== 'entrou';
};
/** Whether the reader may change the access, if known. */
const mayShutOut = (student: Student) => !details(student).acesso?.por_que_nao;

/** Current and future classes. */
async function findClasses(q: string) {
  const { items, unidades } = await query('teaching.listSchoolClasses', { limit: CLASSES_SHOWN, ...(q && { q }) });
  return items
    .filter(({ status }) => status === 'ativa' || status === 'futura')
    .map(({ id, nome, livro, horarios, professor, unidade, alunos, lugares }) => ({
      value: String(id),
      label: nome,
      note: [
        livro.nome,
        ...formatTimetable(horarios),
        professor?.nome,
        unidades.length > 1 && unidade.nome,
        lugares > alunos ? plural(lugares - alunos, 'lugar', 'lugares') : 'Sem lugar',
      ]
        .filter(Boolean)
        .join(' · '),
    }));
}

const classField: Field = {
  name: 'turma_id',
  label: studentFields.turma_id,
  kind: 'pick',
  isRequired: true,
  search: 'Nome da turma, livro ou professor',
  find: findClasses,
  none: <p className="text-muted">Nenhuma turma aberta encontrada.</p>,
};

const classForm: FormOf<Student, object> = {
  fields: [classField],
  send: ({ rows }) => (rows.length === 1 ? 'Pôr na turma' : `Pôr ${rows.length} alunos na turma`),
};

const changeForm: FormOf<Student, object> = {
  fields: ({ rows: [student] }) => [
    {
      name: 'de',
      kind: 'choice',
      isNumber: true,
      label: 'Turma de agora',
      isRequired: true,
      isWide: true,
      options: (student?.turmas ?? []).map(({ turma_aluno_id, nome }) => ({
        value: String(turma_aluno_id),
        label: nome,
      })),
    },
    { ...classField, label: 'Turma nova' },
  ],
  begin: ({ rows: [student] }) => ({ de: String(student?.turmas[0]?.turma_aluno_id ?? '') }),
  note: 'Notas e frequência ficam na turma de agora. O aluno é avisado.',
};

/** Each sheet invalidates the previous one, so it needs a confirmation. */
const sheetForm: FormOf<Student, object> = {
  note: ({ rows }) => (
    <>
      {draw.about(studentMessages.sheetsReady)}
      <a className="btn btn-primary" href={sheetsFile(idsOf(rows))} data-autofocus="">
        {rows.length === 1 ? 'Baixar a folha' : `Baixar ${rows.length} folhas`}
      </a>
    </>
  ),
  send: () => null,
};

const acts: readonly Act<Student>[] = [
  {
    name: 'liberar',
    label: 'Liberar o acesso',
    may: (student) => student.bloqueado && mayShutOut(student),
    form: { note: 'A pessoa volta a entrar com a senha dela.' },
    operation: 'people.setUserBlock',
    sent: () => ({ bloqueado: false }),
    done: () => 'Acesso liberado. A pessoa já pode entrar com a senha dela.',
  },
  {
    name: 'retomar',
    label: 'Retomar o curso',
    may: ({ encerrado_em }) => encerrado_em !== null,
    form: { note: 'As turmas que seguem, as parcelas canceladas e o acesso voltam.' },
    operation: 'students.resumeCourse',
    done: () => 'Curso retomado: turmas e acesso voltaram.',
  },
  chat<Student>(({ full_name, telefone_de }) => `Oi, ${firstName(telefone_de ?? full_name)}!`),
  message({ list: 'user_ids', category: 'aviso', write: 'broadcasts.messagePeople' }),
  {
    name: 'turma',
    label: 'Pôr em turma',
    icon: Group,
    key: 't',
    isFirst: ({ turmas }) => turmas.length === 0,
    may: (student, { rights }) => goesOn(student) && rights.includes('turmas'),
    form: classForm,
    write: 'teaching.enrollStudents',
    undo: 'teaching.undoEnrollments',
    sent: ({ turma_id }) => ({ id: turma_id }),
    done: studentMessages.inClass,
  },
  { name: 'dados', label: 'Mudar os dados', isForOne: true, href: ({ id }) => routes.manager.personData(id) },
  {
    name: 'trocar',
    label: 'Trocar de turma',
    may: (student, { rights }) => goesOn(student) && student.turmas.length > 0 && rights.includes('turmas'),
    form: changeForm,
    operation: 'teaching.updateEnrollment',
    sent: ({ de, turma_id }) => ({ id: de, turma_id }),
    done: () => 'Turma trocada.',
  },
  {
    name: 'convidar',
    label: 'Convidar por e-mail',
    key: 'c',
    may: (student) => isOut(student) && student.email !== '',
    write: 'students.inviteStudents',
    change: () => ({}),
  },
  { name: 'folha', label: 'Folha com código', key: 'p', may: isOut, form: sheetForm },
  {
    name: 'responsavel',
    label: 'Convidar responsável',
    isForOne: true,
    may: lacksGuardian,
    operation: 'students.inviteGuardian',
    sent: () => ({}),
  },
  {
    name: 'folha-responsavel',
    label: 'Código do responsável',
    isForOne: true,
    may: lacksGuardian,
    href: ({ id }) => guardianSheet(id),
  },
  {
    name: 'contrato',
    label: 'Novo contrato',
    isForOne: true,
    may: (student, { rights }) => goesOn(student) && rights.includes('financeiro'),
    href: ({ id }) => routes.manager.contract(id),
  },
  {
    name: 'unidade',
    label: 'Trocar de unidade',
    may: (student) => isStudent(student) && (details(student).unidades?.length ?? 0) > 1,
    form: {
      fields: ({ rows: [student] }) => [
        {
          name: 'unidade_id',
          kind: 'choice',
          isNumber: true,
          isRequired: true,
          options: namesOf(student && details(student).unidades?.filter(({ id }) => id !== student.unidade.id)),
        },
        { name: 'motivo' },
        { name: 'encerrar_turmas', label: 'Encerrar as turmas da unidade de antes', kind: 'box' },
      ],
      begin: ({ rows: [student] }) => ({
        encerrar_turmas: true,
        unidade_id: String(
          (student && details(student).unidades?.find(({ id }) => id !== student.unidade.id)?.id) ?? '',
        ),
      }),
      note: ({ rows: [student] }) => studentMessages.moves(student?.unidade.nome ?? ''),
    },
    operation: 'students.moveStudent',
    done: () => 'Unidade trocada. O histórico guarda a de antes.',
  },
  {
    name: 'encerrar',
    label: 'Encerrar o curso',
    isDanger: true,
    may: (student) => goesOn(student) && details(student).acesso !== undefined,
    form: {
      fields: ({ rows: [student] }) => [
        { name: 'motivo', isRequired: true, isWide: true },
        { name: 'concluiu', label: 'Concluiu o livro', kind: 'box' },
        ...(student && details(student).parcelas_a_vencer
          ? [
              {
                name: 'cancelar_parcelas',
                label: studentMessages.cancelsBills(details(student).parcelas_a_vencer ?? 0),
                kind: 'box',
              } as const,
            ]
          : []),
        { name: 'manter_acesso', label: 'Manter o acesso ao portal', kind: 'box' },
      ],
      note: ({ rows }) => studentMessages.ends(nameOf(rows)),
    },
    operation: 'students.endCourse',
    done: () => 'Curso encerrado. Se foi engano, retome o curso aqui.',
  },
  {
    name: 'bloquear',
    label: 'Bloquear o acesso',
    isDanger: true,
    may: (student) => !student.bloqueado && mayShutOut(student),
    form: {
      note: ({ rows }) => studentMessages.blocks(nameOf(rows)),
      send: ({ rows }) => `Bloquear o acesso de ${nameOf(rows)}`,
    },
    operation: 'people.setUserBlock',
    sent: () => ({ bloqueado: true }),
    done: () => 'Acesso bloqueado. As sessões e os aparelhos desta pessoa foram encerrados.',
  },
  {
    name: 'papel',
    label: 'Encerrar um papel',
    isDanger: true,
    may: (student, { rights }) =>
      rights.includes('equipe') && mayShutOut(student) && (details(student).acesso?.papeis.length ?? 0) > 0,
    form: {
      fields: ({ rows: [student] }) => [
        {
          name: 'papel',
          kind: 'choice',
          isRequired: true,
          isWide: true,
          options: ((student && details(student).acesso?.papeis) ?? []).map(({ papel, nome }) => ({
            value: papel,
            label: nome,
          })),
        },
      ],
      begin: ({ rows: [student] }) => ({ papel: (student && details(student).acesso?.papeis[0]?.papel) ?? '' }),
      note: ({ rows }) => studentMessages.endsRole(nameOf(rows)),
      send: 'Encerrar o papel',
    },
    operation: 'people.endUserRole',
    done: () => 'Papel encerrado. As sessões e os aparelhos desta pessoa foram encerrados.',
  },
];

/** A student: the acts are the same in the list and in the record. */
export const student: Subject<Student> = {
  kind: 'aluno',
  titleOf: ({ full_name }) => full_name,
  href: ({ id }) => routes.manager.person(id),
  acts,
  write: 'students.inviteStudents',
  labels: studentFields,
};

/** Whether bills are overdue; null for a reader without that right. */
export const drawBills = ({ parcelas_vencidas: late }: Student) =>
  late === null ? null : late > 0 ? (
    <Chip tone="error">{plural(late, 'vencida', 'vencidas')}</Chip>
  ) : (
    <Chip tone="success">Em dia</Chip>
  );
