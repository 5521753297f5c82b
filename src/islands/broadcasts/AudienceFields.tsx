import type { Audience, AudienceChoices } from '#lib/contract/broadcasts.schema.ts';
import type { Found } from '#lib/stores/broadcasts.ts';
import { PeopleField } from './PeopleField.tsx';

type ListName = 'company_ids' | 'turma_ids' | 'livro_ids';

interface AudienceFieldsProps {
  audience: Audience;
  choices: AudienceChoices;
  names: Readonly<Record<number, string>>;
  requested: string;
  found?: readonly Found[];
  onChange: (part: Partial<Audience>, names?: Record<number, string>) => void;
}

interface ChecksProps {
  title: string;
  name: ListName;
  ids: readonly number[];
  options: readonly { id: number; nome: string; note?: string }[];
  onChange: (ids: number[]) => void;
}

function Checks({ title, name, ids, options, onChange }: ChecksProps) {
  if (options.length === 0) return null;
  return (
    <details className="audience-group unfolds" open={ids.length > 0 || undefined}>
      <summary>
        <span className="mr-auto flex items-center gap-2.5">
          {title}
          {ids.length > 0 && <span className="chip tone-brand num">{ids.length}</span>}
        </span>
      </summary>
      <ul className="grid gap-y-0 gap-x-6 md:grid-cols-2">
        {options.map(({ id, nome, note }) => (
          <li key={id}>
            <label className="check-row">
              <input
                type="checkbox"
                name={name}
                value={id}
                checked={ids.includes(id)}
                onChange={({ target }) => onChange(target.checked ? [...ids, id] : ids.filter((each) => each !== id))}
              />
              <span className="min-w-0">
                {nome}
                {note && <span className="text-muted block text-sm">{note}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Whom a message is for: everybody, or the people in one of the lists. */
export function AudienceFields({ audience, choices, names, requested, found, onChange }: AudienceFieldsProps) {
  const { all } = audience;
  return (
    <div className="grid gap-4">
      <fieldset className="grid gap-3 md:grid-cols-2">
        <legend className="sr-only">Quem recebe</legend>
        <label className="option">
          <input type="radio" name="quem" value="todos" checked={all} onChange={() => onChange({ all: true })} />
          Todos da escola
        </label>
        <label className="option">
          <input type="radio" name="quem" value="alguns" checked={!all} onChange={() => onChange({ all: false })} />
          Escolher quem
        </label>
      </fieldset>
      <div className={all ? 'needs-no-script' : 'contents'}>
        <div className="ruled">
          <Checks
            title="Turmas"
            name="turma_ids"
            ids={audience.turma_ids}
            options={choices.turmas.map(({ id, nome, company }) => ({ id, nome, note: company }))}
            onChange={(turma_ids) => onChange({ turma_ids })}
          />
          <Checks
            title="Livros"
            name="livro_ids"
            ids={audience.livro_ids}
            options={choices.livros}
            onChange={(livro_ids) => onChange({ livro_ids })}
          />
          <Checks
            title="Unidades"
            name="company_ids"
            ids={audience.company_ids}
            options={choices.companies}
            onChange={(company_ids) => onChange({ company_ids })}
          />
          <details
            className="audience-group unfolds"
            open={audience.user_ids.length > 0 || requested !== '' || undefined}
          >
            <summary>
              <span className="mr-auto flex items-center gap-2.5">
                Pessoas
                {audience.user_ids.length > 0 && (
                  <span className="chip tone-brand num">{audience.user_ids.length}</span>
                )}
              </span>
            </summary>
            <PeopleField
              name="user_ids"
              label="Pessoas"
              ids={audience.user_ids}
              {...{ names, requested, found }}
              onChange={(user_ids, more) => onChange({ user_ids }, more)}
            />
          </details>
        </div>
      </div>
    </div>
  );
}
