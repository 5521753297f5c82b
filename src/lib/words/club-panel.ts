import { formatCount } from '#lib/format/money.ts';

const linesOf = (lines: readonly number[]) => {
  const shown = lines.slice(0, 10).join(', ');
  const rest = lines.length > 10 ? ` e mais ${lines.length - 10}` : '';
  return lines.length === 1 ? `linha ${shown}` : `linhas ${shown}${rest}`;
};
const codes = (count: number) => (count === 1 ? '1 código' : `${formatCount(count)} códigos`);

/** Codes that a school keeps for a digital reward. */
export const codeMessages = {
  none: 'Cole ao menos um código, um por linha.',
  tooMany: 'Cole até 2.000 códigos por vez.',
  tooLong: (lines: readonly number[]) => `Código longo demais (${linesOf(lines)}): use até 200 letras.`,
  notDigital: 'Só recompensas com código digital guardam códigos.',
  missing: 'Não há código guardado. Escreva o código que o aluno vai usar.',
  few: (reward: string, left: number) => ({
    title: left === 0 ? 'Acabaram os códigos' : `Restam ${codes(left)}`,
    body: `${reward}: ${left === 0 ? 'as próximas trocas esperam até você pôr mais códigos.' : 'ponha mais códigos.'}`,
  }),
  added: (count: number, repeated: readonly number[]) => {
    const news =
      count === 0 ? 'Nenhum código novo' : count === 1 ? '1 código novo' : `${formatCount(count)} códigos novos`;
    return repeated.length === 0 ? `${news}.` : `${news}. Já existiam e ficaram de fora: ${linesOf(repeated)}.`;
  },
  discarded: 'Os códigos que restavam foram descartados.',
  left: codes,
};

/** Acts on several redemptions at once. */
export const redemptionActs = {
  noneMarked: 'Marque ao menos uma troca.',
  moved: (count: number, wanted: number, state: string) => {
    const done = count === 1 ? `1 troca está em “${state}”.` : `${count} trocas estão em “${state}”.`;
    const left = wanted - count;
    if (left <= 0) return done;
    return `${count === 0 ? 'Nenhuma troca mudou' : done} ${left === 1 ? '1 não podia mudar.' : `${left} não podiam mudar.`}`;
  },
  back: 'As trocas voltaram a como estavam.',
  backTold: { title: 'Seu pedido voltou um passo', body: '. A escola ainda está cuidando dele.' },
};
