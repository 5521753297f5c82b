import { useEffect, useId, useState } from 'react';
import { MAX_SEARCH } from '#lib/rules/lists/list-query.ts';
import { type Found, findPeople } from '#lib/stores/broadcasts.ts';
import { Field } from '../ui/Field.tsx';

const PAUSE_MS = 300;

interface PeopleFieldProps {
  name: 'user_ids' | 'exclude_user_ids';
  label: string;
  ids: readonly number[];
  names: Readonly<Record<number, string>>;
  /** The search of a plain form, and its result. */
  requested?: string;
  found?: readonly Found[];
  onChange: (ids: number[], names: Record<number, string>) => void;
}

/** Single people, found by name. Ticking adds a person, unticking removes them. */
export function PeopleField({ name, label, ids, names, requested = '', found: first, onChange }: PeopleFieldProps) {
  const id = useId();
  const [q, setQ] = useState(requested);
  const { found, isFailed } = useFound(q.trim(), requested.trim(), first);

  const others = (found ?? []).filter((each) => !ids.includes(each.id));
  const toggle = (person: number, full_name: string, isChosen: boolean) =>
    onChange(isChosen ? [...ids, person] : ids.filter((each) => each !== person), { [person]: full_name });
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="sr-only">{label}</legend>
      {ids.length > 0 && (
        <ul className="grid gap-y-0 gap-x-6 md:grid-cols-2">
          {ids.map((person) => (
            <li key={person}>
              <label className="check-row">
                <input
                  type="checkbox"
                  name={name}
                  value={person}
                  checked
                  onChange={() => toggle(person, names[person] ?? '', false)}
                />
                {names[person] ?? `Pessoa ${person}`}
              </label>
            </li>
          ))}
        </ul>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 items-end">
        <Field
          id={`${id}-busca`}
          label={`${label}: buscar por nome`}
          name={name === 'user_ids' ? 'busca' : 'busca_fora'}
          type="search"
          autoComplete="off"
          maxLength={MAX_SEARCH}
          value={q}
          onChange={({ target }) => setQ(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <button type="submit" name="acao" value="buscar" className="btn btn-soft-brand needs-no-script">
          Buscar
        </button>
      </div>
      <p className="text-muted text-sm empty:hidden" role="status">
        {isFailed && 'Não conseguimos buscar agora. Tente de novo em instantes.'}
        {!isFailed && found && others.length === 0 && 'Ninguém mais com este nome.'}
        {!isFailed &&
          others.length > 0 &&
          (others.length === 1 ? '1 pessoa encontrada' : `${others.length} encontradas`)}
      </p>
      {others.length > 0 && (
        <ul className="grid gap-y-0 gap-x-6 md:grid-cols-2">
          {others.map((person) => (
            <li key={person.id}>
              <label className="check-row">
                <input
                  type="checkbox"
                  name={name}
                  value={person.id}
                  checked={false}
                  onChange={() => toggle(person.id, person.full_name, true)}
                />
                <span className="min-w-0">
                  {person.full_name}
                  <span className="text-muted block text-sm">{person.school_name}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}

/**
 * The people that match a search, after a pause in typing.
 *
 * @param requested the search of a plain form; `first` is its result
 */
function useFound(typed: string, requested: string, first: readonly Found[] | undefined) {
  const [found, setFound] = useState<readonly Found[] | null>(first ?? null);
  const [isFailed, setIsFailed] = useState(false);
  useEffect(() => {
    if (typed === requested && first) return;
    setIsFailed(false);
    if (typed.length < 2) {
      setFound(null);
      return;
    }
    const own = new AbortController();
    const timer = setTimeout(() => {
      findPeople(typed, own.signal).then(setFound, () => {
        if (!own.signal.aborted) setIsFailed(true);
      });
    }, PAUSE_MS);
    return () => {
      own.abort();
      clearTimeout(timer);
    };
  }, [typed, requested, first]);
  return { found, isFailed };
}
