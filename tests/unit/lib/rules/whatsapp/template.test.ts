import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  bodyParameters,
  CODE_LETTERS,
  filledIn,
  saidBy,
  templateParts,
  whatsappDigits,
  whatsappVariables,
} from '../../../../../src/lib/rules/whatsapp/template.ts';
import { whatsappMessages } from '../../../../../src/lib/words/whatsapp.ts';

const values = { nome: 'Ana', escola: 'KNN', titulo: 'Aula cancelada', texto: 'Hoje,\n19:00', link: 'https://x/y' };

it.each([
  ['its text alone', [{ type: 'BODY', text: 'Olá, {{1}}: {{2}}.' }], ['1', '2'], null],
  ['a named variable twice', [{ type: 'body', text: '{{ nome }} e {{nome}}' }], ['nome'], null],
  [
    'a header of words',
    [
      { type: 'HEADER', format: 'TEXT', text: 'Aviso' },
      { type: 'BODY', text: 'Oi' },
    ],
    [],
    null,
  ],
  [
    'a variable in the header',
    [
      { type: 'HEADER', format: 'TEXT', text: '{{1}}' },
      { type: 'BODY', text: 'Oi' },
    ],
    [],
    'partes',
  ],
  [
    'a picture',
    [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Oi' },
    ],
    [],
    'partes',
  ],
  [
    'a variable in a link',
    [
      { type: 'BODY', text: 'Oi' },
      { type: 'BUTTONS', buttons: [{ type: 'URL', url: 'https://x/{{1}}' }] },
    ],
    [],
    'partes',
  ],
  ['no text', [], [], 'partes'],
  [
    'too many variables',
    [{ type: 'BODY', text: '{{1}}{{2}}{{3}}{{4}}{{5}}{{6}}{{7}}' }],
    ['1', '2', '3', '4', '5', '6', '7'],
    'partes',
  ],
])('a template with %s', (_what, components, slots, unfit) => {
  expect(templateParts(components)).toMatchObject({ slots, unfit });
});

it('values are filled in by position or by name', () => {
  expect(bodyParameters('POSITIONAL', ['2', '1'], ['titulo', 'nome'], values)).toEqual([
    { type: 'text', text: 'Ana' },
    { type: 'text', text: 'Aula cancelada' },
  ]);
  expect(bodyParameters('NAMED', ['quem', 'o_que'], ['nome', 'texto'], values)).toEqual([
    { type: 'text', parameter_name: 'quem', text: 'Ana' },
    { type: 'text', parameter_name: 'o_que', text: 'Hoje, 19:00' },
  ]);
  expect(filledIn('{{2}}, {{1}}', ['2', '1'], ['titulo', 'nome'], values)).toBe('Aula cancelada, Ana');
});

it('no value is empty or contains what the API refuses', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 900 }), fc.constantFrom(...whatsappVariables), (text, name) => {
      const [parameter] = bodyParameters('POSITIONAL', ['1'], [name], { ...values, [name]: text });
      expect(parameter?.text).toMatch(/^(?!\s)[^\n\t]{1,600}$/u);
      expect(parameter?.text).not.toMatch(/ {5}/);
    }),
  );
});

it.each([
  ['PARAR', 'stop'],
  [' parar! ', 'stop'],
  ['Não quero', 'stop'],
  ['Sair.', 'stop'],
  ['voltar', 'start'],
  ['COMEÇAR', 'start'],
  ['Vou parar de ir às quintas', 'other'],
  ['', 'other'],
  ['👍', 'other'],
])('“%s” is %s', (text, kind) => {
  expect(saidBy(text).kind).toBe(kind);
});

it('the code is found in the message that the portal prepared', () => {
  const letter = fc.constantFrom(...CODE_LETTERS);
  fc.assert(
    fc.property(fc.array(letter, { minLength: 8, maxLength: 8 }), (letters) => {
      const code = letters.join('');
      const said = saidBy(whatsappMessages.begin(code).toLowerCase());
      expect(said.kind === 'code' && said.codes).toContain(code);
    }),
  );
});

it.each([
  ['19991234567', '5519991234567'],
  ['(19) 99123-4567', '5519991234567'],
  ['+351912345678', '351912345678'],
])('the telephone %s is %s in WhatsApp', (phone, digits) => {
  expect(whatsappDigits(phone)).toBe(digits);
});
