import { formatDate } from '#lib/format/dates.ts';
import { formatPoints } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { clubParts } from '#lib/rules/club/panel-parts.ts';
import { referralActs, referralFields, referralWords } from '#lib/words/club-panel.ts';
import { see } from '../kit/acts.ts';
import type { Act, Env, ListOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { Facts } from '../kit/Facts.tsx';
import { List } from '../kit/List.tsx';
import { stateFilter } from '../kit/options.ts';

type Referral = AnswerOf<'club.listReferrals'>['items'][number];

/** States before the enrollment, in which the lead has the details. */
const waiting: ReadonlySet<string> = new Set(['enviada', 'em_contato']);
const linkTo = ({ indicador }: Referral) => draw.link(routes.manager.clubMember(indicador.id), indicador.full_name);
const pendingOf = ({ pode_confirmar, pontos_previstos }: Referral) =>
  pode_confirmar && `${formatPoints(pontos_previstos)} pendentes`;

const confirm = {
  operation: 'club.confirmReferralEnrollment',
  done: () => referralActs.credited,
} as const;

const acts: readonly Act<Referral>[] = [
  {
    name: 'contato',
    label: 'Abrir o contato',
    key: 'c',
    isFirst: true,
    isForOne: true,
    may: ({ status }, { rights }) => waiting.has(status) && rights.includes('contatos'),
    href: ({ telefone }) => routes.manager.leads({ q: telefone }),
  },
  {
    ...confirm,
    name: 'matriculou',
    label: 'Matriculou: confirmar',
    key: 'm',
    isFirst: ({ status }) => status === 'em_contato',
    may: ({ pode_confirmar }) => pode_confirmar,
    form: {
      fields: ({ rows: [row] }) => {
        const found = row?.candidatos ?? [];
        const options = found.map(({ id, full_name }) => ({ value: String(id), label: full_name }));
        return [
          ...(found.length > 0
            ? [{ name: 'aluno_user_id', kind: 'choice', isNumber: true, isWide: true, options } as const]
            : []),
          {
            name: 'aluno',
            label: found.length > 0 ? referralActs.other : referralFields.aluno,
            isWide: true,
            isRequired: found.length === 0,
            hint: 'Quem se matriculou, como está no cadastro da escola.',
          },
        ];
      },
      begin: ({ rows: [row] }) => ({ aluno_user_id: String(row?.candidatos[0]?.id ?? '') }),
      send: 'Confirmar a matrícula',
    },
    // A student chosen manually takes precedence over a matched one.
    sent: ({ aluno, aluno_user_id }) => (aluno ? { aluno } : { aluno_user_id }),
  },
  {
    ...confirm,
    name: 'creditar',
    label: 'Creditar por um contrato',
    may: ({ pode_creditar }) => pode_creditar,
    form: {
      fields: [
        { name: 'contrato_id', kind: 'whole', isRequired: true },
        { name: 'pontos', kind: 'whole', hint: 'Em branco, valem os da regra.' },
      ],
      send: ({ rows: [row] }) => `Creditar para ${row?.indicador.full_name}`,
    },
    sent: ({ contrato_id, pontos }) => ({ contrato_id, ...(pontos !== null && { pontos }) }),
  },
  see('Ver a indicação', (row: Referral, env) => <Details {...{ row, env }} />),
  {
    name: 'recusar',
    operation: 'club.setReferralStatus',
    isForOne: true,
    label: referralWords.recusada.action,
    isDanger: true,
    may: ({ proximos }) => proximos.includes('recusada'),
    form: {
      fields: [{ name: 'motivo', isRequired: true, isWide: true }],
      note: referralActs.refusal,
      send: 'Recusar a indicação',
    },
    sent: ({ motivo }) => ({ status: 'recusada', motivo }),
    done: () => referralActs.moved('recusada'),
  },
];

/** All details of a friend. */
const Details = ({ row, env: { timeZone } }: { row: Referral; env: Env }) => (
  <Facts
    of={[
      ['Telefone', draw.phone(row)],
      ['E-mail', row.email && draw.link(`mailto:${row.email}`, row.email)],
      ['Cidade', row.cidade],
      ['Indicação de', linkTo(row)],
      ['Em', formatDate(row.criado_em, timeZone)],
      ['Pontos', pendingOf(row)],
      ['Motivo', row.motivo],
    ]}
  />
);

export const referralList: ListOf<Referral, 'club.listReferrals'> = {
  kind: 'indicacao',
  titleOf: ({ nome }) => nome,
  acts,
  labels: referralFields,
  title: 'Indicações',
  words: ['indicação', 'indicações'],
  path: routes.manager.clubReferrals(),
  tabs: clubParts,
  search: 'Nome de quem indicou ou do amigo',
  read: 'club.listReferrals',
  filters: [stateFilter({ em_andamento: 'Em andamento', ...referralWords }, { all: 'Todas', field: 'status' })],
  columns: [
    { label: 'Amigo', cell: ({ nome }) => nome },
    { label: 'Telefone', width: 146, cell: draw.phone },
    { label: 'Indicação de', width: 160, cell: linkTo },
    { label: 'Cidade', width: 120, from: 1500, cell: ({ cidade }) => cidade },
    { label: 'Em', width: 104, from: 1500, cell: ({ criado_em }, { timeZone }) => formatDate(criado_em, timeZone) },
    { label: 'Detalhe', width: 160, cell: (each) => each.motivo ?? pendingOf(each) },
    {
      label: 'Situação',
      width: 124,
      endsPhoneLine: true,
      cell: ({ status }) => draw.state(referralWords[status]),
    },
  ],
  note: (each) => [each.telefone_escrito, `de ${each.indicador.full_name}`, each.motivo ?? pendingOf(each)],
  empty: { title: 'Nenhuma indicação ainda', text: 'Quando um membro indicar um amigo, o contato aparece aqui.' },
};

/** Friends whom members named and who agreed to be called. */
export const ReferralList = (props: ViewProps<'club.listReferrals'>) => <List list={referralList} {...props} />;
