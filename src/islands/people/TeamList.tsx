import { relativeTime, shortDay } from '#lib/format/dates.ts';
import { routes } from '#lib/routes.ts';
import { roleRules } from '#lib/rules/people/roles.ts';
import { teamParts } from '#lib/rules/people/team-parts.ts';
import { teamWords } from '#lib/words/people.ts';
import { studentMessages } from '#lib/words/students.ts';
import type { Act, Env, ListOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { List } from '../kit/List.tsx';
import { namesOf, optionsOf } from '../kit/options.ts';
import { Chip } from '../ui/Chip.tsx';
import { type Member, member, partsOf, placesOf, rolesOf } from './member.tsx';

type Facts = Pick<Parameters<NonNullable<ListOf<Member, 'people.listTeam'>['links']>>[0], 'unidades' | 'emails_saem'>;

const invite: Act<never, Facts> = {
  name: 'convidar-pessoa',
  label: 'Convidar uma pessoa',
  key: 'n',
  form: {
    fields: ({ facts }) => [
      { name: 'full_name', isRequired: true },
      { name: 'email', isRequired: true },
      {
        name: 'papel',
        kind: 'choice',
        isRequired: true,
        options: optionsOf(roleRules, ['secretaria', 'gestora', 'professor']),
      },
      {
        name: 'unidade_id',
        kind: 'choice',
        isNumber: true,
        isRequired: true,
        options: namesOf(facts?.unidades.filter(({ encerrada }) => !encerrada)),
      },
    ],
    begin: ({ facts }) => ({
      papel: 'secretaria',
      unidade_id: String(facts?.unidades.find(({ encerrada }) => !encerrada)?.id ?? ''),
    }),
    note: ({ facts }) => draw.about(teamWords.invites, facts && !facts.emails_saem && studentMessages.mailOff),
    send: 'Enviar convite',
  },
  operation: 'people.inviteStaff',
  done: () => teamWords.invited,
};

const drawSeen = ({ bloqueado, ultimo_acesso }: Member, { now, timeZone }: Env) =>
  bloqueado ? (
    <Chip tone="error">Bloqueada</Chip>
  ) : ultimo_acesso ? (
    <span className="num" title={relativeTime(ultimo_acesso, new Date(now), timeZone)}>
      {shortDay(ultimo_acesso, new Date(now), timeZone)}
    </span>
  ) : (
    <Chip tone="warning">Não entrou</Chip>
  );

export const teamList: ListOf<Member, 'people.listTeam'> = {
  ...member,
  title: 'Equipe',
  words: ['pessoa', 'pessoas'],
  path: routes.manager.team(),
  tabs: teamParts,
  search: 'Nome, e-mail ou telefone',
  read: 'people.listTeam',
  columns: [
    { label: 'Pessoa', cell: ({ full_name }) => full_name },
    { label: 'E-mail', width: 220, from: 1500, cell: ({ email }) => email },
    { label: 'Papel', width: 130, cell: rolesOf },
    { label: 'No painel', width: 230, cell: partsOf },
    { label: 'Onde', width: 160, isShown: ({ unidades }) => unidades.length > 1, cell: placesOf },
    { label: 'Último acesso', width: 140, endsPhoneLine: true, cell: drawSeen },
  ],
  note: (each) => [rolesOf(each), partsOf(each)],
  create: invite,
  empty: { title: 'Ainda não há equipe', text: 'Convide a primeira pessoa.' },
};

/** The staff: name, role, rights, units, and last visit. */
export const TeamList = (props: ViewProps<'people.listTeam'>) => <List list={teamList} {...props} />;
