import type { ComponentType, ReactElement, ReactNode, SVGProps } from 'react';
import type { FieldAttributes } from '#lib/contract/fields.schema.ts';
import type { Env, FirstView } from '#lib/page/first-view.ts';
import type { AnswerOf, InputOf, IslandRead, IslandWrite } from '#lib/page/operations.ts';
import type { Address, FilterName } from '#lib/rules/lists/list-address.ts';
import type { Slot } from '#lib/rules/teaching/timetable.ts';

export type { Address, Env };
/** The values of a form: texts, booleans, integers, centavos, ids, picked options, weekly time slots; null: empty. */
export type Values = Readonly<Record<string, string | boolean | number | null | readonly (number | string | Slot)[]>>;
export interface Thing {
  id: number;
}

/**
 * A field of a form. Its label, limits and kind come from the input of the operation; these properties override them for
 * the form.
 */
export interface Field {
  name: string;
  label?: string;
  kind?:
    | 'text'
    | 'day'
    | 'time'
    | 'area'
    | 'money'
    | 'whole'
    | 'choice'
    | 'pick'
    | 'picks'
    | 'hours'
    | 'box'
    | 'hidden'
    | 'password'
    | 'secret'
    | 'code';
  hint?: string;
  isRequired?: boolean;
  /** Money: parses the typed amount into hundredths, also in another currency; absent: reais only. */
  read?: (text: string) => number | null;
  isWide?: boolean;
  /** It is shown, but cannot be changed. */
  isFixed?: boolean;
  /** For a day: `YYYY-MM-DD`. */
  min?: string;
  max?: string;
  /** For a text area: the formats of a text file that can fill it in, such as `csv`. */
  fileOf?: readonly string[];
  options?: readonly Option[];
  /** For a choice: its values are numbers, such as ids; null if nothing is chosen. */
  isNumber?: boolean;
  /** Loads further options of a choice, or the options of a pick that match the typed text. */
  find?: (text: string) => Promise<readonly Option[]>;
  /** For a pick: the label of its search; absent: all options are shown, because they are few. */
  search?: string;
  /** For a pick: the content if nothing is found. */
  none?: ReactNode;
}

export interface Option {
  value: string;
  label: string;
  /** For a pick: the text below the option. */
  note?: string;
  /** For a pick: the preselected option. */
  isLikely?: boolean;
  count?: number | undefined;
}

/** The data that a form depends on. `Known`: the result of `ask`; null while it loads. */
export interface FormContext<Row, Facts, Known> {
  rows: readonly Row[];
  facts: Facts;
  known: Known | null;
  env: Env;
  /** The board stage where the card was dropped. */
  to?: string | undefined;
}

/** The context with the typed values. */
export interface TypedContext<Row, Facts, Known> extends FormContext<Row, Facts, Known> {
  values: Readonly<Record<string, string | boolean>>;
}

export interface FormOf<Row, Facts, Known = unknown> {
  /** Absent: the form only asks for confirmation, or only shows something. */
  fields?: readonly Field[] | ((context: FormContext<Row, Facts, Known>) => readonly Field[]);
  begin?: (context: FormContext<Row, Facts, Known>) => Readonly<Record<string, string | boolean>>;
  /** Loaded first, and again when one of the `watch` fields changes. */
  ask?: { watch?: readonly string[]; load: (rows: readonly Row[], values: Values) => Promise<Known> };
  /** Shown above the button. A plain text becomes a muted paragraph. */
  note?: string | ((context: TypedContext<Row, Facts, Known>) => ReactNode);
  /** The button’s label; absent: the label of its act; null: there is nothing to send. */
  send?: string | ((context: TypedContext<Row, Facts, Known>) => string | null);
}

/**
 * An action on a row. It is offered as a button, in the row’s menu, in the bar of marked rows, by a key, and by dragging.
 */
