import cardValidator from 'card-validator';
import * as z from 'zod/mini';
import { digitsOf, isCpf } from '#lib/format/documents.ts';
import { required } from '#lib/words/validation.ts';
import { checked } from '../forms/field-rules.ts';

const ofCard = cardValidator.number;
/** How many years ahead a card may be valid. */
const MAX_YEARS = 20;

/** The brand of a number while the user types it, once only one brand is possible. */
export function cardOf(number: string): { brand: string; gaps: number[]; cvvLength: number } | null {
  const card = ofCard(number).card;
  return card ? { brand: card.niceType, gaps: card.gaps, cvvLength: card.code.size } : null;
}

const MONTH_FIRST = /^(0?[1-9]|1[0-2])\D{0,3}(?:20)?(\d{2})$/;
const YEAR_FIRST = /^20(\d{2})\D{0,3}(0?[1-9]|1[0-2])$/;

/** `MM/AA`, `MM/AAAA` or `AAAA-MM` as month and year, as password managers fill them in; null if it is none of them. */
function readExpiry(text: string): { month: number; year: number } | null {
  const [, month = '', year = ''] = MONTH_FIRST.exec(text.trim()) ?? [];
  if (month) return { month: Number(month), year: 2000 + Number(year) };
  const [, yearFirst = '', monthLast = ''] = YEAR_FIRST.exec(text.trim()) ?? [];
  return monthLast ? { month: Number(monthLast), year: 2000 + Number(yearFirst) } : null;
}

/** The same as `MM/AA`; null for incomplete text. */
export function typedExpiry(text: string): string | null {
  const expiry = readExpiry(text);
  return expiry && `${String(expiry.month).padStart(2, '0')}/${String(expiry.year).slice(2)}`;
}

/** @param today `YYYY-MM-DD`: a card is valid until the end of its month. */
function isExpiryAhead(text: string, today: string): boolean {
  const expiry = readExpiry(text);
  if (!expiry) return false;
  const [year = 0, month = 0] = today.split('-').map(Number);
  const months = (expiry.year - year) * 12 + expiry.month - month;
  return months >= 0 && months <= MAX_YEARS * 12;
}

/** The rules of the card form; the server and the bank check again. @param today `YYYY-MM-DD`. */
export const CardFields = (today: string) =>
  z
    .object({
      number: checked((value) => ofCard(digitsOf(value)).isValid, 'Confira o número do cartão'),
      holder_name: z.string().check(z.trim(), z.minLength(2, required), z.maxLength(80, 'Use no máximo 80 caracteres')),
      expiry: checked((value) => isExpiryAhead(value, today), 'Confira a validade (mês/ano)'),
      cvv: checked((value) => /^\d{3,4}$/.test(value), 'São 3 ou 4 números'),
      cpf: checked(isCpf, 'CPF inválido'),
      installments: z.string(),
    })
    .check(
      z.refine(({ number, cvv }) => cvv.length === (cardOf(digitsOf(number))?.cvvLength ?? cvv.length), {
        error: 'O código deste cartão tem outro tamanho',
        path: ['cvv'],
      }),
    );

export type CardValues = z.infer<ReturnType<typeof CardFields>>;

export const noCard: CardValues = { number: '', holder_name: '', expiry: '', cvv: '', cpf: '', installments: '1' };

/** The form's name of a field of the call: `card.expiry_year` → `expiry`. */
export const cardFieldOf = (field: string): string =>
  (field.split('.').at(-1) ?? field).replace(/^expiry_(month|year)$/, 'expiry');

/** The input of API-26 from the form. */
export function cardInput({ number, holder_name, expiry, cvv, cpf, installments }: CardValues) {
  const { month = 1, year = 2000 } = readExpiry(expiry) ?? {};
  return {
    card: { number: digitsOf(number), holder_name, expiry_month: month, expiry_year: year, cvv },
    cpf,
    installments: Number(installments),
  };
}
