/** A CPF with right digits, a different one for each number below 10⁹. */
export function cpfOf(number: number): string {
  const digits = String(number).padStart(9, '0').split('').map(Number);
  for (const length of [9, 10]) {
    const sum = digits.slice(0, length).reduce((total, digit, at) => total + digit * (length + 1 - at), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join('');
}
