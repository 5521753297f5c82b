import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import { NoAnswerInTime } from './json-over-tls.ts';
import { ProviderSilent } from './provider.ts';

/** So many requests in a row may end without an answer before an account rests. */
const MAX_SILENT = 2;
const FIRST_REST_MS = MINUTE_MS;
const MAX_REST_MS = 15 * MINUTE_MS;

/**
 * The pauses of one account: those that its bank asks for, and those after time-outs. A bank that never answers would
 * hold up the jobs that ask it, and with them the charges of all other accounts.
 */
export function restOf(now: () => Date) {
  let quietUntil = 0;
  let silent = 0;
  return {
    /** No request goes out for so many seconds. */
    forSeconds(seconds: number): void {
      quietUntil = now().getTime() + seconds * 1000;
    },
    /** Sends a request, unless the account rests. @throws ProviderSilent */
    async send<T>(request: () => Promise<T>): Promise<T> {
      const at = now().getTime();
      if (quietUntil > at) throw new ProviderSilent('the account rests');
      try {
        const answer = await request();
        silent = 0;
        return answer;
      } catch (error) {
        // Others may have been on their way when the rest began: they do not lengthen it.
        if (error instanceof NoAnswerInTime && quietUntil <= at) {
          silent += 1;
          if (silent >= MAX_SILENT) {
            quietUntil = now().getTime() + Math.min(FIRST_REST_MS * 2 ** (silent - MAX_SILENT), MAX_REST_MS);
          }
        }
        throw error;
      }
    },
  };
}
