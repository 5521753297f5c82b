import { ApiError } from './client.ts';

/** Why a call failed. `status` 0: no answer. `detail` is fit to be shown, and may be empty. */
export interface Failure {
  status: number;
  detail: string;
  code?: string | undefined;
  fields?: Readonly<Record<string, string>>;
}

const unknown: Failure = { status: 0, detail: '' };

/** Reads a caught error. Anything but a refused call has the status 0 and no words. */
export const failureOf = (error: unknown): Failure => (error instanceof ApiError ? error : unknown);

/** Whether the server decided. If it is away or busy, the same call may succeed later. */
export const isDecided = ({ status }: Failure): boolean => status >= 400 && status < 500 && status !== 429;

/** One part of a page: its data, or why it did not load. */
export type Part<T> = { ok: true; data: T } | ({ ok: false } & Failure);

/** Waits for a part of a page. A refusal becomes `{ok: false}` with its HTTP status, anything else with 0. */
export const partOf = <T>(work: Promise<T>): Promise<Part<T>> =>
  work.then(
    (data) => ({ ok: true, data }),
    (error) => {
      const { status, detail, code, fields } = failureOf(error);
      return { ok: false, status, detail, ...(code && { code }), ...(fields && { fields }) };
    },
  );

/** The record that a page is about. `isMissing`: the school does not have it, or the address is malformed. */
export type Subject<T> = Part<T> & { isMissing: boolean };

/** Waits for the subject of a page. */
export async function subjectOf<T>(work: Promise<T>): Promise<Subject<T>> {
  const part = await partOf(work);
  return { ...part, isMissing: !part.ok && (part.status === 404 || part.status === 422) };
}
