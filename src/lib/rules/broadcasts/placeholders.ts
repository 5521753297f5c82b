/** What a message may say about its reader, and the words that stand there when nothing is known. */
export const placeholders = {
  primeiro_nome: { nome: 'Primeiro nome', exemplo: 'Maria', sem_dado: 'estudante' },
  turma: { nome: 'Turma', exemplo: 'Reach 1 · terça e quinta', sem_dado: 'sua turma' },
  vencimento: { nome: 'Próximo vencimento', exemplo: '10/12', sem_dado: 'a data combinada' },
} as const;
export type Placeholder = keyof typeof placeholders;
export type PlaceholderValues = Partial<Record<Placeholder, string | null>>;

const PATTERN = /\{([^{}]*)\}/g;
const isKnown = (name: string): name is Placeholder => Object.hasOwn(placeholders, name);

/** Names in braces that mean nothing, as they were written: a message with one is refused. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(PATTERN)].map(([, name = '']) => name).filter((name) => !isKnown(name));

/** Which of them a text uses. */
export const usedPlaceholders = (...texts: string[]): Placeholder[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(PATTERN)].map(([, name = '']) => name).filter(isKnown))),
];

/** The text for one reader: never with a hole, and not longer than devices show. */
export function fillPlaceholders(text: string, values: PlaceholderValues, longest: number): string {
  const filled = text.replace(PATTERN, (whole, name: string) =>
    isKnown(name) ? values[name]?.trim() || placeholders[name].sem_dado : whole,
  );
  const letters = [...filled];
  return letters.length <= longest && filled.length <= longest ? filled : `${cut(letters, longest - 1)}…`;
}

/** At most that many UTF-16 units, never through a letter. */
function cut(letters: string[], longest: number): string {
  let text = '';
  for (const letter of letters) {
    if (text.length + letter.length > longest) break;
    text += letter;
  }
  return text.trimEnd();
}
