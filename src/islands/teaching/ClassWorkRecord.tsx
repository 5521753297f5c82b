import { useMemo } from 'react';
import { relativeTime } from '#lib/format/dates.ts';
import { formatMark } from '#lib/format/grade.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { exerciseWords, progressWords, shortKinds, stateLooks } from '#lib/words/teaching-work.ts';
import type { RecordOf, Subject, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { Record } from '../kit/Record.tsx';
import { dueOf, work } from './work.tsx';

type Details = AnswerOf<'teaching.getClassWork'>;
type HandedIn = Details['entregas'][number];

const handedIn: Subject<HandedIn, Details> = {
  kind: 'entrega',
  titleOf: ({ aluno }) => aluno.nome,
  href: ({ id, turma }) => routes.teacher.handedIn(id, { turma: String(turma.id) }),
};

const markOf = ({ nota, nota_maxima }: HandedIn) =>
  nota !== null && `Nota ${formatMark(nota)} de ${formatMark(nota_maxima)}`;

/** @param turma the id of its class */
export const classWorkRecord = (turma: string): RecordOf<Details, 'teaching.getClassWork'> => ({
  ...work,
  read: 'teaching.getClassWork',
  back: { label: 'Atividade', href: routes.teacher.work(turma) },
  lead: ({ tipo }) => shortKinds[tipo],
  facts: (each, env) => [
    ['Turma', draw.link(routes.teacher.work(each.turma.id), each.turma.nome)],
    ['Prazo', dueOf(each, env)],
    ['Unidade', each.unidades.find(({ id }) => id === each.unidade_id)?.titulo],
    ['Nota máxima', formatMark(each.nota_maxima)],
  ],
  parts: [
    { title: 'O que fazer', body: ({ descricao }) => <p className="measure whitespace-pre-line">{descricao}</p> },
    {
      title: 'Quem entregou',
      isBeside: true,
      isShown: ({ tipo }) => tipo !== 'leitura',
      lines: {
        subject: handedIn,
        of: ({ entregas }) => entregas,
        state: ({ estado }: HandedIn) => draw.state(stateLooks[estado]),
        note: (each: HandedIn, { now, timeZone }) => [
          markOf(each),
          each.entregue_em && `entregue ${relativeTime(each.entregue_em, new Date(now), timeZone)}`,
          each.atrasada && 'com atraso',
        ],
        empty: progressWords(0, 0),
      },
    },
    {
      title: 'Perguntas',
      isShown: ({ exercicio }) => exercicio !== null,
      body: ({ exercicio }) =>
        exercicio && (
          <ol className="grid list-inside list-decimal gap-3">
            {exercicio.questoes.map(({ id, enunciado, explicacao, certas }) => (
              <li key={id}>
                {enunciado}
                <span className="text-muted num block text-sm">
                  {exerciseWords.share(certas, exercicio.respondidas)} · {explicacao}
                </span>
              </li>
            ))}
          </ol>
        ),
    },
  ],
});

/** One assignment of a class with its submissions. */
export function ClassWorkRecord({ turma, ...view }: ViewProps<'teaching.getClassWork'> & { turma: string }) {
  const record = useMemo(() => classWorkRecord(turma), [turma]);
  return <Record record={record} {...view} />;
}
