import { type Item, SKILLS } from '#content/level-test.schema.ts';
import { canDo } from '#lib/words/english-test.ts';
import { memoized } from '../../core/content/read-yaml.ts';
import { bank, recordingOf } from './bank.ts';
import type { Summary } from './engine/summarize.ts';

/** Public numbers in a fixed random order, so that a number reveals neither the level nor the skill. */
const numbers = memoized((): ReadonlyMap<string, number> => {
  const ids = bank().map(({ id }) => id);
  const shuffled = ids.toSorted((a, b) => scramble(a) - scramble(b) || a.localeCompare(b));
  return new Map(shuffled.map((id, index) => [id, index + 1]));
});

function scramble(text: string): number {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619);
  return hash >>> 0;
}

export const numberOf = (itemId: string): number => numbers().get(itemId) ?? 0;

/** An item as the test taker sees it: parameters and answer key stay on the server. */
export function presentItem(item: Item) {
  return {
    id: numberOf(item.id),
    habilidade: item.skill,
    enunciado: item.enunciado,
    /** Language of `enunciado`; the rest is English. */
    idioma: item.level === 'A1' || item.level === 'A2' ? 'pt-BR' : 'en',
    texto: item.texto ?? null,
    audio_url: item.script === undefined ? null : recordingOf(item),
    alternativas: item.options.map(({ id, texto }) => ({ id, texto })),
  };
}

const rounded = (value: number) => Math.round(value * 100) / 100;

export function presentResult({ theta, standardError, level, points, range, skills }: Summary) {
  return {
    nivel: level,
    /** Levels within one standard error. */
    faixa: { de: range.from, ate: range.to },
    theta: rounded(theta),
    erro_padrao: rounded(standardError),
    pontos: points,
    por_habilidade: Object.fromEntries(SKILLS.map((skill) => [skill, skills[skill].points])),
    pode_fazer: canDo[level],
    recomendacao: { codigo_produto: null, turma: null },
    certificado_url: null,
    /** A visitor must still give the name for the certificate. */
    falta_contato: false,
  };
}

/** As it is stored with the test: its certificate is added when it is read. */
export type StoredResult = ReturnType<typeof presentResult>;
