import type { ComponentType, ReactElement, ReactNode, SVGProps } from 'react';
import type { FieldAttributes } from '#lib/contract/fields.schema.ts';
import type { Env, FirstView } from '#lib/page/first-view.ts';
import type { AnswerOf, InputOf, IslandRead, IslandWrite } from '#lib/page/operations.ts';
import type { Address, FilterName } from '#lib/rules/lists/list-address.ts';
import type { Slot } from '#lib/rules/teaching/timetable.ts';

export type { Address, Env };
/** What a form says: texts, ticks, numbers of money and whole ones, ids, what was picked, the hours of a week; null: nothing. */
export type Values = Readonly<Record<string, string | boolean | number | null | readonly (number | string | Slot)[]>>;
export interface Thing {
  id: number;
}

/** A field of a form. Its label, limits and kind come from the input of the operation; what stands here is special to the form. */
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
  /** Of money: hundredths of what is typed, in another currency too; absent: reais alone. */
  read?: (text: string) => number | null;
  isWide?: boolean;
  /** It is shown, and nobody changes it. */
  isFixed?: boolean;
  /** Of a day: `YYYY-MM-DD`. */
  min?: string;
  max?: string;
  /** Of an area: the formats of a text file that may fill it in, such as `csv`. */
  fileOf?: readonly string[];
  options?: readonly Option[];
  /** Of a choice: its values are numbers, such as ids; nothing chosen is null. */
  isNumber?: boolean;
  /** Asks for more options of a choice, or for those of a pick or of picks that fit what is typed. */
  find?: (text: string) => Promise<readonly Option[]>;
  /** Of a pick: the label of its search; absent: there are few, and all are shown. */
  search?: string;
  /** Of a pick: what stands where nothing is found. */
  none?: ReactNode;
}

export interface Option {
  value: string;
  label: string;
  /** Of a pick: what stands below it. */
  note?: string;
  /** Of a pick: it is chosen until the reader chooses. */
  isLikely?: boolean;
  count?: number | undefined;
}

/** What a form stands on. `Known`: what `ask` found out; null while it is asked. */
export interface FormContext<Row, Facts, Known> {
  rows: readonly Row[];
  facts: Facts;
  known: Known | null;
  env: Env;
  /** The stage of a board where the card was dropped. */
  to?: string | undefined;
}

/** The same, with what is typed. */
export interface TypedContext<Row, Facts, Known> extends FormContext<Row, Facts, Known> {
  values: Readonly<Record<string, string | boolean>>;
}

export interface FormOf<Row, Facts, Known = unknown> {
  /** Absent: it only asks, or only shows. */
  fields?: readonly Field[] | ((context: FormContext<Row, Facts, Known>) => readonly Field[]);
  begin?: (context: FormContext<Row, Facts, Known>) => Readonly<Record<string, string | boolean>>;
  /** Asked first, and again when one of `watch` changes. */
  ask?: { watch?: readonly string[]; load: (rows: readonly Row[], values: Values) => Promise<Known> };
  /** Stands above the button. A text is a quiet paragraph. */
  note?: string | ((context: TypedContext<Row, Facts, Known>) => ReactNode);
  /** On the button; absent: the label of its act; null: there is nothing to send. */
  send?: string | ((context: TypedContext<Row, Facts, Known>) => string | null);
}

/** What can be done to a row. It is a button, an item of the menu, of the bar of marked rows, a key, a target of a drag. */
export interface Act<Row, Facts = object> {
  name: string;
  label: string;
  icon?: ComponentType<SVGProps<SVGSVGElement>>;
  /** The key that does it to the row with the focus, or to the marked rows. */
  key?: string;
  /** It stands in the row itself, not only in its menu. */
  isFirst?: boolean | ((row: Row) => boolean);
  /** Not for several rows at once. */
  isForOne?: boolean;
  /** It stands at the foot of a record, and last in a menu. */
  isDanger?: boolean;
  may?: (row: Row, env: Env) => boolean;
  /** It is a link. */
  href?: (row: Row, env: Env) => string;
  // biome-ignore lint/suspicious/noExplicitAny: each form knows what it asks
  form?: FormOf<Row, Facts, any>;
  /** What changes: fields of `write` of its subject. A row shows it before the school answers. */
  change?: (values: Values, env: Env, rows: readonly Row[]) => Readonly<Record<string, unknown>>;
  /** Changes the rows in place of the subject's `write`, as that does. */
  write?: IslandWrite;
  /** Takes back what an own `write` or `operation` did. */
  undo?: IslandWrite;
  /** In place of `change`, for one row: it takes its id and the values of the form. */
  operation?: IslandWrite;
  /** What `operation` takes, if it is not what the form says; or `write` besides the ids, if no row shows it before. */
  sent?: (values: Values, rows: readonly Row[]) => object;
  /** Shows what the answer holds until the reader puts it away: a secret is said once. */
  // biome-ignore lint/suspicious/noExplicitAny: each act knows its answer
  shows?: (answer: any) => Shown;
  /** Says that it is done, where the answer does not. */
  done?: (count: number, values: Values) => string;
}

