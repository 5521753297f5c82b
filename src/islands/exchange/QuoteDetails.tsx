import type { Quote } from '#lib/contract/exchange.schema.ts';
import { formatBps, formatForeign, formatRate, formatUnitCost } from '#lib/format/foreign.ts';
import { formatMoney } from '#lib/format/money.ts';
import { moedaNames } from '#lib/words/exchange.ts';

/** All parts of the total: their sum is the total (EXCH-04). */
export function QuoteDetails({ quote }: { quote: Quote }) {
  const { moeda, valor_minor, cotacao, spread_bps, iof_bps, iof_centavos, tarifa_centavos, total_centavos } = quote;
  const { one } = moedaNames[moeda];
  const lines: [what: string, note: string | null, value: string][] = [
    ['Cotação de hoje', `por ${one}`, formatRate(cotacao)],
    ['Cotação com spread', `de ${formatBps(spread_bps)}`, formatRate(cotacao, spread_bps)],
    ['Valor convertido', null, formatMoney(total_centavos - iof_centavos - tarifa_centavos)],
    ['IOF', `de ${formatBps(iof_bps)}`, formatMoney(iof_centavos)],
    ['Tarifa da operação', null, formatMoney(tarifa_centavos)],
  ];
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <p>
          <span className="text-muted block text-sm font-medium">Chega lá</span>
          <strong className="text-2xl font-extrabold">{formatForeign(valor_minor, moeda)}</strong>
        </p>
        <p className="sm:text-right">
          <span className="text-muted block text-sm font-medium">Você paga</span>
          <strong className="text-2xl font-extrabold">{formatMoney(total_centavos)}</strong>
        </p>
      </div>
      <dl className="quote-lines border-base-300 border-y">
        {lines.map(([what, note, value]) => (
          <div key={what}>
            <dt>
              {what}
              {note && <span className="text-muted"> {note}</span>}
            </dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted text-sm">
        Com tudo incluído, cada {one} sai por <span className="num">{formatUnitCost(total_centavos, valor_minor)}</span>
        .
      </p>
    </div>
  );
}
