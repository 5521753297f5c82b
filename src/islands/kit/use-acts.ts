import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Refusal } from '#lib/forms/refusal.ts';
import { mutate } from '#lib/stores/operations.ts';
import { perform } from '#lib/stores/panel-acts.ts';
import { mark } from '#lib/stores/panel-marked.ts';
import { toast } from '#lib/stores/toast.ts';
import { notLoaded } from '#lib/words/pwa.ts';
import {
  type Act,
  actsOf,
  among,
  callOf,
  type Env,
  type KnownFields,
  type Shown,
  type Subject,
  type Thing,
  type Values,
} from './describe.ts';

/** Most visits open no form, so its code loads with the first one. */
const loadForm = () => import('./FormDialog.tsx').then(({ FormDialog }) => FormDialog);
export type LateForm = Awaited<ReturnType<typeof loadForm>>;

const loadAnswer = () => import('./AnswerDialog.tsx').then(({ AnswerDialog }) => AnswerDialog);
type ShownAnswer = Shown & { Late: Awaited<ReturnType<typeof loadAnswer>> };

interface View<Row extends Thing, Facts> {
  subject: Subject<Row, Facts>;
  facts: Facts | null;
  env: Env;
  fields: KnownFields;
  /** The shown rows. */
  items: readonly Row[];
  /** Replaces each row with the result of `of`. */
  show: (of: (row: Row) => Row) => void;
  reload: () => void;
  /** Moves the focus after an act whose row disappeared. */
  refocus?: () => void;
}

/** Runs an act; its rows show the change before the server answers. @returns why it was refused; null on success */
const doing =
  <Row extends Thing, Facts>({ subject, env, show, reload }: View<Row, Facts>, showAnswer: (of: ShownAnswer) => void) =>
  async (what: Act<Row, Facts>, rows: readonly Row[], values: Values = {}): Promise<Refusal | null> => {
    // The dialog for a secret that is shown once must be loaded before the secret is requested.
    const Late = what.shows ? await loadAnswer().catch(() => null) : undefined;
    if (Late === null) return { problem: notLoaded, fields: {} };
    const ids = rows.map(({ id }) => id);
    const change = what.change?.(values, env, rows);
    const [operation, input] = callOf(subject.write, what, rows, values, change);
    const drafts = new Map(rows.map((row) => [row.id, { row, draft: { ...row, ...change } }]));
    if (change) show((row) => drafts.get(row.id)?.draft ?? row);
    let left: readonly number[] = [];
    const refusal = await perform({
      intent: JSON.stringify([subject.kind, what.name, ids, change ?? values]),
      work: (idempotencyKey) => mutate(operation, input as never, { idempotencyKey }),
      done: (count) => what.done?.(count, values) ?? `${what.label}.`,
      undo: what.undo ?? (what.operation || what.write ? undefined : subject.undo),
      nameOf: (id) => rows.flatMap((row) => (row.id === id ? subject.titleOf(row) : [])).join(''),
      left: (refused) => {
        left = refused;
      },
      answered: (answer) => Late && what.shows && showAnswer({ ...what.shows(answer), Late }),
      after: reload,
    });
    // Rows that changed meanwhile are newer.
    if (refusal) show((row) => (drafts.get(row.id)?.draft === row ? (drafts.get(row.id)?.row ?? row) : row));
    const done = ids.filter((id) => !left.includes(id));
    if (!refusal) mark(subject.kind, done, false);
    return refusal;
  };

/** An open form. */
interface Opened<Row, Facts> {
  act: Act<Row, Facts>;
  rows: readonly Row[];
  Form: LateForm;
  /** The stage where a card was dropped. */
  to: string | undefined;
}

/** The current state of rows, which may change while a menu or a form is open. */
const current = <Row extends Thing>(items: readonly Row[], rows: readonly Row[]): readonly Row[] =>
  rows.map((row) => items.find(({ id }) => id === row.id) ?? row);