export interface Act<Row, Facts = object> {
  name: string;
  label: string;
  icon?: ComponentType<SVGProps<SVGSVGElement>>;
  /** The key for the focused row, or for the marked rows. */
  key?: string;
  /** It has a button in the row itself, not only in its menu. */
  isFirst?: boolean | ((row: Row) => boolean);
  /** It is not available for several rows at once. */
  isForOne?: boolean;
  /** It is at the foot of a record, and last in a menu. */
  isDanger?: boolean;
  may?: (row: Row, env: Env) => boolean;
  /** The act is a link. */
  href?: (row: Row, env: Env) => string;
  // biome-ignore lint/suspicious/noExplicitAny: each form knows the type of its loaded data
  form?: FormOf<Row, Facts, any>;
  /** The changed fields, as input of the subject’s `write`. A row shows them before the server answers. */
  change?: (values: Values, env: Env, rows: readonly Row[]) => Readonly<Record<string, unknown>>;
  /** Replaces the subject’s `write`, with the same kind of input. */
  write?: IslandWrite;
  /** Undoes an own `write` or `operation`. */
  undo?: IslandWrite;
  /** Replaces `change`, for one row: it takes its id and the values of the form. */
  operation?: IslandWrite;
  /**
   * The input of `operation`, if it is not the values of the form; or of `write` besides the ids, if no row is updated
   * before the answer.
   */
  sent?: (values: Values, rows: readonly Row[]) => object;
  /** Shows the answer until the reader closes it, because a secret is shown only once. */
  // biome-ignore lint/suspicious/noExplicitAny: each act knows the type of its answer
  shows?: (answer: any) => Shown;
  /** The success message, if the answer has none. */
  done?: (count: number, values: Values) => string;
}

/** A dialog over the page after an act. */
export interface Shown {
  title: string;
  body: ReactNode;
}

/** The common parts of lists, boards and records of one kind of thing. */
export interface Subject<Row extends Thing, Facts = object> {
  kind: string;
  titleOf: (row: Row) => string;
  /** Absent: it has no page of its own. The address is that of the list. */
  href?: (row: Row, address?: Address) => string;
  acts?: readonly Act<Row, Facts>[];
  /** Changes several rows: it takes `ids`, and is answered by `onceForEach`. Absent: each act has an `operation`. */
  write?: IslandWrite;
  undo?: IslandWrite;
  /** Labels for the fields of its forms. */
  labels?: Readonly<Record<string, string>>;
}

export interface Filter<Facts> extends FilterName {
  label: string;
  /** The label for no chosen value. */
  all: string | ((address: Address) => string);
  /** Its menu offers a field for any day. */
  isDay?: boolean;
  /** The only filter whose choices are shown beside the search on a wide screen. */
  isOpen?: boolean;
  options: (facts: Facts) => readonly Option[];
}

export interface Sum {
  label: string;
  value: string;
  /** Omitted on a phone. */
  isExtra?: boolean;
}

type Tabs = readonly { label: string; href: string }[];

/** The description of a list’s or board’s page. */
export interface View<Row extends Thing, Read extends IslandRead> extends Subject<Row, AnswerOf<Read>> {
  title: string;
  path: string;
  /** Links beside the title: other views of the same things, or other pages of the area. */
  tabs?: Tabs | ((env: Env) => Tabs);
  /** Links about the shown rows. @param address the current one */
  links?: (facts: AnswerOf<Read>, address: Address) => readonly { label: string; href: string }[];
  /** The label of its search; absent: there is none. */
  search?: string;
  /** It searches only on Enter, because the server limits the number of searches. */
  isOnSubmit?: boolean;
  read: Read;
  /** The operation’s input for an address; absent: the address’s fields, each filter by its `field`. */
  inputOf?: (address: Address) => InputOf<Read> & object;
  filters?: readonly Filter<AnswerOf<Read>>[];
  /** One line of figures. */
  sums?: (facts: AnswerOf<Read>) => { title?: string; items: readonly Sum[] };
  /** Creates a new thing: its form gets no rows, or it is a link. */
  create?: Act<never, AnswerOf<Read>>;
  /** Whether the reader may create one; absent: every reader may. */
  mayCreate?: (facts: AnswerOf<Read>) => boolean;
  download?: (address: Address, facts: AnswerOf<Read>) => string;
  empty: Empty | ((facts: AnswerOf<Read>) => Empty);
}

