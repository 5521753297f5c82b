import type { z } from 'zod';
import * as book from './book.ts';
import type { Seen } from './steering.ts';

/** The specified schemas of the answer and the request of each call. */
const calls: [RegExp, { asks?: z.ZodType; query?: z.ZodType; answers: z.ZodType; status: number }][] = [
  [/^PUT \/cob\/\w{26,35}$/, { asks: book.CobSolicitada, answers: book.CobGerada, status: 201 }],
  [/^GET \/cob\/\w{26,35}$/, { answers: book.CobCompleta, status: 200 }],
  [/^PATCH \/cob\/\w{26,35}$/, { asks: book.CobRevisada, answers: book.CobGerada, status: 200 }],
  [/^GET \/pix$/, { query: book.PixConsulta, answers: book.PixConsultados, status: 200 }],
  [
    /^PUT \/pix\/\w{32}\/devolucao\/\w{1,35}$/,
    { asks: book.DevolucaoSolicitada, answers: book.Devolucao, status: 201 },
  ],
  [/^GET \/pix\/\w{32}\/devolucao\/\w{1,35}$/, { answers: book.Devolucao, status: 200 }],
];

/** Requests of the portal or answers of the bank that violate the specification: none is expected. */
export function faultsIn(seen: readonly Seen[]): string[] {
  return seen.flatMap(({ method, path, query, body, status, answer }) => {
    if (path === '/oauth/token') return [];
    const name = `${method} ${path}`;
    const call = calls.find(([pattern]) => pattern.test(name))?.[1];
    if (!call) return [`${name}: the book has no such call`];
    const checks: [string, z.ZodType | undefined, unknown][] = [
      ['request', call.asks, body],
      ['parameters', call.query, query],
    ];
    // 401 and 429 come from a gateway before the API.
    if (status === call.status) checks.push(['answer', call.answers, answer]);
    else if (status !== 401 && status !== 429) checks.push(['problem', book.Problema, answer]);
    return checks.flatMap(([what, schema, value]) => {
      const parsed = schema?.safeParse(value);
      return parsed && !parsed.success ? [`${name}: ${what}: ${parsed.error.message}`] : [];
    });
  });
}
