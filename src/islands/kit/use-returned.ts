import { useEffect, useRef, useState } from 'react';
import { type TypedAct, takeTyped, watchTyped } from '#lib/stores/panel-typed.ts';
import type { Field } from './describe.ts';

type Typed = TypedAct['values'];
const SECRET: ReadonlySet<Field['kind']> = new Set(['hidden', 'password', 'secret', 'code']);

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
 * A form that goes unsent, because somebody closes it or the session ends, is filled in as it is opened again.
 *
 * @returns whether it is filled in so, and what ends it: it was sent
 */
export function useReturned({ name, known, read, write }: Returning): { isBack: boolean; forget: () => void } {
  const [isBack, setIsBack] = useState(false);
  const left = useRef<Typed>({});
  const isSent = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form opens; `read` looks at what is typed then
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
