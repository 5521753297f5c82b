import { plural } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { requestStatus } from '#lib/rules/abroad/status.ts';
import { abroadFields } from '#lib/words/abroad-panel.ts';
import type { Act, FormOf, Subject, Thing } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';

export type Request = AnswerOf<'abroad.listSchoolRequests'>['items'][number];

const isOpen = ({ status }: Request) => ['enviada', 'em_analise', 'documento_recusado'].includes(status);

/** What is missing for the approval; empty: nothing. */
export const waitsFor = (row: Request) =>
  isOpen(row)
    ? [
        row.falta_aceitar > 0 && `aceitar ${plural(row.falta_aceitar, 'documento', 'documentos')}`,
        row.falta_autorizar && 'a autorização do responsável',
      ]
        .filter(Boolean)
        .join(' e ')
    : '';

export const drawStatus = ({ status }: Request) => draw.state(requestStatus[status]);

/** A form for a reason. @param words the consequence */
export const refusalForm = (words: string): FormOf<Thing, object> => ({
  fields: [{ name: 'motivo', isRequired: true, isWide: true }],
  note: words,
});

const decide = (resultado: 'em_analise' | 'aprovada' | 'recusada'): Partial<Act<Request>> => ({
  isFirst: true,
  operation: 'abroad.decideRequest',
  sent: (values) => ({ ...values, resultado }),
  done: () => `O pedido está em “${requestStatus[resultado].name}”.`,
});

const acts: readonly Act<Request>[] = [
  {
    ...decide('em_analise'),
    name: 'analisar',
    label: 'Começar a análise',
    key: 'a',
    may: ({ status }) => status === 'enviada',
  },
  {
    ...decide('aprovada'),
    name: 'aprovar',
    label: 'Aprovar o pedido',
    key: 'p',
    may: (row) => row.status === 'em_analise' && waitsFor(row) === '',
  },
  {
    ...decide('recusada'),
    name: 'recusar',
    label: 'Não aprovar o pedido',
    isFirst: false,
    isDanger: true,
    may: isOpen,
    form: refusalForm('O pedido termina aqui e a vaga volta para a turma. Isso não pode ser desfeito.'),
  },
];

/** The request of a student for a trip. */
export const request: Subject<Request> = {
  kind: 'pedido-de-viagem',
  titleOf: ({ aluno, protocolo }) => `Pedido ${protocolo}, ${aluno}`,
  href: ({ id }) => routes.manager.abroadRequest(id),
  acts,
  labels: abroadFields,
};
