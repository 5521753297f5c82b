import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { zipSync } from 'fflate';

/** A real sound of 1.6 seconds; its words do not matter here. */
const SOUND = readFileSync('src/content/lessons/way-1/unidade-1/palavra-01.mp3');
const TAG_BYTES = 128;
export const SOUND_BYTES = SOUND.length + TAG_BYTES;

/** The sound with a name at its end, so that no two files are the same. */
const soundOf = (name: string): Uint8Array =>
  Buffer.concat([SOUND, Buffer.concat([Buffer.from(`TAG${name}`), Buffer.alloc(TAG_BYTES)]).subarray(0, TAG_BYTES)]);

export interface BookText {
  codigo?: string;
  nome?: string;
  units?: readonly UnitText[];
}
export interface UnitText {
  titulo: string;
  /** Terms with their translation: two or more. */
  words: readonly (readonly [termo: string, traducao: string])[];
  line?: string;
}

export const greetings: UnitText = {
  titulo: 'Hello there',
  words: [
    ['hello', 'olá'],
    ['friend', 'amigo'],
  ],
};
export const market: UnitText = {
  titulo: 'At the market',
  words: [
    ['apple', 'maçã'],
    ['price', 'preço'],
  ],
};

const sound = (name: string, at: number) => `${name}-${String(at + 1).padStart(2, '0')}.mp3`;

function unitText({ titulo, words, line = 'Hello, my friend.' }: UnitText): string {
  const [first = ['', '']] = words;
  return `titulo: ${titulo}
audios:
  - titulo: First talk
    som: faixa-1.mp3
    linhas:
      - texto: ${line}
        traducao: Olá, meu amigo.
        tempo: [0, 1]
palavras:
${words
  .map(
    ([termo, traducao], at) => `  - termo: ${termo}
    classe: substantivo
    traducao: ${traducao}
    ipa: /${termo}/
    som: ${sound('palavra', at)}
    exemplo: This is ${termo}.
    exemplo_traducao: Isto é ${traducao}.
    exemplo_som: ${sound('exemplo', at)}`,
  )
  .join('\n')}
questoes:
  - tipo: lacuna
    enunciado: This is ___ today.
    respostas: [${first[0]}]
    explicacao: A palavra da unidade.
    palavra: ${first[0]}
  - tipo: associar
    enunciado: Ligue as palavras.
    pares: [${words.map(([termo, traducao]) => `[${termo}, ${traducao}]`).join(', ')}]
    explicacao: As palavras da unidade.
    palavra: ${first[0]}
`;
}

/** The files of a school's own book, by their path below its folder. */
export function bookFiles({
  codigo = 'BAIRRO-1',
  nome = 'English do Bairro',
  units = [greetings, market],
}: BookText = {}) {
  const files: Record<string, Uint8Array> = {
    'livro.yaml': text(`codigo: ${codigo}\nnome: ${nome}\nlinha: A\nnivel: A1\nordem: 50\ncapa: capa.svg\n`),
    'capa.svg': text(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 4"><rect width="3" height="4" fill="teal"/></svg>',
    ),
  };
  for (const [index, unit] of units.entries()) {
    files[`unidade-${index + 1}.yaml`] = text(unitText(unit));
    const put = (name: string, says: string) => {
      files[`unidade-${index + 1}/${name}`] = soundOf(says);
    };
    put('faixa-1.mp3', unit.titulo);
    for (const [at, [termo]] of unit.words.entries()) {
      put(sound('palavra', at), termo);
      put(sound('exemplo', at), `${termo}.`);
    }
  }
  return files;
}

export const text = (content: string): Uint8Array => new TextEncoder().encode(content);

/** The ZIP of the book as uploaded. */
export const bookZip = (files: Record<string, Uint8Array>): Uint8Array => zipSync(files, { level: 1 });

/** A folder with a book, for commands. */
export class BookFolder {
  readonly folder = mkdtempSync(join(tmpdir(), 'school-book-'));
  readonly book: string;
  constructor(files: Record<string, Uint8Array>, slug = 'bairro-1') {
    this.book = join(this.folder, slug);
    for (const [name, content] of Object.entries(files)) this.write(name, content);
  }
  write(name: string, content: Uint8Array): void {
    mkdirSync(dirname(join(this.book, name)), { recursive: true });
    writeFileSync(join(this.book, name), content);
  }
  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }
}
