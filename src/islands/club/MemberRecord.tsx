import { formatDate, formatDay } from '#lib/format/dates.ts';
import { formatCount, formatPoints, formatSigned } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { memberActs, memberFields, originWords } from '#lib/words/club-panel.ts';
import type { RecordOf, Subject, ViewProps } from '../kit/describe.ts';
import { ID } from '../kit/options.ts';
import { Record } from '../kit/Record.tsx';
import { Chip } from '../ui/Chip.tsx';
import { BalanceChange, type Member, member } from './member.tsx';

type Details = AnswerOf<'club.getMemberStatement'>;
type Entry = Details['extrato']['items'][number];

/** A movement of points; an opposite entry reverses it. */
const entry: Subject<Entry, Details> = {
  kind: 'lancamento',
  titleOf: ({ descricao }) => descricao,
  acts: [
    {
      name: 'estornar',
      label: 'Estornar',
      isFirst: true,
      may: ({ pode_estornar }) => pode_estornar,
      form: {
        fields: [{ name: 'motivo', isRequired: true, isWide: true }],
        note: ({ rows: [own], facts }) =>
          own && (
            <>
              <p className="text-muted text-sm">
                <strong>{own.descricao}</strong>. {memberActs.reversal}
              </p>
              <BalanceChange before={facts.saldo} points={-own.pontos} />
            </>
          ),
      },
      operation: 'club.reversePoints',
      done: () => memberActs.reversed,
    },
  ],
  labels: memberFields,
};

const drawPoints = ({ pontos, status }: Entry) => (
  <span className="flex items-center gap-2">
    {status !== 'confirmada' && (
      <Chip tone={status === 'pendente' ? 'warning' : 'neutral'}>
        {status === 'pendente' ? 'Pendente' : 'Cancelado'}
      </Chip>
    )}
    <strong className="num whitespace-nowrap">{formatSigned(pontos)}</strong>
  </span>
);

export const memberRecord: RecordOf<Member, 'club.getMemberStatement'> = {
  ...member,
  read: 'club.getMemberStatement',
  inputOf: ({ id = '', depois = '' }) => ({ id, ...(ID.test(depois) && { antes_de: depois }) }),
  back: { label: 'Membros', href: routes.manager.clubMembers() },
  state: ({ is_club }) => !is_club && <Chip tone="neutral">Saiu do clube</Chip>,
  lead: ({ school_name }) => school_name,
  facts: ({ saldo, email, is_club, desde, lancamentos }, { timeZone }) => [
    ['Saldo', <strong key="saldo">{formatPoints(saldo)}</strong>],
    ['E-mail', email],
    ['No clube desde', is_club && desde && formatDate(desde, timeZone)],
    ['Lançamentos', formatCount(lancamentos)],
  ],
  parts: [
    {
      title: 'Extrato',
      lines: {
        subject: entry,
        of: ({ extrato }) => extrato.items,
        state: drawPoints,
        note: ({ criado_em, origem, nota, expira_em, saldo_apos }: Entry, { timeZone }) => [
          formatDate(criado_em, timeZone),
          originWords[origem] + (nota ? `: ${nota}` : ''),
          expira_em && `vale até ${formatDay(expira_em)}`,
          `saldo ${formatCount(saldo_apos)}`,
        ],
        empty: 'Nada no extrato. Os pontos deste membro aparecem aqui.',
        more: ({ id, proximo }) =>
          proximo === null
            ? null
            : { label: 'Mais antigos', href: routes.manager.clubMember(id, { depois: String(proximo) }) },
      },
    },
  ],
};

/** A member of the club: balance, statement, adjustments and reversals. */
export const MemberRecord = (props: ViewProps<'club.getMemberStatement'>) => (
  <Record record={memberRecord} {...props} />
);
