import { wholeOf } from '../forms/whole.ts';

/** Points given or taken by hand, as a form says them: `sentido` is `dar` or `tirar`. */
export const signedPoints = ({ sentido, pontos }: Readonly<Record<string, unknown>>): number =>
  (wholeOf(String(pontos)) ?? Number.NaN) * (sentido === 'tirar' ? -1 : 1);
