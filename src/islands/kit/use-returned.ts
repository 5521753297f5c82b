import { useEffect, useRef, useState } from 'react';
import { type TypedAct, takeTyped, watchTyped } from '#lib/stores/panel-typed.ts';
import type { Field } from './describe.ts';

type Typed = TypedAct['values'];
const SECRET: ReadonlySet<Field['kind']> = new Set(['hidden', 'password', 'secret', 'code']);

/** The typed values of these fields. Loaded options must be chosen again, because they may no longer exist. */
export const typedOf = (fields: readonly Field[], now: Typed, begun: Typed): Typed =>
  Object.fromEntries(
    fields.flatMap(({ name, kind, find }) => {
      const value = now[name];
      return SECRET.has(kind) || find || value === undefined || value === begun[name] ? [] : [[name, value]];
    }),
  );

/** Splits returned values into those of shown fields and the rest: more fields may be shown after loading. */
export function shownOf(fields: readonly Field[], typed: Typed): { shown: Typed; rest: Typed } {
  const names = new Set(fields.map(({ name }) => name));
  const all = Object.entries(typed);
  return {
    shown: Object.fromEntries(all.filter(([name]) => names.has(name))),
    rest: Object.fromEntries(all.filter(([name]) => !names.has(name))),
  };
}

interface Returning {
  /** The form’s name; absent: its values are not stored. */
  name: string | undefined;
  /** The loaded data that decides which fields are shown. */
  known: unknown;
  read: () => Typed;
  /** Fills in the shown fields. @returns the rest */
  write: (typed: Typed) => Typed;
}

/**
 * Refills a form that was closed unsent, or whose session ended, when it is opened again.
 *
 * @returns whether it was refilled, and a function to call when it was sent
 */
export function useReturned({ name, known, read, write }: Returning): { isBack: boolean; forget: () => void } {
  const [isBack, setIsBack] = useState(false);
  const left = useRef<Typed>({});
  const isSent = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form opens; `read` reads the current values later
  useEffect(() => {
    if (name === undefined) return;
    const typed = takeTyped(name);
    left.current = typed ?? {};
    setIsBack(typed !== null);
    const end = watchTyped(() => {
      const values = { ...left.current, ...read() };
      return Object.keys(values).length > 0 ? { name, values } : null;
    });
    return () => end(isSent.current);
  }, [name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once as the form opens, and again as more fields are shown
  useEffect(() => {
    left.current = write(left.current);
  }, [name, known]);
  const forget = () => {
    isSent.current = true;
    // It may have been closed before the answer.
    if (name !== undefined) takeTyped(name);
  };
  return { isBack, forget };
}
