/** A country that is not Brazil; null for Brazil, as people and other systems write it, and for none. */
export const countryAbroad = (text: string | null | undefined): string | null => {
  const country = text?.trim();
  return !country || /^(?:br|bra|bra[sz]il)\.?$/i.test(country) ? null : country;
};
