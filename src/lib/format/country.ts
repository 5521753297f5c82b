/** The country as people and other systems write it; null for Brazil or an empty text. */
export const countryAbroad = (text: string | null | undefined): string | null => {
  const country = text?.trim();
  return !country || /^(?:br|bra|bra[sz]il)\.?$/i.test(country) ? null : country;
};
