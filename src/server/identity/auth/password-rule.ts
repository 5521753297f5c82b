import { withoutMarks } from '#lib/format/normal-form.ts';
import { refused } from '../../core/http/refusal.ts';
import { isLeaked } from './leaked-passwords.ts';

/** Words that everybody at a school tries first, without accents. `docs/security.md` lists them too. */
export const EASY_WORDS: readonly string[] = [
  'academy',
  'admin',
  'aluna',
  'aluno',
  'brasil',
  'curso',
  'demo',
  'english',
  'escola',
  'idiomas',
  'ingles',
  'knn',
  'phenom',
  'portal',
  'professor',
  'professora',
  'secretaria',
  'senha',
];
/** Fewer letters beside such words than these are easy to guess, whatever digits and signs stand between them. */
const MIN_OWN_LETTERS = 4;
const MIN_WORD = 4;

/**
 * The rules beside the length: any characters go, in any mix. Leaked passwords do not, nor the mail address, nor little
 * more than words that everybody knows of this school and this person.
 *
 * @param field the form's name for the password. @throws Refusal 400 with the reason in words.
 */
export function requireGoodPassword(password: string, emails: readonly string[], field = 'new_password'): void {
  const text = password.toLowerCase();
  const say = (reason: string) => refused(reason, { [field]: reason });
  if (isLeaked(password) || /^(.)\1+$/u.test(text)) throw say('Esta senha é muito comum. Escolha outra.');
  if (emails.some((email) => email.toLowerCase() === text)) throw say('A senha não pode ser igual ao e-mail.');
  if (isEasy(text, emails)) {
    throw say('Esta senha é fácil de adivinhar: tem pouco além do nome da escola ou do seu e-mail. Escolha outra.');
  }
}

/** What people write for a letter. */
const SIGNS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
};

function isEasy(text: string, emails: readonly string[]): boolean {
  const own = emails.flatMap((email) => (email.split('@')[0] ?? '').toLowerCase().split(/[^a-z]+/));
  const words = [...EASY_WORDS, ...own.filter((word) => word.length >= MIN_WORD)].toSorted(
    (a, b) => b.length - a.length,
  );
  const plain = withoutMarks(text);
  const read = plain.replace(/[@4310!$5]/g, (sign) => SIGNS[sign] ?? sign);
  return [plain, read].some((spelling) => {
    const rest = words.reduce((left, word) => left.replaceAll(word, ' '), spelling);
    return rest !== spelling && rest.replace(/[^\p{L}]/gu, '').length < MIN_OWN_LETTERS;
  });
}
