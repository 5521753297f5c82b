import { brands } from '#lib/brand.ts';
import { formatDate, formatTime, relativeTime } from '#lib/format/dates.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { promoStates } from '#lib/words/promo-panel.ts';
import type { Env, ListOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { List } from '../kit/List.tsx';

type Promo = AnswerOf<'promo.listManagedPromos'>['items'][number];

/** Unpublished changes of the page, and who does not see it. */
const waitsOf = ({ tem_rascunho, agendada_em, publica }: Promo, { timeZone }: Env) =>
  [
    tem_rascunho && 'Rascunho com mudanças',
    agendada_em && `Agendada para ${formatDate(agendada_em, timeZone)}, ${formatTime(agendada_em, timeZone)}`,
    !publica && 'Só para quem entra',
  ]
    .filter(Boolean)
    .join(' · ');
const changeOf = ({ mudada }: Promo, { now, timeZone }: Env) =>
  mudada ? [relativeTime(mudada.em, new Date(now), timeZone), mudada.quem].filter(Boolean).join(' · ') : 'Nenhuma';

export const promoList: ListOf<Promo, 'promo.listManagedPromos'> = {
  kind: 'pagina',
  titleOf: ({ titulo }) => titulo,
  href: ({ pagina }) => routes.manager.promo(pagina),
  acts: [{ name: 'abrir', label: 'Abrir', isFirst: true, isForOne: true, href: ({ pagina }) => `/${pagina}` }],
  title: 'Páginas',
  words: ['página', 'páginas'],
  path: routes.manager.promos(),
  read: 'promo.listManagedPromos',
  inputOf: () => ({}),
  columns: [
    { label: 'Página', width: 190, cell: ({ titulo }) => titulo },
    { label: 'Promessa', cell: ({ promessa }) => promessa },
    { label: 'Marca', width: 92, from: 1500, cell: ({ marca }) => brands[marca].shortName },
    { label: 'À espera', width: 180, cell: waitsOf },
    { label: 'Última mudança', width: 190, from: 1500, cell: changeOf },
    { label: 'Contatos em 30 dias', width: 150, isNumeric: true, cell: ({ contatos }) => contatos },
    { label: 'Situação', width: 110, endsPhoneLine: true, cell: ({ estado }) => draw.state(promoStates[estado]) },
  ],
  note: (each, env) => [each.promessa, waitsOf(each, env)],
  empty: { title: 'Nenhuma página', text: 'As páginas que vendem os programas aparecem aqui.' },
};

/** Promotional pages: their state, their drafts, and their number of leads. */
export const PromoList = (props: ViewProps<'promo.listManagedPromos'>) => <List list={promoList} {...props} />;
