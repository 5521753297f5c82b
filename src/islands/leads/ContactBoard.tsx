import { firstName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { leadStates } from '#lib/words/leads.ts';
import { Board } from '../kit/Board.tsx';
import type { BoardOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { contact, drawStep, type Lead, shortDay, sourceOf } from './contact.tsx';
import { addContact, empty, leadFilter, tabs, units } from './contact-views.ts';

/** The act that moves a lead to each stage. */
const actTo = {
  novo: 'voltar',
  em_contato: 'falei',
  visita_marcada: 'visita',
  matriculado: 'matricular',
  perdido: 'perder',
} as const;

export const contactBoard: BoardOf<Lead, 'leads.getBoard'> = {
  ...contact,
  title: 'Contatos',
  path: routes.manager.leads({ ver: 'quadro' }),
  tabs,
  search: 'Nome ou telefone',
  read: 'leads.getBoard',
  inputOf: leadFilter,
  filters: [units],
  sums: ({ origens }) => ({
    title: 'Matrículas em 90 dias',
    items: origens.map(({ origem, contatos, matriculas }) => ({
      label: origem,
      value: `${matriculas} de ${contatos}`,
    })),
  }),
  stageOf: ({ estado }) => estado,
  stages: Object.entries(actTo).map(([value, act]) => ({
    value,
    label: leadStates[value as keyof typeof actTo].name,
    act,
  })),
  countOf: ({ contagens }, stage) => contagens[stage] ?? 0,
  card: (lead, env) => (
    <>
      {draw.phone(lead)}
      {drawStep(lead, env)}
      <span>
        {[
          lead.motivo ?? sourceOf(lead),
          lead.responsavel ? firstName(lead.responsavel.nome) : !lead.unidade && 'Sem unidade',
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  ),
  calendar: {
    title: 'Visitas',
    days: ({ semana }) => semana.map(({ dia, nome }) => ({ day: dia, label: `${nome} ${shortDay(dia)}` })),
    dayOf: ({ estado, proximo_em }) => (estado === 'visita_marcada' ? proximo_em : null),
    entry: ({ nome, proximo_hora }) => [proximo_hora, firstName(nome)].filter(Boolean).join(' '),
  },
  create: addContact,
  empty,
};

/** Leads by their stage, with the visits of the week, and the enrollments by source. */
export const ContactBoard = (props: ViewProps<'leads.getBoard'>) => <Board board={contactBoard} {...props} />;
