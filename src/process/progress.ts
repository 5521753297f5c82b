import { SingleBar } from 'cli-progress';
import type { Language } from './language.ts';

/** Reports how many units of how many are done. */
type OnProgress = (done: number, total: number) => void;
/** Reports that the next step begins. */
export type OnStep = () => void;

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
 * Shows a bar on standard error while `work` runs, from its first report of progress. Without a terminal nothing is
 * shown.
 *
 * @param what the counted unit, such as `linhas`
 */
export async function showProgress<T>(
  label: string,
  what: string,
  work: (report: OnProgress) => Promise<T>,
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
  work: (next: OnStep) => Promise<T>,
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

/** Reports of a schema migration: first how many steps are pending, then each step that ran. */
type OnSchema = (facts: Readonly<Record<string, string | number>>, words: string) => void;

const SCHEMA = { pt: ['Banco de dados', 'passos'], en: ['Schema', 'steps'] } as const;

/**
 * Shows the migration steps as one line with a bar while `work` runs, if standard error is a terminal.
 *
 * @param log gets the steps if its output is no terminal, and always a wait for another process
 */
export async function showSchema<T>(
  log: OnSchema,
  work: (onSchema: OnSchema) => Promise<T>,
  language: Language = 'pt',
): Promise<T> {
  if (!process.stderr.isTTY) return work(log);
  const [label, what] = SCHEMA[language];
  const bar = new Bar(label);
  let [done, total] = [0, 0];
  const onSchema: OnSchema = (facts, words) => {
    if ('steps' in facts) total = Number(facts.steps);
    if ('step' in facts) done += 1;
    const isCounted = 'steps' in facts || 'step' in facts;
    if (!isCounted || !process.stdout.isTTY) log(facts, words);
    if (isCounted) bar.show(done, total, what);
  };
  try {
    return await work(onSchema);
  } finally {
    bar.stop();
  }
}
