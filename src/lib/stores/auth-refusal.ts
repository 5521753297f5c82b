import type { Refusal } from '#lib/forms/refusal.ts';

const none: { problem: null; fields: Refusal['fields'] } = { problem: null, fields: {} };

/**
 * What a form says: the refusal of its last sending, else that of the page.
 *
 * @param own null: it was not refused; undefined: nothing was sent since the page was drawn.
 */
export const shownRefusal = (own: Refusal | null | undefined, ofPage: Refusal | null | undefined) =>
  (own === undefined ? ofPage : own) ?? none;
