import type { TripInput } from '#lib/contract/abroad.schema.ts';
import { formatDay } from '#lib/format/dates.ts';

/** A trip before a change. */
export type TripBefore = Omit<TripInput, 'imagem'> & { ocupadas: number };

interface Facts {
  /** The school's day. */
  today: string;
  /** null: a new trip. */
  before: TripBefore | null;
  /** Requests that were sent for it and neither refused nor withdrawn. */
  requests: number;
}

/** What a student agreed to with a request. None of it may change afterwards. */
const agreed = ['destino', 'escola_parceira', 'inicio', 'fim', 'preco_minor', 'moeda', 'inclui', 'regras'] as const;

/**
 * The problems of a well-formed trip, by field. Its days are in order and in the future. Places cannot fall below the
 * taken ones. After a first request, the agreed facts are fixed. Age and books may change: they count for later
 * requests.
 */
export function tripProblems(input: TripInput, facts: Facts): Record<string, string> {
  return { ...dayProblems(input, facts), ...placeProblems(input, facts), ...fairProblems(input, facts) };
}

function dayProblems({ inicio, fim, inscricoes_ate }: TripInput, { today, before }: Facts): Record<string, string> {
  const problems: Record<string, string> = {};
  if (inicio <= today && inicio !== before?.inicio) problems.inicio = 'A viagem começa depois de hoje';
  if (fim < inicio) problems.fim = 'A volta vem antes da ida';
  if (inscricoes_ate >= inicio) problems.inscricoes_ate = 'As inscrições terminam antes da viagem';
  else if (inscricoes_ate < today && inscricoes_ate !== before?.inscricoes_ate) {
    problems.inscricoes_ate = `Este dia já passou: hoje é ${formatDay(today)}`;
  }
  return problems;
}

function placeProblems({ vagas }: TripInput, { before }: Facts): Record<string, string> {
  if (!before || vagas >= before.ocupadas) return {};
  return { vagas: before.ocupadas === 1 ? '1 vaga já está ocupada' : `${before.ocupadas} vagas já estão ocupadas` };
}

function fairProblems(input: TripInput, { before, requests }: Facts): Record<string, string> {
  if (!before || requests === 0) return {};
  const who = requests === 1 ? 'Já há 1 pedido' : `Já há ${requests} pedidos`;
  const problems: Record<string, string> = {};
  for (const name of agreed) {
    if ((input[name] ?? null) !== (before[name] ?? null)) {
      problems[name] = `${who} com o que estava aqui: isto não muda mais`;
    }
  }
  const isSame = input.documentos.length === before.documentos.length;
  const isLighter = before.documentos.every((was) =>
    input.documentos.some((now) => now.tipo === was.tipo && (was.obrigatorio || !now.obrigatorio)),
  );
  if (!isSame || !isLighter) problems.documentos = `${who}: um documento só pode passar a opcional`;
  return problems;
}
