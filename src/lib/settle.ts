/** One part of a page: its data, or why it could not be loaded. A part that fails leaves the others alone. */
export type Part<T> = { ok: true; data: T } | { ok: false; status: number; code?: string };

/** Waits for a part of a page. A refusal becomes `{ok: false}` with its HTTP status, anything else with 0. */
export const settle = <T>(work: Promise<T>): Promise<Part<T>> =>
  work.then(
    (data) => ({ ok: true, data }),
    (error: { status?: unknown; code?: unknown } | undefined) => ({
      ok: false,
      status: typeof error?.status === 'number' ? error.status : 0,
      ...(typeof error?.code === 'string' && { code: error.code }),
    }),
  );
