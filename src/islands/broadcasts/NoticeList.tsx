import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { messageParts } from '#lib/rules/broadcasts/message-parts.ts';
import { DEFAULT_QUIET } from '#lib/rules/inbox/quiet-hours.ts';
import { query } from '#lib/stores/operations.ts';
import { noticeCategories } from '#lib/words/inbox.ts';
import type { Act, FormOf, ListOf, ViewProps } from '../kit/describe.ts';
import { List } from '../kit/List.tsx';
import { textsOf } from '../kit/options.ts';
import { Chip } from '../ui/Chip.tsx';

type Notice = AnswerOf<'inbox.listNoticeKinds'>['items'][number];

const never = { de: '00:00', ate: '00:00' };

const quiet: Act<never> = {
  name: 'silencio',
  label: 'Horário de silêncio',
  form: {
    ask: { load: () => query('inbox.getSchoolQuiet', {}) },
    fields: [
      { name: 'de', kind: 'time', isRequired: true },
      { name: 'ate', kind: 'time', isRequired: true },
      { name: 'nunca', kind: 'box', label: 'Sem horário de silêncio: podem chegar a qualquer hora' },
    ],
    begin: ({ known }) => {
      const isNever = known !== null && known.de === known.ate;
      return { ...(isNever ? DEFAULT_QUIET : known), nunca: isNever };
    },
    note: 'Nesse horário nenhum aparelho toca: as notificações esperam o fim dele. Vale para quem não escolheu o próprio horário, e para mensagens que o respeitam.',
    send: 'Salvar horário',
  } satisfies FormOf<never, object, AnswerOf<'inbox.getSchoolQuiet'>>,
  operation: 'inbox.updateSchoolQuiet',
  sent: ({ nunca, ...hours }) => (nunca ? never : hours),
  done: () => 'Horário salvo: vale para o que sair a partir de agora.',
};

const limits: Act<never> = {
  name: 'limite',
  label: 'Limite por pessoa',
  form: {
    ask: { load: () => query('broadcasts.getMessageLimits', {}) },
    fields: [
      { name: 'dia', kind: 'whole', isRequired: true },
      { name: 'semana', kind: 'whole', isRequired: true },
    ],
    begin: ({ known }) => textsOf(known ?? undefined, 'dia', 'semana'),
    note: 'Somando todas as mensagens da equipe. Quem já chegou ao limite fica de fora da próxima, e você vê quem é antes de enviar. Mensagens urgentes passam. Zero: sem limite.',
    send: 'Salvar limite',
  } satisfies FormOf<never, object, AnswerOf<'broadcasts.getMessageLimits'>>,
  operation: 'broadcasts.updateMessageLimits',
  done: () => 'Limite salvo: vale para o que sair a partir de agora.',
};

/** Switches a notice. */
const switchTo = (isOn: boolean): Partial<Act<Notice>> => ({
  isFirst: true,
  may: ({ enabled }) => enabled !== isOn,
  operation: 'inbox.updateNoticeKind',
  sent: (_values, [row]) => ({ kind: row?.kind, enabled: isOn }),
  done: () => 'Pronto: a mudança vale a partir de agora.',
});

/** An example for a reader. */
function exampleOf({ exemplo }: Notice) {
  const [title, body] = exemplo.split('\n');
  return (
    <>
      <strong>{title}</strong> {body}
    </>
  );
}

export const noticeList: ListOf<Notice, 'inbox.listNoticeKinds'> = {
  kind: 'aviso',
  titleOf: ({ nome }) => nome,
  acts: [
    { ...switchTo(true), name: 'ligar', label: 'Ligar', key: 'l' },
    { ...switchTo(false), name: 'desligar', label: 'Desligar', key: 'd' },
  ],
  labels: {
    de: 'Das',
    ate: 'Às',
    dia: 'Em 24 horas',
    semana: 'Em 7 dias',
  },
  title: 'Avisos automáticos',
  lead: 'O portal avisa sozinho quando algo acontece. Desligado, ninguém da sua escola recebe, nem no portal.',
  words: ['aviso', 'avisos'],
  path: routes.manager.push.notices(),
  tabs: messageParts,
  read: 'inbox.listNoticeKinds',
  inputOf: () => ({}),
  columns: [
    { label: 'Aviso', width: 220, cell: ({ nome }) => nome },
    { label: 'Como chega', cell: exampleOf },
    { label: 'Assunto', width: 130, from: 1340, cell: ({ category }) => noticeCategories[category].name },
    {
      label: 'Situação',
      width: 116,
      endsPhoneLine: true,
      cell: ({ enabled }) => <Chip tone={enabled ? 'success' : 'neutral'}>{enabled ? 'Ligado' : 'Desligado'}</Chip>,
    },
  ],
  note: exampleOf,
  others: [quiet, limits],
  empty: { title: 'Nenhum aviso', text: 'Quando o portal tiver um aviso, ele aparece aqui.' },
};

/** The portal’s automatic notices: if one is switched off, nobody of the school gets it. */
export const NoticeList = (props: ViewProps<'inbox.listNoticeKinds'>) => <List list={noticeList} {...props} />;
