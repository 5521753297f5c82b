/** Tracking parameters in the query of a link. None of them changes what a page shows. */
const MARKS = /^\??((utm_[a-z_]{1,26}|gclid|gbraid|wbraid|fbclid|msclkid|ttclid|indicacao|unidade)(=[^&]*)?(&|$))*$/;
const MAX_MARKS = 10;
const MAX_MARK = 100;

/**
 * Whether a query has only tracking parameters; true for an empty query as well. It only tests the text, because it runs
 * on every visit of a cached page.
 *
 * @param search the query of an address, with its question mark
 */
export const hasOnlyMarks = (search: string): boolean => search === '' || MARKS.test(search);

/**
 * Marks of a lead: its source (`utm_source` as `source`), the person who recommended it, and the unit of the school.
 */
export function marksOf(query: URLSearchParams) {
  const utm = Object.fromEntries(
    [...query]
      .filter(([key, value]) => /^utm_[a-z_]{1,26}$/.test(key) && value !== '')
      .slice(0, MAX_MARKS)
      .map(([key, value]) => [key.slice('utm_'.length), value.slice(0, MAX_MARK)]),
  );
  const code = query.get('indicacao')?.trim() ?? '';
  const unit = query.get('unidade') ?? '';
  return {
    ...(Object.keys(utm).length > 0 && { utm }),
    ...(/^[\w-]{1,40}$/.test(code) && { indicacao_code: code }),
    ...(/^[1-9]\d{0,8}$/.test(unit) && { unidade_id: Number(unit) }),
  };
}
