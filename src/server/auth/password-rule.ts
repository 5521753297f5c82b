import { refused } from '../http/refusal.ts';

/** The most common leaked passwords that have at least the shortest length. */
const COMMON = new Set([
  '1234567890',
  '12345678910',
  '0123456789',
  '0987654321',
  '1111111111',
  '0000000000',
  'qwertyuiop',
  'password123',
  'senha12345',
  'senha123456',
  'portal-demo',
  'portugues10',
  'brasil2026',
  'iloveyou123',
]);

/** @param field the form's name for the password. @throws Refusal 400 with the reason in words. */
export function requireGoodPassword(password: string, emails: string[], field = 'new_password'): void {
  const text = password.toLowerCase();
  const say = (reason: string) => refused(reason, { [field]: reason });
  if (COMMON.has(text) || /^(.)\1+$/.test(text)) throw say('Esta senha é muito comum. Escolha outra.');
  if (emails.some((email) => email.toLowerCase() === text)) throw say('A senha não pode ser igual ao e-mail.');
}