/** What stands over the page after an act. */
export interface Shown {
  title: string;
  body: ReactNode;
}

/** What lists, boards and records of one kind of thing share. */
export interface Subject<Row extends Thing, Facts = object> {
  kind: string;
  titleOf: (row: Row) => string;
  /** Absent: it has no page of its own. A list says what it shows. */
  href?: (row: Row, address?: Address) => string;
  acts?: readonly Act<Row, Facts>[];
  /** Changes several rows: it takes `ids`, and `onceForEach` answers. Absent: each act has an `operation`. */
  write?: IslandWrite;
  undo?: IslandWrite;
  /** Of the fields of its forms. */
  labels?: Readonly<Record<string, string>>;
}

export interface Filter<Facts> extends FilterName {
  label: string;
  /** Says that nothing is chosen. */
  all: string | ((address: Address) => string);
  /** Its menu takes any day. */
  isDay?: boolean;
  /** The one filter that stands open beside the search of a wide screen. */
  isOpen?: boolean;
  options: (facts: Facts) => readonly Option[];
}

export interface Sum {
  label: string;
  value: string;
  /** Left out on a phone. */
  isExtra?: boolean;
}

type Tabs = readonly { label: string; href: string }[];

/** The page of a list or a board. */
export interface View<Row extends Thing, Read extends IslandRead> extends Subject<Row, AnswerOf<Read>> {
  title: string;
  path: string;
  /** Links beside the title: the same things in another way, or other pages of the area. */
  tabs?: Tabs | ((env: Env) => Tabs);
  /** Links about what is shown. @param address as it stands */
  links?: (facts: AnswerOf<Read>, address: Address) => readonly { label: string; href: string }[];
  /** What its search looks for; absent: there is none. */
  search?: string;
  /** It searches at Enter alone: the school counts what is asked. */
  isOnSubmit?: boolean;
  read: Read;
  /** What is asked at an address; absent: its fields, each filter by its `field`. */
  inputOf?: (address: Address) => InputOf<Read> & object;
  filters?: readonly Filter<AnswerOf<Read>>[];
  /** One line of figures. */
  sums?: (facts: AnswerOf<Read>) => { title?: string; items: readonly Sum[] };
  /** Makes a new thing: its form gets no rows, or it is a link. */
  create?: Act<never, AnswerOf<Read>>;
  /** Whether the reader makes one; absent: every reader does. */
  mayCreate?: (facts: AnswerOf<Read>) => boolean;
  download?: (address: Address, facts: AnswerOf<Read>) => string;
  empty: Empty | ((facts: AnswerOf<Read>) => Empty);
}

/** What is said where nothing is. */
interface Empty {
  title: string;
  text: string;
}

export interface Column<Row, Facts> {
  label: string;
  cell: (row: Row, env: Env) => ReactNode;
  /** In px on a wide screen; absent: what is left. */
  width?: number;
  isNumeric?: boolean;
  /** Left out where the screen has fewer px than these. */
  from?: 1340 | 1500;
  /** Whether the column is shown. It is hidden if all rows have the same value, such as the unit of a school with one unit. */
  isShown?: (facts: Facts) => boolean;
  /** On a phone the first line shows only the first column and this one. */
  endsPhoneLine?: boolean;
}

export interface ListOf<Row extends Thing, Read extends IslandRead> extends View<Row, Read> {
  /** Below the title: what is not seen on the page. */
  lead?: string;
  /** Of one row and of many. */
  words: readonly [string, string];
  columns: readonly Column<Row, AnswerOf<Read>>[];
  /** Acts that need no row, beside `create`. */
  others?: readonly Act<never, AnswerOf<Read>>[] | ((facts: AnswerOf<Read>) => readonly Act<never, AnswerOf<Read>>[]);
  /** Stands below the rows, such as a chart of them. */
  below?: (facts: AnswerOf<Read>) => ReactNode;
  /** The second line of a row on a phone. */
  note: (row: Row, env: Env) => Note;
}

/** A line of text, or its parts; what is empty is left out. */
export type Note =
  | ReactElement
  | string
  | false
  | null
  | undefined
  | readonly (string | number | false | null | undefined)[];

