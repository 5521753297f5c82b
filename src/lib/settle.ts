import { ApiError } from './api/client.ts';

/** One part of a page: its data, or why it could not be loaded. A part that fails leaves the others alone. */
export type Part<T> = { ok: true; data: T } | { ok: false; status: number };

/** Waits for a part of a page. A refusal becomes `{ok: false}` with its status, anything else with 0. */
export const settle = <T>(work: Promise<T>): Promise<Part<T>> =>
  work.then(
    (data) => ({ ok: true, data }),
    (error: unknown) => ({ ok: false, status: error instanceof ApiError ? error.status : 0 }),
  );
