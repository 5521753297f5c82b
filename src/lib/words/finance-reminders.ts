/** Placeholders in the text of a step. */
export const REMINDER_VALUES = ['parcela', 'valor', 'vencimento'] as const;

/** The portal’s default text of each step, by its number. */
export const defaultReminders: Readonly<Record<number, string>> = {
  1: '{parcela}: {valor}, até {vencimento}.',
  2: '{parcela}: {valor}. Se já pagou, desconsidere.',
  3: '{parcela} venceu em {vencimento}. Hoje são {valor}. Se já pagou, desconsidere.',
  4: 'Ainda não recebemos {parcela}, de {vencimento}. Hoje são {valor}. Se precisar de outro prazo, fale com a escola.',
  5: '{parcela}, de {vencimento}, continua em aberto: hoje são {valor}. Fale com a escola, e combinamos um jeito.',
};

/** Texts for several bills at once, for which a step’s text is not suitable. */
export const severalReminders = {
  ahead: '{valor} ao todo, a primeira até {vencimento}.',
  late: 'Hoje são {valor} ao todo, a primeira de {vencimento}. Se já pagou, desconsidere.',
  more: (count: number) => (count === 0 ? '' : count === 1 ? 'Há mais 1 parcela.' : `Há mais ${count} parcelas.`),
};

/** Messages of the reminders’ operations. */
export const reminderMessages = {
  reason: 'Escreva o motivo',
  ahead: (days: number) => `Escolha um dia de hoje em diante, até ${days} dias.`,
  forEver: 'Sem prazo',
  sameDay: 'Outro lembrete já é deste dia.',
  unknownValue: 'Entre chaves só {parcela}, {valor} e {vencimento}',
  saved: 'Lembrete salvo: vale a partir de hoje.',
};
