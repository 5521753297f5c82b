import { monthTitle } from '#lib/format/dates.ts';
import type { Filter, Option } from './describe.ts';

interface Named {
  id: number;
  nome: string;
}

/** Options for things by their names. */
export const namesOf = (things: readonly Named[] = []): Option[] =>
  things.map(({ id, nome }) => ({ value: String(id), label: nome }));

type Words = Readonly<Record<string, string | { name: string }>>;

/** Options for values with their labels. @param only these values, in this order */
export const optionsOf = (words: Words, only: readonly string[] = Object.keys(words)): Option[] =>
  only.map((value) => {
    const word = words[value] ?? value;
    return { value, label: typeof word === 'string' ? word : word.name };
  });

/** A search among known options. */
export const findIn = (options: readonly Option[]) => async (text: string) =>
  options.filter(({ label, note = '' }) => `${label} ${note}`.toLowerCase().includes(text.toLowerCase()));

/** Initial values of a form: the fields of these names as texts, empty for a new thing. */
export const textsOf = <Name extends string>(
  thing: Readonly<Partial<Record<Name, unknown>>> | undefined,
  ...names: readonly Name[]
) => Object.fromEntries(names.map((name) => [name, String(thing?.[name] ?? '')])) as Record<Name, string>;

/** An id in an address. */
export const ID = /^[1-9]\d{0,8}$/;

export const unitFilter: Filter<{ unidades: readonly Named[] }> = {
  name: 'unidade',
  label: 'Unidade',
  all: 'Todas as unidades',
  takes: ID,
  options: ({ unidades }) => namesOf(unidades),
};

/** The filter for the month of a list. */
export const monthFilter: Filter<{ meses: readonly string[] }> = {
  name: 'mes',
  label: 'Mês',
  all: 'Este mês',
  takes: /^\d{4}-(0[1-9]|1[0-2])$/,
  isTime: true,
  options: ({ meses }) => meses.map((value) => ({ value, label: monthTitle(value) })),
};

interface States<Facts> extends Pick<Filter<Facts>, 'all'>, Partial<Pick<Filter<Facts>, 'name' | 'label' | 'field'>> {
  /** The offered states, in this order; absent: all with a label. */
  only?: readonly string[];
  /** The number of rows in each state; absent: the answer’s `contagens`, if it has them. */
  counts?: (facts: Facts) => Readonly<Record<string, number | undefined>>;
}

/** The tabs of a list: the states of its rows, with the number of rows in each. */
export const stateFilter = <Facts extends object>(
  words: Words,
  { only = Object.keys(words), counts = countsIn, ...own }: States<Facts>,
): Filter<Facts> => ({
  name: 'estado',
  label: 'Situação',
  isOpen: true,
  takes: only,
  options: (facts) => optionsOf(words, only).map((option) => ({ ...option, count: counts(facts)[option.value] })),
  ...own,
});

const countsIn = (facts: object): Readonly<Record<string, number | undefined>> =>
  'contagens' in facts ? (facts.contagens as Record<string, number>) : {};