/** The acts of a view: running them, the open menu or form, and updating the rows. */
export function useActs<Row extends Thing, Facts>(shown: View<Row, Facts>) {
  const { subject, env, items, refocus } = shown;
  const all = actsOf(subject);
  const [menu, setMenu] = useState<{ row: Row; anchor: HTMLElement } | null>(null);
  const [form, setForm] = useState<Opened<Row, Facts> | null>(null);
  const opener = useRef<HTMLElement>(null);
  /** The code of the first form is loading; a form that is opened meanwhile would overlap it. */
  const isLoading = useRef(false);

  const [shownAnswer, setShownAnswer] = useState<ShownAnswer | null>(null);
  const act = doing(shown, setShownAnswer);

  const start = (what: Act<Row, Facts>, rows: readonly Row[], to?: string) => {
    if (isLoading.current) return;
    opener.current = menu?.anchor ?? (document.activeElement as HTMLElement | null);
    setMenu(null);
    if (what.form) {
      isLoading.current = true;
      loadForm()
        .then(
          (Form) => setForm({ act: what, rows, Form, to }),
          () => toast.error(notLoaded),
        )
        .finally(() => {
          isLoading.current = false;
        });
      return;
    }
    void act(what, rows).then((refusal) => refusal && toast.error(refusal.problem));
  };

  /** The acts that these rows support, with the rows for each. */
  const actsFor = (rows: readonly Row[]) =>
    all.flatMap((each) => {
      const its = among(each, rows, env);
      return its.length > 0 ? [{ act: each, rows: its }] : [];
    });

  return {
    ...shown,
    menu: menu && { ...menu, row: current(items, [menu.row])[0] ?? menu.row },
    form: form && { ...form, rows: current(items, form.rows) },
    start,
    act,
    shownAnswer: shownAnswer && { ...shownAnswer, putAway: () => setShownAnswer(null) },
    actsFor,
    /** The acts with a button in the row itself. */
    firstFor: (row: Row) =>
      actsFor([row]).filter(({ act: { isFirst } }) => (typeof isFirst === 'function' ? isFirst(row) : isFirst)),
    /** The acts that at least one of these rows supports. */
    someFor: (rows: readonly Row[]) => all.filter((each) => rows.some((row) => among(each, [row], env).length > 0)),
    /** The keys of acts, for the rows that are selected when one is pressed. */
    keysFor: (rows: () => readonly Row[]) =>
      Object.fromEntries(
        all.flatMap((each) => {
          if (!each.key || each.href) return [];
          const press = () => {
            const its = among(each, rows(), env);
            if (its.length > 0) start(each, its);
          };
          return [[each.key, press]];
        }),
      ),
    /** The buttons and keys of acts without a row: creating a thing, and others. */
    creating: (what: Act<never, Facts> | undefined, others: readonly Act<never, Facts>[] = []) => {
      const buttonOf = (each: Act<never, Facts>) => {
        const href = each.href?.(undefined as never, env);
        const onClick = () => (href ? location.assign(href) : start(each as unknown as Act<Row, Facts>, []));
        return { label: each.label, key: each.key, href, onClick };
      };
      const buttons = [...(what ? [what] : []), ...others].map(buttonOf);
      return {
        button: what && buttons[0],
        others: buttons.slice(what ? 1 : 0),
        keys: Object.fromEntries(buttons.flatMap(({ key, onClick }) => (key ? [[key, onClick]] : []))),
        acts: what ? [what] : [],
      };
    },
    openMenu: (row: Row, anchor: HTMLElement) => setMenu({ row, anchor }),
    closeMenu: () => setMenu(null),
    closeForm: () => {
      // A key that follows at once must find its row.
      flushSync(() => setForm(null));
      // The button may have disappeared with its row.
      if (opener.current?.isConnected) opener.current.focus();
      else refocus?.();
    },
  };
}

export type Acts<Row extends Thing, Facts> = ReturnType<typeof useActs<Row, Facts>>;
