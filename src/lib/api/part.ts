/** One part of a page: its data, or why it did not load. `detail` is fit to be shown, and may be empty. */
export type Part<T> = { ok: true; data: T } | { ok: false; status: number; detail: string; code?: string };

/** Waits for a part of a page. A refusal becomes `{ok: false}` with its HTTP status, anything else with 0. */
export const partOf = <T>(work: Promise<T>): Promise<Part<T>> =>
  work.then(
    (data) => ({ ok: true, data }),
    (error: { status?: unknown; detail?: unknown; code?: unknown } | undefined) => ({
      ok: false,
      status: typeof error?.status === 'number' ? error.status : 0,
      detail: typeof error?.detail === 'string' ? error.detail : '',
      ...(typeof error?.code === 'string' && { code: error.code }),
    }),
  );

/** The subject of a page. `isMissing`: the school does not know it, or cannot read its address. */
export type Subject<T> = Part<T> & { isMissing: boolean };

/** Waits for the subject of a page. */
export async function subjectOf<T>(work: Promise<T>): Promise<Subject<T>> {
  const part = await partOf(work);
  return { ...part, isMissing: !part.ok && (part.status === 404 || part.status === 422) };
}
