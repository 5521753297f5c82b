import type { InputOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { officeSources } from '#lib/rules/leads/contact.ts';
import type { Act, Address, Filter } from '../kit/describe.ts';
import { ID, namesOf, unitFilter } from '../kit/options.ts';
import { type Facts, unitField } from './contact.tsx';

/** The list and the board are two views of the same leads. */
export const tabs = [
  { label: 'Lista', href: routes.manager.leads() },
  { label: 'Quadro', href: routes.manager.leads({ ver: 'quadro' }) },
];

type Query = Pick<InputOf<'leads.listLeads'> & object, 'q' | 'estado' | 'unidade' | 'sem_unidade' | 'hoje' | 'depois'>;

/** The operation’s input for an address. */
export const leadFilter = ({ estado, unidade, ...rest }: Address): Query => ({
  ...rest,
  ...(estado === 'hoje' ? { hoje: 'true' } : estado && { estado: estado as NonNullable<Query['estado']> }),
  ...(unidade === NO_UNIT ? { sem_unidade: 'true' } : unidade && { unidade }),
});

const NO_UNIT = 'nenhuma';

export const units: Filter<Facts> = {
  ...unitFilter,
  takes: (value) => value === NO_UNIT || ID.test(value),
  options: ({ unidades }) => [...namesOf(unidades), { value: NO_UNIT, label: 'Sem unidade' }],
};

/** Records somebody who came to the counter, or called. */
export const addContact: Act<never, Facts> = {
  name: 'novo',
  label: 'Novo contato',
  key: 'c',
  form: {
    fields: ({ facts }) => [
      { name: 'nome', isRequired: true },
      { name: 'telefone', isRequired: true },
      {
        name: 'origem',
        kind: 'choice',
        isRequired: true,
        options: officeSources.map((value) => ({ value, label: value })),
      },
      ...((facts?.unidades.length ?? 0) > 1 ? [unitField(facts?.unidades ?? [], true)] : []),
      { name: 'email' },
      { name: 'nota', kind: 'area' },
      { name: 'autorizou', label: 'A pessoa quer ser chamada pela escola', kind: 'box', isRequired: true },
    ],
    begin: () => ({ origem: officeSources[0] }),
    send: 'Guardar o contato',
  },
  operation: 'leads.addLead',
  done: () => 'Contato anotado. Se o telefone já era de um contato, ele voltou ao começo da lista.',
};

export const empty = {
  title: 'Nenhum contato ainda',
  text: 'Quem deixar o telefone nas páginas da escola ou no teste de inglês aparece aqui.',
};
