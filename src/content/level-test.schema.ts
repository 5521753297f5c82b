import { z } from 'zod';
import { block, CEFR_LEVELS, type CefrLevel, fileName, list, repeated, text, word } from './pieces.ts';

/** Items of the level test as `src/content/level-test/<level>/<skill>.yaml` has them. How to write them: docs/livros.md. */

export type Level = CefrLevel;
export const LEVELS = CEFR_LEVELS;
export const SKILLS = ['grammar', 'vocabulary', 'reading', 'listening'] as const;
export type Skill = (typeof SKILLS)[number];
const OPTION_IDS = ['a', 'b', 'c', 'd'] as const;

/** Where on the scale of abilities the items of a level lie, at most this far away. */
const CENTRES: Readonly<Record<Level, number>> = { A1: -2.2, A2: -1.2, B1: 0, B2: 1.1, C1: 2.2 };
const WIDTH = 0.5;

/** As people type it: an answer must not stand out by its quotes. */
const typed = (least: number, max: number) =>
  text(least, max).regex(/^(?!.* {2})[^“”‘’]*$/s, 'Use aspas e apóstrofos retos, e um espaço só');

const between = (least: number, max: number) => {
  const hint = `Escreva um número de ${least} a ${max}, com ponto`;
  return z.number({ error: hint }).min(least, hint).max(max, hint);
};

const Question = block({
  id: z.string({ error: 'Escreva o nome da questão, como g-a1-01' }),
  /** In Portuguese at A1 and A2, in English above. */
  enunciado: typed(3, 90),
  texto: typed(1, 900).optional(),
  /** What a recording says, one line for each turn, with "A: " or "B: " in front when two people speak. */
  fala: typed(1, 400).optional(),
  som: fileName('mp3').optional(),
  alternativas: block({ a: typed(1, 45), b: typed(1, 45), c: typed(1, 45), d: typed(1, 45) }),
  resposta: word(...OPTION_IDS),
  discriminacao: between(0.8, 2),
  dificuldade: between(-3, 3),
  acaso: between(0.15, 0.25),
});
type Question = z.output<typeof Question>;

/** The items of one level and skill, as the engine takes them. */
export const LevelTestFile = block({
  nivel: word(...LEVELS),
  habilidade: word(...SKILLS),
  questoes: list(Question, 1, 99),
})
  .superRefine(({ nivel, habilidade, questoes }, { addIssue }) => {
    for (const [index, question] of questoes.entries()) {
      for (const [field, message] of faultsOf(question, nivel, habilidade)) {
        addIssue({ code: 'custom', path: ['questoes', index, field], message });
      }
    }
  })
  .transform(({ nivel, habilidade, questoes }) => questoes.map((question) => asItem(question, nivel, habilidade)));

/**
 * One multiple-choice item. `a` (discrimination, normal metric), `b` (difficulty, in theta) and `c` (chance of guessing) are
 * expert estimates, to be refined by response data.
 */
export type Item = z.output<typeof LevelTestFile>[number];

function asItem(question: Question, level: Level, skill: Skill) {
  const { id, enunciado, texto, fala, som, alternativas, resposta } = question;
  return {
    id,
    skill,
    level,
    enunciado,
    ...(texto !== undefined && { texto }),
    ...(fala !== undefined && som !== undefined && { script: fala, sound: som }),
    /** In the order they are shown. */
    options: OPTION_IDS.map((option) => ({ id: option, texto: alternativas[option] })),
    answer: resposta,
    a: question.discriminacao,
    b: question.dificuldade,
    c: question.acaso,
  };
}

type Fault = [field: string, message: string];

/** Faults that the schema of a question cannot find. */
function faultsOf(question: Question, level: Level, skill: Skill): Fault[] {
  const faults: Fault[] = [];
  const expect = (isGood: boolean, field: string, message: string) => void (isGood || faults.push([field, message]));
  const prefix = `${skill[0]}-${level.toLowerCase()}-`;
  const [centre, options] = [CENTRES[level], Object.values(question.alternativas)];
  expect(
    question.id.startsWith(prefix) && /^\d\d$/.test(question.id.slice(prefix.length)),
    'id',
    `O nome começa com ${prefix} e termina com dois números, como ${prefix}01`,
  );
  expect(repeated(options.map(plain)).length === 0, 'alternativas', 'Há duas alternativas iguais');
  expect(
    Math.abs(question.dificuldade - centre) <= WIDTH,
    'dificuldade',
    `No nível ${level}, escreva um número de ${round(centre - WIDTH)} a ${round(centre + WIDTH)}`,
  );
  const isHeard = skill === 'listening';
  expect(!isHeard || (question.fala !== undefined && question.som !== undefined), 'fala', 'Escreva fala e som');
  expect(isHeard || (question.fala ?? question.som) === undefined, 'fala', 'Só questões de listening têm fala e som');
  expect(
    isHeard === (question.texto === undefined),
    'texto',
    isHeard ? 'Aqui a fala está no lugar do texto' : 'Falta o texto',
  );
  if (!isHeard && question.texto !== undefined) {
    const gaps = skill === 'reading' ? 0 : 1;
    expect(
      question.texto.split('____').length - 1 === gaps,
      'texto',
      gaps === 0 ? 'Um texto de leitura não tem lacuna' : 'Marque uma lacuna, e só uma, com ____',
    );
  }
  return faults;
}

const plain = (option: string) =>
  option
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const round = (value: number) => Math.round(value * 10) / 10;
