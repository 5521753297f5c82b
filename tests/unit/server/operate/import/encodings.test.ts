import { expect, it } from 'vitest';
import { decodeText, isGarbled } from '../../../../../src/server/operate/import/encodings.ts';

/** Names and words of a school's tables. Each is tested as a file of its own, the smallest sample of an encoding. */
const words =
  'José João Conceição Sá Antônio Júlia Luís Luíza Inês Ângela Ítalo Érica Óscar Íris Úrsula Álvaro Camões Guimarães Gonçalves Araújo Mônica Cauã Vitória Patrícia Sebastião Simões Magalhães Assunção Fátima Helô Avó Avô Irmã Mãe Água Época Ônibus Inglês Português Sábado Terça Braço Calça Açaí Muñoz Müller Zoë Brontë Núcleo Três Câmara Lâmpada À Às É Há Só Pé Café Você Você? Opções Ações Lições São Não Ção';
const samples = [
  ...words.split(' '),
  ...words.split(' ').map((word) => word.toUpperCase()),
  'Rua à direita',
  '2º ano',
  '1ª série',
  'nº 10',
  '“Inglês” – básico…',
];

const CODES = ['windows-1252', 'macintosh'] as const;
const byteOf = new Map<string, Map<string, number>>(
  CODES.map((code) => [
    code,
    new Map(Array.from({ length: 256 }, (_, byte) => [new TextDecoder(code).decode(Uint8Array.of(byte)), byte])),
  ]),
);
/** The letters of Portuguese in CP850, by its published table. */
const DOS: Readonly<Record<string, number>> = {
  ...{ Ç: 0x80, ü: 0x81, é: 0x82, â: 0x83, à: 0x85, ç: 0x87, ê: 0x88, É: 0x90, ô: 0x93, Ü: 0x9a, á: 0xa0, í: 0xa1 },
  ...{ ó: 0xa2, ú: 0xa3, ñ: 0xa4, Ñ: 0xa5, ª: 0xa6, º: 0xa7, Á: 0xb5, Â: 0xb6, À: 0xb7, ã: 0xc6, Ã: 0xc7, Ê: 0xd2 },
  ...{ ë: 0x89, Ë: 0xd3, Í: 0xd6, Ó: 0xe0, Ô: 0xe2, õ: 0xe4, Õ: 0xe5, Ú: 0xe9 },
};
const encode = (text: string, code: string): Uint8Array | null => {
  const bytes = [...text].map((letter) =>
    letter < '\u0080' ? letter.charCodeAt(0) : code === 'cp850' ? DOS[letter] : byteOf.get(code)?.get(letter),
  );
  return bytes.includes(undefined) ? null : Uint8Array.from(bytes as number[]);
};

it.each([...CODES, 'cp850'])('no word in %s is silently read as another word', (code) => {
  const wrong: string[] = [];
  for (const word of samples) {
    const bytes = encode(`nome;nota\n${word};8`, code);
    if (!bytes) continue;
    const read = decodeText(bytes);
    // One name with two possible readings, without other text to decide between them.
    if (code === 'cp850' && /Ë/.test(word)) continue;
    if ('text' in read && read.text !== `nome;nota\n${word};8`) wrong.push(`${word}: ${read.text.slice(10)}`);
  }
  expect(wrong).toEqual([]);
});

it.each([...CODES, 'cp850'])('a file with many words in %s is decoded', (code) => {
  const text = `nome\n${samples.filter((word) => encode(word, code)).join('\n')}\n`;
  expect(decodeText(encode(text, code) ?? new Uint8Array())).toEqual({ text });
});

it('no sample is taken for wrongly decoded text', () => {
  expect(samples.filter(isGarbled)).toEqual([]);
  const more = [
    'R$ 1.250,00',
    '5 µm',
    'Box® 3',
    'ČESKÝ',
    'Žižka',
    'ŠKODA',
    '„Wort“',
    'D’Ávila',
    '李小龙',
    '50 m²',
    '4 ½',
    'Ærø',
  ];
  expect(more.filter(isGarbled)).toEqual([]);
});

it('doubly encoded UTF-8 is repaired, and a text with a capital Ã before a quote is unchanged', () => {
  const twice = (text: string) => Buffer.from(new TextDecoder('windows-1252').decode(Buffer.from(text)));
  for (const word of samples) if (/[áéíóúãõçâêôà]/.test(word)) expect(decodeText(twice(word))).toEqual({ text: word });
  for (const text of ['MANHÃ “A”', 'IRMÃ”', 'MANHÃ\u00A0', 'AMANHû']) {
    expect(decodeText(Buffer.from(text))).toEqual({ text });
  }
});
