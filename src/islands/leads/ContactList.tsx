import { relativeTime } from '#lib/format/dates.ts';
import { firstName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { leadsFile } from '#lib/stores/leads.ts';
import { leadStates } from '#lib/words/leads.ts';
import type { Env, ListOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { List } from '../kit/List.tsx';
import { stateFilter } from '../kit/options.ts';
import { contact, drawStep, type Lead, nextOf, sourceOf } from './contact.tsx';
import { addContact, empty, leadFilter, tabs, units } from './contact-views.ts';

const quiet = (text: string | null) => <span className="text-muted">{text}</span>;
const ownerOf = ({ responsavel, unidade }: Lead) =>
  responsavel ? firstName(responsavel.nome) : unidade ? null : 'Sem unidade';
/** For a narrow column: `19:00` of today, `ontem`, `26/11`, the full date of long ago. */
function writtenAt({ enviado_em }: Lead, { now, timeZone }: Env) {
  const words = relativeTime(enviado_em, new Date(now), timeZone).split(', ');
  return words[0] === 'hoje' ? words.at(-1) : (words.at(-3) && words.at(-2)) || words[0];
}

export const contacts: ListOf<Lead, 'leads.listLeads'> = {
  ...contact,
  title: 'Contatos',
  words: ['contato', 'contatos'],
  path: routes.manager.leads(),
  tabs,
  search: 'Nome ou telefone',
  read: 'leads.listLeads',
  inputOf: leadFilter,
  filters: [
    stateFilter(
      { hoje: 'Para hoje', ...leadStates },
      { all: 'Todos', counts: ({ contagens, para_hoje }) => ({ ...contagens, hoje: para_hoje }) },
    ),
    units,
  ],
  columns: [
    { label: 'Contato', cell: ({ nome }) => nome },
    { label: 'Telefone', width: 130, cell: draw.phone },
    { label: 'Veio de', width: 120, cell: sourceOf },
    { label: 'Escreveu', width: 78, cell: writtenAt },
    { label: 'Próximo passo', width: 138, cell: (lead, env) => drawStep(lead, env) ?? quiet(lead.motivo) },
    { label: 'Com', width: 88, from: 1340, cell: (lead) => quiet(ownerOf(lead)) },
    { label: 'Situação', width: 138, endsPhoneLine: true, cell: ({ estado }) => draw.state(leadStates[estado]) },
  ],
  note: (lead, env) => [lead.telefone_escrito, nextOf(lead) ?? sourceOf(lead), writtenAt(lead, env)],
  create: addContact,
  download: (address) => leadsFile(leadFilter(address)),
  empty,
};

/** Leads of the school. */
export const ContactList = (props: ViewProps<'leads.listLeads'>) => <List list={contacts} {...props} />;
