import { useEffect, useId, useRef, useState } from 'react';
import { kitWords } from '#lib/words/panel-kit.ts';
import { Button } from '../ui/Button.tsx';
import { Field as TextField } from '../ui/Field.tsx';
import type { ContractForm } from '../ui/use-contract-form.ts';
import { type Field, type Option, PAUSE_MS } from './describe.ts';
import { pickedIn } from './sent.ts';
import { Failed } from './ViewState.tsx';

interface PickProps {
  field: Field & Required<Pick<Field, 'find'>>;
  contract: ContractForm<Record<string, string | boolean>>;
  label: string;
  error: string | undefined;
}

/**
 * Searches options by the typed text, and picks one, or several. The likely option is preselected until the reader
 * chooses; several picked options stay while the reader searches for others.
 */
export function PickField({ field: { name, kind, search, find, none }, contract, label, error }: PickProps) {
  const { form } = contract;
  const isMany = kind === 'picks';
  const chosen = pickedIn(String(form.watch(name) ?? ''));
  const [text, setText] = useState('');
  const [options, setOptions] = useState<readonly Option[] | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const own = useRef(false);
  const id = useId();

  const choose = (values: readonly string[]) => {
    own.current = true;
    form.setValue(name, values.join(','));
    form.clearErrors(name);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: it searches again only when the text changes
  useEffect(() => {
    let isCurrent = true;
    const take = (found: readonly Option[], failed = false) => {
      if (!isCurrent) return;
      setHasFailed(failed);
      const before = pickedIn(String(form.getValues(name) ?? ''));
      if (isMany) {
        setOptions((known) => onceEach([...(known ?? []).filter(({ value }) => before.includes(value)), ...found]));
        return;
      }
      setOptions(found);
      const still = found.find(({ value }) => own.current && before.includes(value));
      // An option that is no longer shown is deselected.
      if (!still) own.current = false;
      form.setValue(name, (still ?? found.find(({ isLikely }) => isLikely))?.value ?? '');
    };
    const load = () =>
      void find(text.trim()).then(
        (found) => take(found),
        () => take([], true),
      );
    const timer = setTimeout(load, options ? PAUSE_MS : 0);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, attempt]);

  return (
    <div className="wide grid gap-4" aria-busy={options === null}>
      {search && (
        <TextField
          label={search}
          type="search"
          autoComplete="off"
          value={text}
          data-autofocus=""
          onChange={({ target }) => setText(target.value)}
          // It searches while typing; Enter would submit the form with the current choice.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {hasFailed ? <Failed retry={() => setAttempt(attempt + 1)} /> : options?.length === 0 && none}
      {options && options.length > 0 && (
        <Choices {...{ name, label, isMany, options, chosen, choose }} describedBy={error && id} />
      )}
      {error && (
        <p id={id} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}

interface ChoicesProps {
  name: string;
  label: string;
  isMany: boolean;
  options: readonly Option[];
  chosen: readonly string[];
  choose: (values: readonly string[]) => void;
  /** The id of the error. */
  describedBy: string | undefined;
}

/** The found options to pick from. */
function Choices({ name, label, isMany, options, chosen, choose, describedBy }: ChoicesProps) {
  const all = options.map(({ value }) => value);
  const isAll = all.every((value) => chosen.includes(value));
  return (
    <fieldset aria-describedby={describedBy || undefined}>
      <legend className="field-label">{label}</legend>
      {isMany && (
        <p className="flex items-center justify-between gap-3">
          <span role="status" className="text-muted num text-sm">
            {kitWords.chosen(chosen.length)}
          </span>
          <Button look="ghost" className="btn-sm" onClick={() => choose(isAll ? [] : all)}>
            {isAll ? kitWords.chooseNone : kitWords.chooseAll(all.length)}
          </Button>
        </p>
      )}
      {options.map(({ value, label: title, note }) => (
        <label key={value} className="flex min-h-11 items-center gap-3">
          <input
            type={isMany ? 'checkbox' : 'radio'}
            {...{ name, value }}
            checked={chosen.includes(value)}
            aria-invalid={describedBy ? true : undefined}
            onChange={({ target }) =>
              choose(target.checked && isMany ? [...chosen, value] : target.checked ? [value] : without(chosen, value))
            }
          />
          <span className="min-w-0">
            {title}
            {note && <span className="text-muted block text-sm">{note}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const without = (all: readonly string[], value: string) => all.filter((each) => each !== value);
const onceEach = (all: readonly Option[]) => [...new Map(all.map((each) => [each.value, each])).values()];
