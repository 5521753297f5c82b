/** How many rows there are in each state, as the filters of a list tell it. @param rows a state each, with its `count(*)` */
export const countsOf = (rows: readonly { status: string | number; many: number | string }[]): Record<string, number> =>
  Object.fromEntries(rows.map(({ status, many }) => [status, Number(many)]));
