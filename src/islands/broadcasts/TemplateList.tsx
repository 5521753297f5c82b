import { MAX_MESSAGE } from '#lib/format/limits.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { messageParts } from '#lib/rules/broadcasts/message-parts.ts';
import { exampleValues, fillPlaceholders } from '#lib/rules/broadcasts/placeholders.ts';
import { noticeCategories } from '#lib/words/inbox.ts';
import type { ListOf, ViewProps } from '../kit/describe.ts';
import { List } from '../kit/List.tsx';
import { Chip } from '../ui/Chip.tsx';

type Template = AnswerOf<'broadcasts.listTemplates'>['items'][number];

const { push } = routes.manager;
const begin = ({ id }: Template) => push.create(undefined, { modelo: String(id) });
/** An example for a reader. */
const exampleOf = ({ title, body }: Template) => (
  <>
    <strong>{fillPlaceholders(title, exampleValues, MAX_MESSAGE.title)}</strong>{' '}
    {fillPlaceholders(body, exampleValues, MAX_MESSAGE.body)}
  </>
);

export const templates: ListOf<Template, 'broadcasts.listTemplates'> = {
  kind: 'modelo',
  titleOf: ({ nome }) => nome,
  href: begin,
  acts: [
    { name: 'usar', label: 'Usar', isFirst: true, isForOne: true, href: begin },
    {
      name: 'excluir',
      label: 'Excluir',
      isDanger: true,
      may: ({ is_own }) => is_own,
      form: {
        note: 'As mensagens escritas com ele continuam.',
        send: ({ rows }) => (rows.length === 1 ? 'Excluir o modelo' : `Excluir ${rows.length} modelos`),
      },
      change: () => ({}),
      done: (count) => (count === 1 ? 'Modelo excluído.' : `${count} modelos excluídos.`),
    },
  ],
  write: 'broadcasts.deleteTemplates',
  title: 'Modelos',
  words: ['modelo', 'modelos'],
  path: push.templates(),
  tabs: messageParts,
  read: 'broadcasts.listTemplates',
  inputOf: () => ({}),
  columns: [
    { label: 'Modelo', width: 260, cell: ({ nome }) => nome },
    { label: 'Como chega', cell: exampleOf },
    { label: 'Assunto', width: 150, from: 1340, cell: ({ category }) => noticeCategories[category].name },
    {
      label: 'De quem',
      width: 110,
      endsPhoneLine: true,
      cell: ({ is_own }) => <Chip tone={is_own ? 'brand' : 'neutral'}>{is_own ? 'Da escola' : 'Do portal'}</Chip>,
    },
  ],
  note: exampleOf,
  create: { name: 'escrever', label: 'Escrever um modelo', key: 'c', href: () => push.create() },
  empty: { title: 'Nenhum modelo ainda', text: 'Escreva uma mensagem e guarde o texto em “Salvar como modelo”.' },
};

/** Templates of messages. The data of each reader is filled in automatically. */
export const TemplateList = (props: ViewProps<'broadcasts.listTemplates'>) => <List list={templates} {...props} />;
