/**
 * Shares what came in among the bills of a charge, in their order: each gets what it owes, as far as the money goes.
 *
 * @param owed centavos of each bill
 * @returns what each bill gets, and what is left over
 */
export function sharePayment(owed: readonly number[], received: number): { parts: number[]; surplus: number } {
  let left = received;
  const parts = owed.map((each) => {
    const part = Math.max(0, Math.min(each, left));
    left -= part;
    return part;
  });
  return { parts, surplus: left };
}
