import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { phraseWords } from '#lib/words/teaching-work.ts';
import Delete from '~icons/material-symbols/delete-outline-rounded';
import Edit from '~icons/material-symbols/edit-note-outline-rounded';
import type { FormOf, ListOf, ViewProps } from '../kit/describe.ts';
import { List } from '../kit/List.tsx';

type Phrase = AnswerOf<'teaching.listPhrases'>['items'][number];

const form: FormOf<Phrase, unknown> = {
  fields: [{ name: 'texto', kind: 'area', isRequired: true, hint: phraseWords.hint }],
  begin: ({ rows: [row] }) => ({ texto: row?.texto ?? '' }),
  send: 'Guardar',
};

export const phraseList: ListOf<Phrase, 'teaching.listPhrases'> = {
  kind: 'frase',
  titleOf: ({ texto }) => texto,
  acts: [
    {
      name: 'mudar',
      label: 'Mudar a frase',
      icon: Edit,
      key: 'e',
      isFirst: true,
      form,
      operation: 'teaching.updatePhrase',
      done: () => 'Frase mudada.',
    },
    {
      name: 'apagar',
      label: 'Apagar a frase',
      icon: Delete,
      isFirst: true,
      isDanger: true,
      form: { note: phraseWords.gone },
      operation: 'teaching.removePhrase',
      done: () => 'Frase apagada.',
    },
  ],
  title: 'Minhas frases',
  words: ['frase', 'frases'],
  path: routes.teacher.phrases(),
  links: () => [{ label: 'Correções', href: routes.teacher.inbox() }],
  read: 'teaching.listPhrases',
  columns: [{ label: 'Frase', cell: ({ texto }) => texto }],
  note: () => null,
  create: {
    name: 'guardar',
    label: 'Guardar uma frase',
    key: 'n',
    form: form as FormOf<never, unknown>,
    operation: 'teaching.addPhrase',
    done: () => phraseWords.stored,
  },
  empty: { title: 'Nenhuma frase ainda', text: phraseWords.lead },
};

/** A teacher’s saved phrases for corrections. */
export const PhraseList = (props: ViewProps<'teaching.listPhrases'>) => <List list={phraseList} {...props} />;
