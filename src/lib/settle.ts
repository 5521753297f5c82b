/** One part of a page: its data, or that it could not be loaded. A part that fails leaves the others alone. */
export type Part<T> = { ok: true; data: T } | { ok: false };

/** Waits for a part of a page. A refusal or an outage becomes `{ok: false}`. */
export const settle = <T>(work: Promise<T>): Promise<Part<T>> =>
  work.then(
    (data) => ({ ok: true, data }),
    () => ({ ok: false }),
  );
