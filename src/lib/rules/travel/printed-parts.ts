/** Tickets in one PDF. Rendering them takes one or two seconds, while other documents wait. */
export const PRINTED_AT_ONCE = 500;

/** The PDF files for this many tickets: number, first and last ticket, each from 1. */
export const printedParts = (tickets: number): { part: number; first: number; last: number }[] =>
  Array.from({ length: Math.ceil(tickets / PRINTED_AT_ONCE) }, (_, index) => ({
    part: index + 1,
    first: index * PRINTED_AT_ONCE + 1,
    last: Math.min((index + 1) * PRINTED_AT_ONCE, tickets),
  }));
