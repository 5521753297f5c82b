import type { ConfigData } from 'html-validate/node';

const OFF = 'off';

/**
 * The presets of html-validate for whole pages. What is off or narrowed says why. `standard` comes last: where it and
 * `recommended` differ, it holds what the HTML standard says, and the other a taste.
 */
export const htmlRules: ConfigData = {
  root: true,
  extends: ['html-validate:recommended', 'html-validate:a11y', 'html-validate:document', 'html-validate:standard'],
  rules: {
    // How markup is written, not what it says: React and Astro write it so, and browsers read both ways.
    'attr-case': OFF,
    'attribute-boolean-style': OFF,
    'attribute-empty-style': OFF,
    'no-trailing-whitespace': OFF,
    'void-style': OFF,
    // HTML takes a field without a type for text.
    'no-implicit-input-type': OFF,
    // Several boxes of one name are one choice of many.
    'form-dup-name': ['error', { shared: ['radio', 'button', 'reset', 'submit', 'checkbox'] }],
    // How far a bar is filled is a figure of the page. The policy of pages lets such styles through.
    'no-inline-style': ['error', { allowedProperties: ['width', 'translate'] }],
    // Browsers draw their own bars each in another way, and none as a ring.
    'prefer-native-element': ['error', { exclude: ['progressbar'] }],
    // Our own files have a digest in their names.
    'require-sri': ['error', { target: 'crossorigin' }],
    // A number that may not break has this class; copied, it stays a plain number. A row of contacts is a sentence.
    'tel-non-breaking': ['error', { ignoreClasses: ['whitespace-nowrap', 'to-do'] }],
  },
};
