import { SingleBar } from 'cli-progress';
import type { Language } from './language.ts';

/** Says how much is done, and of how much. */
export type TellProgress = (done: number, total: number) => void;
/** Says that the next step begins. */
export type TellStep = () => void;

/** A bar on standard error, where a person looks at it; elsewhere nothing. */
class Bar {
  readonly #bar: SingleBar;
  #isShown = false;

  constructor(label: string) {
    const format = `${label} {bar} {value}/{total} {what}`;
    this.#bar = new SingleBar({
      format,
      stream: process.stderr,
      barCompleteChar: '█',
      barIncompleteChar: '░',
      barsize: 30,
    });
  }

  show(done: number, total: number, what: string): void {
    if (!this.#isShown) this.#bar.start(total, done, { what });
    this.#isShown = true;
    this.#bar.setTotal(total);
    this.#bar.update(done, { what });
  }

  stop(): void {
    this.#bar.stop();
  }
}

/**
 * Shows a bar on standard error for as long as `work` lasts, from the first time that it tells of progress. Without a
 * terminal nothing is shown.
 *
 * @param what what is counted, such as `linhas`
 */
export async function showProgress<T>(
  label: string,
  what: string,
  work: (tell: TellProgress) => Promise<T>,
): Promise<T> {
  const bar = new Bar(label);
  try {
    return await work((done, total) => bar.show(done, total, what));
  } finally {
    bar.stop();
  }
}

/** The same for work whose size is unknown: the bar names the step that runs. */
export async function showSteps<T>(
  label: string,
  steps: readonly string[],
  work: (next: TellStep) => Promise<T>,
): Promise<T> {
  const bar = new Bar(label);
  let begun = 0;
  try {
    const made = await work(() => {
      bar.show(begun, steps.length, steps[begun] ?? '');
      begun += 1;
    });
    if (begun > 0) bar.show(steps.length, steps.length, '');
    return made;
  } finally {
    bar.stop();
  }
}

/** Facts of the schema as the database tells them: how many steps lie ahead, and then each that ran. */
type SchemaFacts = Readonly<Record<string, string | number>>;

/** Who hears what becomes of the schema. */
export type TellSchema = (facts: SchemaFacts, words: string) => void;

const SCHEMA = { pt: ['Banco de dados', 'passos'], en: ['Schema', 'steps'] } as const;

/**
 * Shows the steps of the schema as one line with a bar, where a person looks at it.
 *
 * @param otherwise hears of them where nobody does, such as the log; and of a wait for another process always.
 */
export function schemaProgress(otherwise: TellSchema, language: Language = 'pt'): TellSchema {
  if (!process.stderr.isTTY) return otherwise;
  const [label, what] = SCHEMA[language];
  const bar = new Bar(label);
  let [done, total] = [0, 0];
  return (facts, words) => {
    if ('steps' in facts) total = Number(facts.steps);
    else if ('step' in facts) done += 1;
    else return otherwise(facts, words);
    bar.show(done, total, what);
    if (done === total) bar.stop();
  };
}
