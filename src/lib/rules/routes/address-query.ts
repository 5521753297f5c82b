/** The query of an address with what is given, or nothing. */
export const addressQuery = (values: Record<string, string | null | undefined>) => {
  const given = Object.entries(values).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
};
