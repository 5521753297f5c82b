import { useMemo } from 'react';
import { routes } from '#lib/routes.ts';
import { progressWords, shortKinds } from '#lib/words/teaching-work.ts';
import type { ListOf, ViewProps } from '../kit/describe.ts';
import { List } from '../kit/List.tsx';
import { Chip } from '../ui/Chip.tsx';
import { dueOf, newExercise, newWork, type Work, work } from './work.tsx';

const progressOf = ({ tipo, entregues, alunos }: Work) => (tipo === 'leitura' ? '' : progressWords(entregues, alunos));

/** @param turma the id of a class */
export const classWorkList = (turma: string): ListOf<Work, 'teaching.listClassWork'> => ({
  ...work,
  title: 'Atividades',
  words: ['atividade', 'atividades'],
  path: routes.teacher.work(turma),
  links: ({ turma: { nome } }) => [{ label: nome, href: routes.teacher.class(turma) }],
  read: 'teaching.listClassWork',
  inputOf: () => ({ id: turma }),
  columns: [
    { label: 'Atividade', cell: ({ titulo }) => titulo },
    { label: 'Tipo', width: 92, from: 1500, cell: ({ tipo }) => shortKinds[tipo] },
    { label: 'Prazo', width: 288, cell: dueOf },
    { label: 'Entregas', width: 196, cell: progressOf },
    {
      label: 'Para corrigir',
      width: 160,
      endsPhoneLine: true,
      cell: ({ a_corrigir }) => a_corrigir > 0 && <Chip tone="info">{a_corrigir} para corrigir</Chip>,
    },
  ],
  note: (each, env) => [shortKinds[each.tipo], dueOf(each, env), progressOf(each)],
  create: newWork(turma),
  others: [newExercise(turma)],
  empty: {
    title: 'Nenhuma atividade ainda',
    text: 'Crie a primeira: a turma recebe o aviso e entrega pelo portal.',
  },
});

/** The assignments of a class, each with the students’ progress. */
export function ClassWorkList({ turma, ...view }: ViewProps<'teaching.listClassWork'> & { turma: string }) {
  const list = useMemo(() => classWorkList(turma), [turma]);
  return <List list={list} {...view} />;
}
