import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { $progress, watchBroadcast } from '#lib/stores/broadcasts-log.ts';
import { broadcastWords, panelMessages, reachedWords, shareDone, whenWords } from '#lib/words/broadcasts-panel.ts';
import { lookFor } from '#lib/words/own-word.ts';
import Send from '~icons/material-symbols/send-outline-rounded';
import type { Act, Env, Subject } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { Chip } from '../ui/Chip.tsx';

export type Message = AnswerOf<'broadcasts.listSchoolBroadcasts'>['items'][number];

const { push } = routes.manager;
const isOpen = ({ status }: Message) => status === 'rascunho' || status === 'agendada';

const acts: readonly Act<Message>[] = [
  {
    name: 'enviar',
    label: 'Enviar',
    icon: Send,
    isFirst: true,
    may: ({ status }) => status === 'rascunho',
    href: ({ id }) => push.send(id),
  },
  {
    name: 'mudar-envio',
    label: 'Mudar envio',
    icon: Send,
    isFirst: true,
    may: ({ status }) => status === 'agendada',
    href: ({ id }) => push.send(id),
  },
  { name: 'editar', label: 'Editar o texto', may: isOpen, href: ({ id }) => push.create(id) },
  {
    name: 'repetir',
    label: 'Tentar de novo com os que falharam',
    key: 't',
    may: ({ status, repeat, counts }) => status !== 'cancelada' && !repeat && (counts?.failed ?? 0) > 0,
    operation: 'broadcasts.retryBroadcast',
    done: () => panelMessages.retried,
  },
  {
    name: 'duplicar',
    label: 'Duplicar',
    isForOne: true,
    href: ({ id }) => push.create(undefined, { copia: String(id) }),
  },
  {
    name: 'cancelar',
    label: 'Cancelar envio',
    isDanger: true,
    may: ({ status }) => status === 'agendada' || status === 'enviando',
    form: {
      note: ({ rows: [row] }) => panelMessages.ends(row?.status === 'enviando'),
      send: 'Cancelar o envio',
    },
    operation: 'broadcasts.cancelBroadcast',
    done: () => panelMessages.cancelled,
  },
  {
    name: 'excluir',
    label: 'Excluir',
    isDanger: true,
    may: (message) => isOpen(message) || (message.status === 'cancelada' && !message.sent_at),
    form: {
      note: 'Não aparece mais na lista, e não pode ser recuperada.',
      send: ({ rows }) => (rows.length === 1 ? 'Excluir a mensagem' : `Excluir ${rows.length} mensagens`),
    },
    change: () => ({}),
    done: (count) => (count === 1 ? 'Mensagem excluída.' : `${count} mensagens excluídas.`),
  },
];

/** A message of the staff: its acts are the same in the list, the history and the record. */
export const message: Subject<Message> = {
  kind: 'mensagem',
  titleOf: ({ titulo }) => titulo,
  href: (each) => (isOpen(each) ? push.create(each.id) : push.history(each.id)),
  acts,
  write: 'broadcasts.deleteBroadcasts',
};

/** The state in words; while it is being sent, its progress. */
export const drawState = (each: Message) =>
  each.status === 'enviando' && each.counts ? <Sending {...each} /> : <State {...each} />;

function State({ status }: Pick<Message, 'status'>) {
  return draw.state(lookFor(broadcastWords, status, (name) => ({ name, tone: 'neutral' as const })));
}

function Sending({ id, counts: first }: Message) {
  const now = useStore($progress, { ssr: 'initial' })[id];
  useEffect(() => watchBroadcast(id), [id]);
  const counts = now?.counts ?? first;
  if (now && now.status !== 'enviando') return <State status={now.status} />;
  return <Chip tone="info">Enviando{counts && ` ${shareDone(counts)}%`}</Chip>;
}

export const whenOf = (each: Message, { now, timeZone }: Env) => whenWords(each, new Date(now), timeZone);

/** `Chegou a 98 de 100 pessoas`; null before it was sent, and after its deliveries were deleted. */
export const resultOf = ({ counts }: Message): string | null => (counts ? reachedWords(counts) : null);