/** What every list answers. */
export interface ListAnswer<Row> {
  items: readonly Row[];
  total: number;
  /** Where the next page begins. */
  next: string | null;
}

/** A column of a board. */
export interface Stage {
  value: string;
  label: string;
  /** It brings a card there. */
  act: string;
  /** Below its title. */
  note?: string | null;
  /** Below the note: what is there besides cards. */
  links?: readonly { label: string; href: string }[];
  /** In place of cards. */
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
  /** The number of cards of a stage, shown or not. */
  countOf: (facts: AnswerOf<Read>, stage: string) => number;
  card: (row: Row, env: Env) => ReactNode;
  /** Below the figures: the next days, with what is on the board for each. */
  calendar?: {
    title: string;
    days: (facts: AnswerOf<Read>) => readonly { day: string; label: string }[];
    /** `YYYY-MM-DD`; null: it is no entry. */
    dayOf: (row: Row) => string | null;
    entry: (row: Row) => string;
  };
}

/** A label with its value; what is empty is left out. */
export type Fact = readonly [label: string, value: ReactNode];

export interface RecordOf<Row extends Thing, Read extends IslandRead> extends Subject<Row, AnswerOf<Read>> {
  read: Read;
  /** What is asked at an address; absent: its fields, such as the id. */
  inputOf?: (address: Address) => InputOf<Read> & object;
  /** What its address names besides its id: which rows of a part are shown. */
  filters?: readonly FilterName[];
  back: { label: string; href: string };
  /** Said where an act deleted it; absent: it left what the reader sees. */
  gone?: Empty;
  /** A word on its state, beside the title. */
  state?: (row: Row, env: Env) => ReactNode;
  /** Below the title. */
  lead?: (row: Row, env: Env) => ReactNode;
  facts: (details: AnswerOf<Read>, env: Env) => readonly Fact[];
  parts: readonly {
    title: string;
    /** It stands beside the others on a wide screen. */
    isBeside?: boolean;
    body?: (details: AnswerOf<Read>, env: Env) => ReactNode;
    facts?: (details: AnswerOf<Read>, env: Env) => readonly Fact[];
    // biome-ignore lint/suspicious/noExplicitAny: each part holds things of its own kind
    lines?: LinesOf<any, AnswerOf<Read>>;
    /** Left out where there is nothing to say. */
    isShown?: (details: AnswerOf<Read>, env: Env) => boolean;
  }[];
}

/** Things of another kind in a part of a record, a line each, with their own acts. */
export interface LinesOf<Row extends Thing, Details> {
  subject: Subject<Row, Details>;
  of: (details: Details, env: Env) => readonly Row[];
  /** A word on its state. */
  state?: (row: Row, env: Env) => ReactNode;
  /** Its second line. */
  note: (row: Row, env: Env) => Note;
  /** Closed at first, below these words. */
  fold?: (count: number) => string;
  /** Stands where there are none; absent: so does the whole part not. */
  empty?: string;
  /** Leads to others, below them; null: there are no more. */
  more?: (details: Details) => { label: string; href: string } | null;
}

/** What an island gets from its page. */
export type ViewProps<Read extends IslandRead> = FirstView<AnswerOf<Read>>;
export type KnownFields = Readonly<Record<string, Readonly<Record<string, FieldAttributes>>>>;

/** The links beside a title. */
export const tabsOf = ({ tabs = [] }: { tabs?: View<never, never>['tabs'] }, env: Env): Tabs =>
  typeof tabs === 'function' ? tabs(env) : tabs;

export const emptyOf = <Facts>({ empty }: { empty: Empty | ((facts: Facts) => Empty) }, facts: Facts): Empty =>
  typeof empty === 'function' ? empty(facts) : empty;

/** Who types is waited for so long. */
export const PAUSE_MS = 180;

/** What can be done to a thing. */
export const actsOf = <Row, Facts>({ acts = [] }: { acts?: readonly Act<Row, Facts>[] }) => acts;

/** What makes a new thing, for who may. */
export const createOf = <Row extends Thing, Read extends IslandRead>(
  { create, mayCreate }: View<Row, Read>,
  facts: AnswerOf<Read> | null,
) => (mayCreate && !(facts && mayCreate(facts)) ? undefined : create);

/** What an act asks for, and with what. @throws Error for an act that changes nothing */
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

/** The rows among these that an act is for. */
export const among = <Row>(act: Act<Row, never>, rows: readonly Row[], env: Env): readonly Row[] =>
  (act.isForOne || act.operation) && rows.length > 1 ? [] : rows.filter((row) => act.may?.(row, env) ?? true);
