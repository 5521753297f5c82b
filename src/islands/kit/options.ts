import { monthTitle } from '#lib/format/dates.ts';
import type { Filter, Option } from './describe.ts';

interface Named {
  id: number;
  nome: string;
}

/** Things by their names. */
export const namesOf = (things: readonly Named[] = []): Option[] =>
  things.map(({ id, nome }) => ({ value: String(id), label: nome }));

type Words = Readonly<Record<string, string | { name: string }>>;

/** Values with their words. @param only these of them, in this order */
export const optionsOf = (words: Words, only: readonly string[] = Object.keys(words)): Option[] =>
  only.map((value) => {
    const word = words[value] ?? value;
    return { value, label: typeof word === 'string' ? word : word.name };
  });

/** Finds by what is typed, where all options are known. */
export const findIn = (options: readonly Option[]) => async (text: string) =>
  options.filter(({ label, note = '' }) => `${label} ${note}`.toLowerCase().includes(text.toLowerCase()));

/** What a form begins with: the fields of these names as texts, empty where there is no thing yet. */
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

/** The month that a list is about. */
export const monthFilter: Filter<{ meses: readonly string[] }> = {
  name: 'mes',
  label: 'Mês',
  all: 'Este mês',
  takes: /^\d{4}-(0[1-9]|1[0-2])$/,
  isTime: true,
  options: ({ meses }) => meses.map((value) => ({ value, label: monthTitle(value) })),
};

interface States<Facts> extends Pick<Filter<Facts>, 'all'>, Partial<Pick<Filter<Facts>, 'name' | 'label' | 'field'>> {
  /** The states that are offered, in this order; absent: all that have words. */
  only?: readonly string[];
  /** The rows in each; absent: the answer's `contagens`, if it has them. */
  counts?: (facts: Facts) => Readonly<Record<string, number | undefined>>;
}

/** The tabs of a list: the states of its rows, with how many rows are in each. */
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
