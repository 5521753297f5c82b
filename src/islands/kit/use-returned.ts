import { useEffect, useRef, useState } from 'react';
import { type TypedAct, takeTyped, watchTyped } from '#lib/stores/panel-typed.ts';
import type { Field } from './describe.ts';

type Typed = TypedAct['values'];
const SECRET: ReadonlySet<Field['kind']> = new Set(['hidden', 'password', 'code']);

/** What was typed of these fields. What is asked for or found is chosen again: it may not be there any more. */
export const typedOf = (fields: readonly Field[], now: Typed, begun: Typed): Typed =>
  Object.fromEntries(
    fields.flatMap(({ name, kind, find }) => {
      const value = now[name];
      return SECRET.has(kind) || find || value === undefined || value === begun[name] ? [] : [[name, value]];
    }),
  );

/** What returned of the fields that are shown, and the rest: what is asked for first may show more of them. */
export function shownOf(fields: readonly Field[], typed: Typed): { shown: Typed; rest: Typed } {
  const names = new Set(fields.map(({ name }) => name));
  const all = Object.entries(typed);
  return {
    shown: Object.fromEntries(all.filter(([name]) => names.has(name))),
    rest: Object.fromEntries(all.filter(([name]) => !names.has(name))),
  };
}

interface Returning {
  /** Of the form; absent: nothing is kept of it. */
  name: string | undefined;
  /** What the fields hang on. */
  known: unknown;
  read: () => Typed;
  /** Fills in what is shown. @returns the rest */
  write: (typed: Typed) => Typed;
}

/**
 * A form whose session ends while it is open is filled in as it is opened again.
 *
 * @returns whether it is filled in so
 */
export function useReturned({ name, known, read, write }: Returning): boolean {
  const [isBack, setIsBack] = useState(false);
  const left = useRef<Typed>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form opens; `read` looks at what is typed then
  useEffect(() => {
    if (name === undefined) return;
    const typed = takeTyped(name);
    left.current = typed ?? {};
    setIsBack(typed !== null);
    return watchTyped(() => {
      const values = { ...left.current, ...read() };
      return Object.keys(values).length > 0 ? { name, values } : null;
    });
  }, [name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once as the form opens, and again as more fields are shown
  useEffect(() => {
    left.current = write(left.current);
  }, [name, known]);
  return isBack;
}