/** The text if there are no rows. */
interface Empty {
  title: string;
  text: string;
}

export interface Column<Row, Facts> {
  label: string;
  cell: (row: Row, env: Env) => ReactNode;
  /** In px on a wide screen; absent: the remaining width. */
  width?: number;
  isNumeric?: boolean;
  /** Omitted on screens narrower than this many px. */
  from?: 1340 | 1500;
  /** Whether the column is shown. It is hidden if all rows have the same value, such as the unit of a school with one unit. */
  isShown?: (facts: Facts) => boolean;
  /** On a phone the first line shows only the first column and this one. */
  endsPhoneLine?: boolean;
}

export interface ListOf<Row extends Thing, Read extends IslandRead> extends View<Row, Read> {
  /** Below the title: what the page does not show by itself. */
  lead?: string;
  /** Singular and plural. */
  words: readonly [string, string];
  columns: readonly Column<Row, AnswerOf<Read>>[];
  /** Acts without a row, besides `create`. */
  others?: readonly Act<never, AnswerOf<Read>>[] | ((facts: AnswerOf<Read>) => readonly Act<never, AnswerOf<Read>>[]);
  /** Content below the rows, such as a chart of them. */
  below?: (facts: AnswerOf<Read>) => ReactNode;
  /** The second line of a row on a phone. */
  note: (row: Row, env: Env) => Note;
}

/** A line of text, or its parts; empty parts are omitted. */
export type Note =
  | ReactElement
  | string
  | false
  | null
  | undefined
  | readonly (string | number | false | null | undefined)[];

/** The answer of every list. */
export interface ListAnswer<Row> {
  items: readonly Row[];
  total: number;
  /** The cursor of the next page. */
  next: string | null;
}

/** A column of a board. */
export interface Stage {
  value: string;
  label: string;
  /** The act that moves a card to this stage. */
  act: string;
  /** Below its title. */
  note?: string | null;
  /** Below the note: links to entries without cards. */
  links?: readonly { label: string; href: string }[];
  /** The text if there are no cards. */
  empty?: string;
}

/** The columns of a board. */
export const stagesOf = <Row extends Thing, Read extends IslandRead>(
  { stages }: BoardOf<Row, Read>,
  facts: AnswerOf<Read>,
): readonly Stage[] => (typeof stages === 'function' ? stages(facts) : stages);

export interface BoardOf<Row extends Thing, Read extends IslandRead> extends View<Row, Read> {
  stageOf: (row: Row) => string;
  stages: readonly Stage[] | ((facts: AnswerOf<Read>) => readonly Stage[]);
  /** The number of cards of a stage, including hidden ones. */
  countOf: (facts: AnswerOf<Read>, stage: string) => number;
  card: (row: Row, env: Env) => ReactNode;
  /** Below the figures: the next days, with the board’s entries for each. */
  calendar?: {
    title: string;
    days: (facts: AnswerOf<Read>) => readonly { day: string; label: string }[];
    /** `YYYY-MM-DD`; null: not in the calendar. */
    dayOf: (row: Row) => string | null;
    entry: (row: Row) => string;
  };
}

/** A label with its value; omitted if the value is empty. */
export type Fact = readonly [label: string, value: ReactNode];

