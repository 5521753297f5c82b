/** The ids of marked rows, as a form or an address names them: `12,13`. */
export const idsIn = (text: string | null | undefined): number[] =>
  (text ?? '')
    .split(',')
    .filter((id) => /^[1-9]\d{0,8}$/.test(id))
    .map(Number)
    .slice(0, 100);
