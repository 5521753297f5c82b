import { relativeTime } from '#lib/format/dates.ts';
import { formatMark } from '#lib/format/grade.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { workViews } from '#lib/words/teaching-work.ts';
import type { Env, ListOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { List } from '../kit/List.tsx';
import { ID, stateFilter } from '../kit/options.ts';
import { Chip } from '../ui/Chip.tsx';

type Work = AnswerOf<'teaching.listHandedIn'>['items'][number];

const verbs = { a_corrigir: 'entregue', devolvida: 'devolvido', corrigida: 'corrigido' } as const;

/** Since when it waits, or when it was corrected or returned. */
function whenOf({ estado, ...each }: Work, { now, timeZone }: Env): string {
  const at = { a_corrigir: each.entregue_em, devolvida: each.devolvida_em, corrigida: each.corrigida_em }[estado];
  return at === null ? '' : `${verbs[estado]} ${relativeTime(at, new Date(now), timeZone)}`;
}

function markOf({ estado, nota, nota_maxima, atrasada }: Work) {
  if (estado !== 'corrigida') return atrasada && <Chip tone="warning">Com atraso</Chip>;
  return nota !== null && <span className="num">{`${formatMark(nota)} de ${formatMark(nota_maxima)}`}</span>;
}

export const handedInList: ListOf<Work, 'teaching.listHandedIn'> = {
  kind: 'trabalho',
  titleOf: ({ aluno, atividade }) => `${aluno.nome}, ${atividade.nome}`,
  // The next submission is of the same class.
  href: ({ id }, address) => routes.teacher.handedIn(id, { turma: address?.turma }),
  title: 'Correções',
  words: ['trabalho', 'trabalhos'],
  path: routes.teacher.inbox(),
  links: () => [{ label: 'Minhas frases', href: routes.teacher.phrases() }],
  read: 'teaching.listHandedIn',
  filters: [
    stateFilter(workViews, { all: 'Para corrigir' }),
    {
      name: 'turma',
      label: 'Turma',
      all: 'Todas as turmas',
      takes: ID,
      options: ({ turmas }) =>
        turmas.map(({ id, nome, a_corrigir }) => ({ value: String(id), label: nome, count: a_corrigir })),
    },
  ],
  columns: [
    { label: 'Aluno', cell: ({ aluno, atividade }) => draw.title(aluno.nome, atividade.nome) },
    { label: 'Atividade', width: 224, cell: ({ atividade }) => atividade.nome },
    { label: 'Turma', width: 150, cell: ({ turma }) => turma.nome },
    { label: 'Quando', width: 272, cell: whenOf },
    { label: 'Nota ou atraso', width: 130, endsPhoneLine: true, cell: markOf },
  ],
  note: (each, env) => [each.atividade.nome, each.turma.nome, whenOf(each, env)],
  empty: { title: 'Nada esperando correção', text: 'Quando um aluno entregar, o trabalho aparece aqui.' },
};

/** Students’ submissions. Waiting ones come first, the oldest at the top. */
export const HandedInList = (props: ViewProps<'teaching.listHandedIn'>) => <List list={handedInList} {...props} />;
