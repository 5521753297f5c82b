import type { AnswerOf, InputOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { messageParts } from '#lib/rules/broadcasts/message-parts.ts';
import { broadcastWords, shareOf } from '#lib/words/broadcasts-panel.ts';
import type { Act, Address, ListOf, ViewProps } from '../kit/describe.ts';
import { List } from '../kit/List.tsx';
import { stateFilter } from '../kit/options.ts';
import { drawState, type Message, message, resultOf, whenOf } from './message.tsx';

type Read = 'broadcasts.listSchoolBroadcasts';
type Query = InputOf<Read> & object;
type Facts = AnswerOf<Read>;

const { push } = routes.manager;
const states = {
  ...Object.fromEntries(Object.entries(broadcastWords).map(([value, { many }]) => [value, many])),
  com_falhas: 'Com falhas',
};
const filterOf = ({ estado, depois }: Address): Query => ({
  ...(estado && { estado: estado as NonNullable<Query['estado']> }),
  ...(depois && { depois }),
});

const write: Act<never, Facts> = {
  name: 'escrever',
  label: 'Escrever mensagem',
  key: 'c',
  href: () => push.create(),
};

const empty = {
  title: 'Nenhuma mensagem ainda',
  text: 'Avise uma turma, lembre de um vencimento ou chame quem parou de estudar. Antes de sair, você vê a quantas pessoas chega.',
};

export const messages: ListOf<Message, Read> = {
  ...message,
  title: 'Mensagens',
  words: ['mensagem', 'mensagens'],
  path: push.list(),
  tabs: messageParts,
  read: 'broadcasts.listSchoolBroadcasts',
  inputOf: filterOf,
  filters: [stateFilter(states, { all: 'Todas' })],
  columns: [
    { label: 'Mensagem', cell: ({ titulo }) => titulo },
    { label: 'Para', width: 220, cell: ({ publico }) => publico },
    { label: 'Quando', width: 164, cell: whenOf },
    { label: 'Resultado', width: 200, from: 1500, cell: resultOf },
    { label: 'Situação', width: 140, endsPhoneLine: true, cell: drawState },
  ],
  note: (each, env) => [whenOf(each, env), each.publico],
  create: write,
  empty,
};

/** The history: messages that were sent, or are being sent. */
export const sentMessages: ListOf<Message, Read> = {
  ...messages,
  title: 'Histórico',
  path: push.history(),
  inputOf: (address) => ({ ...filterOf(address), saiu: 'true' }),
  filters: [stateFilter(states, { all: 'Tudo', only: ['enviando', 'enviada', 'com_falhas'] })],
  columns: [
    { label: 'Mensagem', cell: ({ titulo }) => titulo },
    { label: 'Para', width: 220, cell: ({ publico }) => publico },
    { label: 'Quando', width: 150, cell: whenOf },
    { label: 'Resultado', width: 200, cell: resultOf },
    {
      label: 'Clicadas',
      width: 84,
      isNumeric: true,
      cell: ({ counts }) => counts && shareOf(counts.clicked, counts.accepted),
    },
    { label: 'Situação', width: 140, endsPhoneLine: true, cell: drawState },
  ],
  note: (each, env) => [whenOf(each, env), resultOf(each)],
  empty: { title: 'Nada saiu ainda', text: 'Cada envio deixa aqui quem recebeu, quem clicou e o que falhou.' },
};

/** Messages of the staff: drafts, waiting and sent ones. */
export const MessageList = (props: ViewProps<Read>) => <List list={messages} {...props} />;
export const SentMessageList = (props: ViewProps<Read>) => <List list={sentMessages} {...props} />;
