/** The query of an address with the given values, or nothing. */
export const addressQuery = (values: Record<string, string | null | undefined>) => {
  const present = Object.entries(values).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return present.length > 0 ? `?${new URLSearchParams(present)}` : '';
};