export interface RecordOf<Row extends Thing, Read extends IslandRead> extends Subject<Row, AnswerOf<Read>> {
  read: Read;
  /** The operation’s input for an address; absent: the address’s fields, such as the id. */
  inputOf?: (address: Address) => InputOf<Read> & object;
  /** Further fields of its address, such as which rows of a part are shown. */
  filters?: readonly FilterName[];
  back: { label: string; href: string };
  /** The text after an act deleted it; absent: a text that it is no longer visible to the reader. */
  gone?: Empty;
  /** A label of its state, beside the title. */
  state?: (row: Row, env: Env) => ReactNode;
  /** Below the title. */
  lead?: (row: Row, env: Env) => ReactNode;
  facts: (details: AnswerOf<Read>, env: Env) => readonly Fact[];
  parts: readonly {
    title: string;
    /** It is beside the other parts on a wide screen. */
    isBeside?: boolean;
    body?: (details: AnswerOf<Read>, env: Env) => ReactNode;
    facts?: (details: AnswerOf<Read>, env: Env) => readonly Fact[];
    // biome-ignore lint/suspicious/noExplicitAny: each part has its own type of entries
    lines?: LinesOf<any, AnswerOf<Read>>;
    /** Whether the part is shown; it is omitted if it has no content. */
    isShown?: (details: AnswerOf<Read>, env: Env) => boolean;
  }[];
}

/** Things of another kind in a part of a record, one line each, with their own acts. */
export interface LinesOf<Row extends Thing, Details> {
  subject: Subject<Row, Details>;
  of: (details: Details, env: Env) => readonly Row[];
  /** A label of its state. */
  state?: (row: Row, env: Env) => ReactNode;
  /** Its second line. */
  note: (row: Row, env: Env) => Note;
  /** Initially collapsed, below this text. */
  fold?: (count: number) => string;
  /** The text without entries; absent: the whole part is omitted. */
  empty?: string;
  /** The link to further entries, below them; null: there are none. */
  more?: (details: Details) => { label: string; href: string } | null;
}

/** An island’s props from its page. */
export type ViewProps<Read extends IslandRead> = FirstView<AnswerOf<Read>>;
export type KnownFields = Readonly<Record<string, Readonly<Record<string, FieldAttributes>>>>;

/** The links beside a title. */
export const tabsOf = ({ tabs = [] }: { tabs?: View<never, never>['tabs'] }, env: Env): Tabs =>
  typeof tabs === 'function' ? tabs(env) : tabs;

export const emptyOf = <Facts>({ empty }: { empty: Empty | ((facts: Facts) => Empty) }, facts: Facts): Empty =>
  typeof empty === 'function' ? empty(facts) : empty;

/** How long to wait for the next typed letter. */
export const PAUSE_MS = 180;

/** The acts of a subject. */
export const actsOf = <Row, Facts>({ acts = [] }: { acts?: readonly Act<Row, Facts>[] }) => acts;

/** The act that creates a new thing, if the reader may. */
export const createOf = <Row extends Thing, Read extends IslandRead>(
  { create, mayCreate }: View<Row, Read>,
  facts: AnswerOf<Read> | null,
) => (mayCreate && !(facts && mayCreate(facts)) ? undefined : create);

/** The operation and input of an act. @throws Error for an act that changes nothing */
export function callOf<Row extends Thing>(
  write: IslandWrite | undefined,
  { name, operation, write: own = write, sent }: Act<Row, never>,
  rows: readonly Row[],
  values: Values,
  change: object | undefined,
): readonly [IslandWrite, object] {
  if (operation) return [operation, { ...(rows[0] && { id: rows[0].id }), ...(sent?.(values, rows) ?? values) }];
  const said = change ?? sent?.(values, rows);
  if (!said || !own) throw new Error(`The act ${name} changes nothing`);
  return [own, { ids: rows.map(({ id }) => id), ...said }];
}

/** The rows among these that an act applies to. */
export const among = <Row>(act: Act<Row, never>, rows: readonly Row[], env: Env): readonly Row[] =>
  (act.isForOne || act.operation) && rows.length > 1 ? [] : rows.filter((row) => act.may?.(row, env) ?? true);
