import { formatDate, formatDay } from '#lib/format/dates.ts';
import { formatCount, formatPoints, plural } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { clubParts } from '#lib/rules/club/panel-parts.ts';
import { wholeOf } from '#lib/rules/forms/whole.ts';
import { query } from '#lib/stores/operations.ts';
import { bonusActs, bonusFields, bonusMessages, bonusStates, bonusTargets } from '#lib/words/club-panel.ts';
import type { Act, FormOf, ListOf, Values, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { List } from '../kit/List.tsx';

type Facts = AnswerOf<'club.listBonuses'>;
type Bonus = Facts['items'][number];
/** `of`: the bonus that was previewed. */
type Preview = AnswerOf<'club.previewBonus'> & { of: string };
type Kind = keyof typeof bonusTargets;

/** A choice of the form, such as `turma:12`, as the operation’s input. */
function targetOf({ alvo }: Values): { alvo: Kind; alvo_id?: number } {
  const [kind = '', id] = String(alvo).split(':');
  return { alvo: kind as Kind, ...(id && { alvo_id: Number(id) }) };
}
const pointsOf = ({ pontos }: Values) => wholeOf(String(pontos)) || 0;
/** The server’s maximum. */
const MAX_POINTS = 100_000;
const MAX_REASON = 200;
const reasonOf = ({ motivo }: Values) =>
  String(motivo ?? '')
    .trim()
    .slice(0, MAX_REASON);
const bonusIn = ({ alvo, pontos, motivo }: Values) => JSON.stringify([alvo, pontos, motivo]);
const isRepeated = (known: Preview | null, values: Values) => known?.ja_dado === true && known.of === bonusIn(values);

/** The form shows its reach and its cost while it is filled in. */
const form: FormOf<never, Facts, Preview> = {
  ask: {
    watch: ['alvo'],
    load: async (_rows, values) => ({
      ...(await query('club.previewBonus', {
        ...targetOf(values),
        // Typed values may be invalid: the server refuses them when the bonus is given.
        pontos: Math.min(pointsOf(values) || 1, MAX_POINTS),
        ...(reasonOf(values) && { motivo: reasonOf(values) }),
      })),
      of: bonusIn(values),
    }),
  },
  fields: ({ facts }) => [
    {
      name: 'alvo',
      kind: 'choice',
      isWide: true,
      options: [
        { value: 'todos', label: bonusTargets.todos },
        ...Object.entries(facts?.escolhas ?? {}).flatMap(([kind, all]) =>
          all.map(({ id, nome }) => ({ value: `${kind}:${id}`, label: `${bonusTargets[kind as Kind]}: ${nome}` })),
        ),
      ],
    },
    { name: 'pontos', kind: 'whole', isRequired: true },
    { name: 'expira_em', hint: 'Em branco, não vencem.' },
    { name: 'motivo', isRequired: true, isWide: true, hint: 'Cada pessoa lê no aviso e no extrato.' },
    { name: 'pessoas_vistas', kind: 'hidden' },
    { name: 'repetir', kind: 'hidden' },
  ],
  begin: ({ known }) => ({
    alvo: 'todos',
    pessoas_vistas: String(known?.pessoas ?? ''),
    repetir: known?.ja_dado ? known.of : '',
  }),
  note: ({ known, values }) =>
    known && (
      <div role="status" className="grid gap-2">
        <p className="num">
          <strong>{known.alvo}</strong>: {bonusActs.reach(known.pessoas, known.pessoas * pointsOf(values))}
        </p>
        {isRepeated(known, values) && <p className="notice tone-warning">{bonusMessages.repeatedHint}</p>}
      </div>
    ),
  send: ({ known, values }) =>
    known?.pessoas === 0 ? null : isRepeated(known, values) ? 'Dar de novo' : 'Dar os pontos',
};

const create: Act<never, Facts> = {
  name: 'dar',
  label: 'Novo bônus',
  key: 'n',
  form,
  operation: 'club.createBonus',
  sent: (values) => ({
    ...targetOf(values),
    pontos: values.pontos,
    motivo: values.motivo,
    expira_em: values.expira_em,
    pessoas_vistas: Number(values.pessoas_vistas),
    repetir: values.repetir === bonusIn(values),
  }),
  done: () => bonusActs.issued,
};

const undo: Act<Bonus, Facts> = {
  name: 'desfazer',
  label: 'Desfazer',
  isFirst: true,
  may: ({ pode_desfazer }) => pode_desfazer,
  operation: 'club.undoBonus',
  done: () => bonusActs.undone,
};

const byOf = ({ quem, expira_em }: Bonus) =>
  [quem && `por ${quem}`, expira_em && `vale até ${formatDay(expira_em)}`].filter(Boolean).join(' · ');
const reachedOf = ({ estado, pessoas, voltaram }: Bonus) =>
  estado === 'desfeito' && voltaram < pessoas && `${formatCount(pessoas - voltaram)} sem saldo ou já estornados`;

export const bonusList: ListOf<Bonus, 'club.listBonuses'> = {
  kind: 'bonus',
  titleOf: ({ motivo }) => motivo,
  acts: [undo],
  labels: bonusFields,
  title: 'Bônus',
  words: ['bônus', 'bônus'],
  path: routes.manager.clubBonuses(),
  tabs: clubParts,
  read: 'club.listBonuses',
  columns: [
    { label: 'Motivo', cell: ({ motivo }) => motivo },
    { label: 'Grupo', width: 190, cell: ({ alvo }) => alvo },
    { label: 'Dado em', width: 104, cell: ({ criado_em }, { timeZone }) => formatDate(criado_em, timeZone) },
    { label: 'Detalhe', width: 204, from: 1340, cell: (each) => reachedOf(each) || byOf(each) },
    { label: 'Pontos', width: 104, isNumeric: true, cell: ({ pontos }) => formatPoints(pontos) },
    { label: 'Pessoas', width: 84, isNumeric: true, cell: ({ pessoas }) => formatCount(pessoas) },
    { label: 'Situação', width: 150, endsPhoneLine: true, cell: ({ estado }) => draw.state(bonusStates[estado]) },
  ],
  note: (each, { timeZone }) => [
    each.alvo,
    formatPoints(each.pontos),
    plural(each.pessoas, 'pessoa', 'pessoas'),
    formatDate(each.criado_em, timeZone),
    reachedOf(each) || byOf(each),
  ],
  create,
  empty: {
    title: 'Nenhum bônus ainda',
    text: 'O que a escola der a um grupo aparece aqui, e dá para desfazer no primeiro dia.',
  },
};

/** Points that the school gave to groups; a recent bonus can be undone. */
export const BonusList = (props: ViewProps<'club.listBonuses'>) => <List list={bonusList} {...props} />;
