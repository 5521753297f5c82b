import { relativeTime } from '#lib/format/dates.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { messageParts } from '#lib/rules/broadcasts/message-parts.ts';
import { mailKinds, mailMessages } from '#lib/words/broadcasts-mails.ts';
import { ownWord } from '#lib/words/own-word.ts';
import Send from '~icons/material-symbols/send-outline-rounded';
import type { Env, ListOf, ViewProps } from '../kit/describe.ts';
import { List } from '../kit/List.tsx';
import { stateFilter } from '../kit/options.ts';

type Mail = AnswerOf<'broadcasts.listFailedEmails'>['items'][number];

const whenOf = ({ criado_em }: Mail, { now, timeZone }: Env) => relativeTime(criado_em, new Date(now), timeZone);
const readersOf = ({ pessoas, para }: Mail) => [...pessoas, para].join(' · ');

export const mails: ListOf<Mail, 'broadcasts.listFailedEmails'> = {
  kind: 'email',
  titleOf: ({ assunto, para }) => `${assunto}, ${para}`,
  acts: [
    {
      name: 'reenviar',
      label: 'Mandar de novo',
      icon: Send,
      key: 'e',
      isFirst: true,
      may: ({ pode_sair }) => pode_sair,
      change: () => ({}),
    },
  ],
  write: 'broadcasts.resendMails',
  title: 'E-mails parados',
  words: ['e-mail', 'e-mails'],
  path: routes.manager.push.mails(),
  tabs: messageParts,
  read: 'broadcasts.listFailedEmails',
  inputOf: ({ estado, depois }) => ({ ...(estado && { estado: 'podem_sair' as const }), ...(depois && { depois }) }),
  filters: [
    stateFilter({ podem_sair: mailMessages.canLeave }, { all: 'Todos', counts: ({ podem_sair }) => ({ podem_sair }) }),
  ],
  columns: [
    { label: 'E-mail', width: 300, cell: ({ assunto }) => assunto },
    { label: 'Para', width: 250, cell: readersOf },
    { label: 'Por que parou', cell: ({ motivo }) => <span title={motivo}>{motivo}</span> },
    { label: 'Tipo', width: 150, from: 1500, cell: ({ tipo }) => ownWord(mailKinds, tipo) ?? 'E-mail' },
    { label: 'Escrito', width: 130, endsPhoneLine: true, cell: whenOf },
  ],
  note: (mail) => [readersOf(mail), mail.motivo],
  others: ({ podem_sair }) =>
    podem_sair > 0
      ? [
          {
            name: 'reenviar-todos',
            label: 'Mandar todos de novo',
            operation: 'broadcasts.resendMails',
            sent: () => ({}),
          },
        ]
      : [],
  empty: { title: 'Nenhum e-mail parado', text: 'Tudo o que o portal escreveu saiu, ou ainda está na fila.' },
};

/** Failed emails: the reason, and the button that sends them again. */
export const MailList = (props: ViewProps<'broadcasts.listFailedEmails'>) => <List list={mails} {...props} />;
