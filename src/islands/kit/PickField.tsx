import { useEffect, useId, useRef, useState } from 'react';
import { Field as TextField } from '../ui/Field.tsx';
import type { ContractForm } from '../ui/use-contract-form.ts';
import { type Field, type Option, PAUSE_MS } from './describe.ts';
import { Failed } from './ViewState.tsx';

interface PickProps {
  field: Field & Required<Pick<Field, 'find'>>;
  contract: ContractForm<Record<string, string | boolean>>;
  label: string;
  error: string | undefined;
}

/** Finds one of many by what is typed, and picks it. Who is likely is chosen until the reader chooses. */
export function PickField({ field: { name, search, find, none }, contract, label, error }: PickProps) {
  const { form } = contract;
  const chosen = form.watch(name);
  const [text, setText] = useState('');
  const [options, setOptions] = useState<readonly Option[] | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  const own = useRef(false);
  const id = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: it asks again when another text is typed
  useEffect(() => {
    let isCurrent = true;
    const take = (found: readonly Option[], failed = false) => {
      if (!isCurrent) return;
      setHasFailed(failed);
      setOptions(found);
      const still = found.find(({ value }) => own.current && value === form.getValues(name));
      // What is no longer shown is no longer chosen.
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
  }, [text, turn]);

  return (
    <div className="wide grid gap-4" aria-busy={options === null}>
      <TextField
        label={search ?? label}
        type="search"
        autoComplete="off"
        value={text}
        data-autofocus=""
        onChange={({ target }) => setText(target.value)}
        // It finds by itself: Enter would send what is chosen below.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {hasFailed ? <Failed retry={() => setTurn(turn + 1)} /> : options?.length === 0 && none}
      {options && options.length > 0 && (
        <fieldset aria-describedby={error && id}>
          <legend className="field-label">{label}</legend>
          {options.map(({ value, label: title, note }) => (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                {...{ name, value }}
                checked={chosen === value}
                aria-invalid={error ? true : undefined}
                onChange={() => {
                  own.current = true;
                  form.setValue(name, value);
                  form.clearErrors(name);
                }}
              />
              <span className="min-w-0">
                {title}
                {note && <span className="text-muted block text-sm">{note}</span>}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {error && (
        <p id={id} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
