import { formatDate } from '#lib/format/dates.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { teamParts } from '#lib/rules/people/team-parts.ts';
import { CHANGE_KINDS, changeKinds } from '#lib/rules/sync/changes.ts';
import { webhookWords } from '#lib/words/sync.ts';
import type { Act, ListOf, ViewProps } from '../kit/describe.ts';
import { List } from '../kit/List.tsx';
import { namesOf } from '../kit/options.ts';
import { drawState, showSecret, type Webhook, webhook } from './webhook.tsx';

type Webhooks = AnswerOf<'sync.listWebhooks'>;

const create: Act<never, Webhooks> = {
  name: 'adicionar',
  label: 'Adicionar um endereço',
  key: 'n',
  form: {
    fields: ({ facts }) => [
      { name: 'url', isRequired: true, isWide: true, hint: 'Começa com https://. Quem faz o sistema diz qual é.' },
      {
        name: 'chave_id',
        kind: 'choice',
        isNumber: true,
        isWide: true,
        options: namesOf(facts?.chaves),
      },
      {
        name: 'eventos',
        kind: 'picks',
        isRequired: true,
        find: async () =>
          CHANGE_KINDS.filter((kind) => facts?.chaves.some(({ leituras }) => leituras.includes(kind))).map((value) => ({
            value,
            label: changeKinds[value].name,
          })),
      },
    ],
    begin: ({ facts }) => ({ chave_id: String(facts?.chaves[0]?.id ?? '') }),
    note: webhookWords.signed,
    send: 'Adicionar endereço',
  },
  operation: 'sync.createWebhook',
  shows: showSecret,
  done: () => webhookWords.added,
};

const eventsOf = ({ eventos }: Webhook) => eventos.map((kind) => changeKinds[kind].name).join(', ');

export const webhookList: ListOf<Webhook, 'sync.listWebhooks'> = {
  ...webhook,
  title: 'Webhooks',
  words: ['endereço', 'endereços'],
  path: routes.manager.webhooks(),
  tabs: teamParts,
  read: 'sync.listWebhooks',
  create,
  mayCreate: ({ chaves }) => chaves.length > 0,
  columns: [
    { label: 'Endereço', cell: ({ url }) => url },
    { label: 'O que recebe', width: 300, cell: eventsOf },
    { label: 'Chave', width: 170, cell: ({ chave }) => chave.nome },
    { label: 'Desde', width: 104, from: 1340, cell: ({ criado_em }, { timeZone }) => formatDate(criado_em, timeZone) },
    { label: 'Situação', width: 120, endsPhoneLine: true, cell: drawState },
  ],
  note: (each) => [eventsOf(each), `chave ${each.chave.nome}`],
  links: ({ chaves }) => (chaves.length > 0 ? [] : [{ label: 'Criar uma chave', href: routes.manager.keys() }]),
  empty: ({ chaves }) => ({
    title: 'Nenhum endereço ainda',
    text: chaves.length > 0 ? 'Adicione o do sistema da secretaria.' : webhookWords.needsKey,
  }),
};

/** Addresses that receive changes of the portal. */
export const WebhookList = (props: ViewProps<'sync.listWebhooks'>) => <List list={webhookList} {...props} />;
