/** CONST-12: years of a list, the current one and those after it. */
const YEARS_IN_LIST = 4;

/** The years that a list offers. @param today `YYYY-MM-DD` in the school's zone */
export const yearsFrom = (today: string): string[] =>
  Array.from({ length: YEARS_IN_LIST }, (_, after) => String(Number(today.slice(0, 4)) + after));
