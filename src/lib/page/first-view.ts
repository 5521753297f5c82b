import { type Failure, partOf } from '#lib/api/part.ts';
import type { FieldAttributes } from '#lib/contract/fields.schema.ts';
import { type HelpLink, type HelpUser, helpLink } from '#lib/help.ts';
import { type Address, type FilterName, inputAt, readAddress } from '#lib/rules/lists/list-address.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { AnswerOf, IslandWrite, OperationCall, OperationName } from './operations.ts';
import type { PageSession } from './page-session.ts';

/** What cells and acts may need besides their row. */
export interface Env {
  /** ISO-8601 UTC: when the page was drawn. */
  now: string;
  timeZone: string;
  /** `YYYY-MM-DD` at the school. */
  today: string;
  reader: { id: number; name: string };
  rights: readonly string[];
  /** The franchise's host has the data of the school. */
  isConnected: boolean;
  /** The how-to of the page, if it has one. */
  help: HelpLink | null;
}

/** The first state of a list, board or record of the panel, which the server renders and the island continues. */
export interface FirstView<Answer> {
  address: Address;
  answer: Answer | null;
  failure: Failure | null;
  env: Env;
  /** The fields of its forms, by operation. */
  fields: Readonly<Record<string, Readonly<Record<string, FieldAttributes>>>>;
}

/** The first request of a view: the part of its description that is no HTML. */
interface View<Name extends OperationName> extends Subject {
  read: Name;
  filters?: readonly FilterName[];
  inputOf?(address: Address): object;
  create?: Act;
  others?: readonly Act[] | ((facts: never) => readonly Act[]);
  parts?: readonly { lines?: { subject: Subject } }[];
}

interface Act {
  form?: { fields?: unknown };
  operation?: IslandWrite;
  write?: IslandWrite;
}

interface Subject {
  acts?: readonly Act[];
  write?: IslandWrite;
  labels?: Readonly<Record<string, string>>;
}

/** The operations whose inputs are forms of acts. */
const filledIn = (acts: readonly Act[], shared?: IslandWrite): OperationName[] =>
  acts.flatMap(({ form, operation, write = shared }) => (form?.fields ? (operation ?? write ?? []) : []));

/** The required part of `Astro`. */
interface Page {
  url: URL;
  params: Readonly<Record<string, string | undefined>>;
  locals: {
    session: PageSession;
    timeZone: string;
    user: { id: number; full_name: string } | null;
    role: { rights: ReadonlySet<string> };
    settings: { connected: boolean };
    shell: { path: string; user: HelpUser | null };
    missing(isMissing: boolean): boolean;
  };
}

/** Loads a view for the address of the request. @param path fields that the path of the address holds */
export async function firstView<Name extends OperationName>(
  { locals, url }: Page,
  { read, filters = [], inputOf = (of) => inputAt(filters, of), parts = [], create, others, ...own }: View<Name>,
  path: Address = {},
): Promise<FirstView<AnswerOf<Name>>> {
  const { session, timeZone, user, role, settings, shell } = locals;
  const now = new Date();
  const address = { ...readAddress(filters, url.searchParams), ...path };
  const areas = session.api as unknown as Record<string, Record<string, OperationCall<object, AnswerOf<Name>>>>;
  const fieldsOf = ({ acts = [], write, labels }: Subject) =>
    filledIn(acts, write).map((name) => {
      const [area = '', operation = ''] = name.split('.');
      return [name, areas[area]?.[operation]?.fields(labels) ?? {}] as const;
    });
  const [area = '', operation = ''] = read.split('.');
  // Called as a method, because the page’s client belongs to its area.
  const part = await partOf(areas[area]?.[operation]?.(inputOf(address)) as Promise<AnswerOf<Name>>);
  const othersOf = (answer: unknown) => (typeof others === 'function' ? others(answer as never) : (others ?? []));
  const acts = [...(own.acts ?? []), ...(create ? [create] : []), ...(part.ok ? othersOf(part.data) : [])];
  const lines = parts.flatMap(({ lines }) => lines?.subject ?? []);
  const fields = Object.fromEntries([...lines, { ...own, acts }].flatMap(fieldsOf));
  const env: Env = {
    now: now.toISOString(),
    timeZone,
    today: dayIn(timeZone, now),
    reader: { id: user?.id ?? 0, name: user?.full_name ?? '' },
    rights: [...role.rights],
    isConnected: settings.connected,
    help: helpLink(shell.path, shell.user),
  };
  return { address, answer: part.ok ? part.data : null, failure: part.ok ? null : part, env, fields };
}

/** Loads a record by the id in the path, and whether it exists for the reader; otherwise the page answers 404. */
export async function recordView<Name extends OperationName>(page: Page, record: View<Name>) {
  const view = await firstView(page, record, { id: page.params.id ?? '' });
  const status = view.failure?.status;
  return { view, answer: view.answer, isMissing: page.locals.missing(status === 404 || status === 422) };
}
