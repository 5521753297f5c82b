/**
 * The key by which e-mails are compared. Cut to the column’s length, because some capitals become two letters in lower
 * case.
 */
export const emailKey = (email: string) => email.trim().toLowerCase().slice(0, 254);
