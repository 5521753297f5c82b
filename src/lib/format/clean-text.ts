import { normalForm } from './normal-form.ts';

/**
 * Characters that nobody sees or types on purpose: control characters, half surrogates, marks of direction and width,
 * fillers such as U+3164. PostgreSQL stores neither U+0000 nor a half surrogate.
 */
const INVISIBLE = String.raw`(?!\n)[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`;
const PICTURE = String.raw`\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?`;
/** Some of these characters join or colour the parts of an emoji, and stay there. */
const EMOJI = String.raw`${PICTURE}(?:\u200D${PICTURE})*[\u{E0020}-\u{E007F}]*|[\d#*]\uFE0F\u20E3`;
const EMOJI_OR_INVISIBLE = new RegExp(`(${EMOJI})|${INVISIBLE}`, 'gu');
const LINE_BREAK = /\r\n?|[\u2028\u2029\u0085\v\f]/g;
/** Letters and signs with single blanks need no cleaning; nearly all texts are like this. */
const PLAIN = /^[!-~À-ÖØ-öø-ÿ]+(?: [!-~À-ÖØ-öø-ÿ]+)*$/;

const visible = (text: string): string =>
  normalForm(text, 'NFC').replace(EMOJI_OR_INVISIBLE, (_found, emoji: string | undefined) => emoji ?? '');

/**
 * The only cleaning of texts, at every entry: forms, API, uploads, imports. Letters are composed (NFC), invisible
 * characters are removed, and blanks of any kind in a row become one. Line breaks stay, at most two in a row. Never for a
 * password, a token or signed text.
 */
export const cleanText = (text: string): string =>
  PLAIN.test(text)
    ? text
    : visible(text.replace(LINE_BREAK, '\n').replaceAll('\t', ' '))
        .replace(/[^\S\n]+/g, ' ')
        .replace(/ ?\n ?/g, '\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim();

/** The same for a text of one line, such as a name: a line break is a blank. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\n+/g, ' ');
