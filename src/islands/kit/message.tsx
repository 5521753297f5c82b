import type { AnswerOf, IslandWrite } from '#lib/page/operations.ts';
import { query } from '#lib/stores/operations.ts';
import { reachWords } from '#lib/words/broadcasts-reach.ts';
import Message from '~icons/material-symbols/mail-outline-rounded';
import type { Act, Thing } from './describe.ts';

type Reach = AnswerOf<'broadcasts.previewAudience'>;

interface To {
  /** The audience’s field for the row ids. */
  list: 'turma_ids' | 'user_ids';
  category: 'aula' | 'aviso';
  write: IslandWrite;
}

/** A message to the people of rows, or to rows that are people. The button shows its reach. */
export const message = <Row extends Thing>({ list, category, write }: To): Act<Row> => ({
  name: 'mensagem',
  label: 'Mensagem',
  icon: Message,
  key: 'm',
  may: (_row, { rights }) => rights.includes('mensagens'),
  form: {
    ask: {
      load: (rows) =>
        query('broadcasts.previewAudience', {
          [list]: rows.map(({ id }) => id).join(','),
          category,
          por_email: 'true',
        }),
    },
    fields: [
      { name: 'title', isRequired: true, isWide: true },
      { name: 'body', kind: 'area', isRequired: true },
    ],
    note: ({ known }: { known: Reach | null }) => known && `${reachWords(known)}.`,
    send: ({ known }: { known: Reach | null }) =>
      known && known.people === 0 ? null : known ? `Enviar para ${known.people}` : 'Enviar',
  },
  write,
  sent: (values) => values,
});
