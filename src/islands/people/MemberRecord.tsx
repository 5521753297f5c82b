import { formatDate, formatTime } from '#lib/format/dates.ts';
import { routes } from '#lib/routes.ts';
import { policy } from '#lib/rules/people/rights.ts';
import { studentMessages } from '#lib/words/students.ts';
import type { RecordOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { Record } from '../kit/Record.tsx';
import { Chip } from '../ui/Chip.tsx';
import { type Member, member, placesOf, rolesOf } from './member.tsx';

export const memberRecord: RecordOf<Member, 'people.getTeamMember'> = {
  ...member,
  read: 'people.getTeamMember',
  back: { label: 'Equipe', href: routes.manager.team() },
  state: ({ bloqueado, ultimo_acesso }) =>
    bloqueado ? <Chip tone="error">Bloqueada</Chip> : !ultimo_acesso && <Chip tone="warning">Ainda não entrou</Chip>,
  lead: (each) => [rolesOf(each), each.unidade].filter(Boolean).join(', '),
  facts: (each, { timeZone, rights }) => [
    ['E-mail', draw.link(`mailto:${each.email}`, each.email)],
    [
      'Último acesso',
      each.ultimo_acesso
        ? `${formatDate(each.ultimo_acesso, timeZone)}, ${formatTime(each.ultimo_acesso, timeZone)}`
        : 'Ainda não entrou',
    ],
    ['Convite', !each.ultimo_acesso && !each.emails_saem && studentMessages.mailOff],
    ['Segundo fator', each.fatores > 0 ? 'Entra com segundo fator.' : 'Ainda sem segundo fator.'],
    ['Cadastro', rights.includes('alunos') && draw.link(routes.manager.person(each.id), 'Ver a pessoa')],
  ],
  parts: [
    {
      title: 'O que abre no painel',
      isBeside: true,
      body: (each) =>
        each.direitos.length === 0 ? (
          <p>Dá aula e abre só as próprias turmas.</p>
        ) : (
          <>
            <ul className="grid gap-1">
              {each.direitos.map((right) => (
                <li key={right}>{policy[right].name}</li>
              ))}
            </ul>
            <p className="text-muted mt-2">{placesOf(each)}</p>
            {each.por_que_nao && <p className="text-muted mt-2">{each.por_que_nao}</p>}
          </>
        ),
    },
  ],
};

/** One member of the staff: contact data and rights. */
export const MemberRecord = (props: ViewProps<'people.getTeamMember'>) => <Record record={memberRecord} {...props} />;
