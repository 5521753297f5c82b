import { formatDate } from '#lib/format/dates.ts';
import { formatCount, formatPoints } from '#lib/format/money.ts';
import { routes } from '#lib/routes.ts';
import { clubParts } from '#lib/rules/club/panel-parts.ts';
import { membersFile } from '#lib/stores/club-panel.ts';
import type { Env, ListOf, ViewProps } from '../kit/describe.ts';
import { List } from '../kit/List.tsx';
import { type Member, member } from './member.tsx';

const sinceOf = ({ is_club, desde }: Member, { timeZone }: Env) =>
  is_club ? desde && formatDate(desde, timeZone) : 'Saiu do clube';

export const memberList: ListOf<Member, 'club.listMembers'> = {
  ...member,
  title: 'Membros',
  words: ['membro', 'membros'],
  path: routes.manager.clubMembers(),
  tabs: clubParts,
  search: 'Nome, matrícula ou e-mail',
  read: 'club.listMembers',
  columns: [
    { label: 'Membro', cell: ({ full_name }) => full_name },
    { label: 'E-mail', width: 230, cell: ({ email }) => email },
    { label: 'Unidade', width: 140, from: 1340, cell: ({ school_name }) => school_name },
    { label: 'No clube desde', width: 128, cell: sinceOf },
    {
      label: 'Lançamentos',
      width: 104,
      from: 1500,
      isNumeric: true,
      cell: ({ lancamentos }) => formatCount(lancamentos),
    },
    { label: 'Saldo', width: 118, isNumeric: true, endsPhoneLine: true, cell: ({ saldo }) => formatPoints(saldo) },
  ],
  note: (each) => [each.school_name, !each.is_club && 'Saiu do clube', each.email],
  download: membersFile,
  empty: { title: 'Nenhum membro ainda', text: 'Quando um aluno entrar no clube, ele aparece aqui.' },
};

/** Members of the club by name, with their balance. */
export const MemberList = (props: ViewProps<'club.listMembers'>) => <List list={memberList} {...props} />;
