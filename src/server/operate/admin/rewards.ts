import type { Selectable } from 'kysely';
import { z } from 'zod';
import { formatDay } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import { nameKey } from '#lib/format/text.ts';
import type { Schema } from '../../tables.ts';
import * as cells from './cells.ts';
import { optional, required } from './columns.ts';
import { kind, type Row, type Task, withoutRepeats } from './import-table.ts';
import { mayWriteShared, unitsOf } from './look-up.ts';
import { type Fields, firstSaid, merged } from './merge-row.ts';

const RewardRow = z.object({
  unidade: cells.optional(cells.text(120)),
  nome: cells.text(80),
  descricao: cells.longText(500),
  categoria: cells.text(40),
  pontos: cells.whole(1, 1_000_000),
  estoque: cells.optional(cells.whole(0, 1_000_000)),
  limite_por_aluno: cells.optional(cells.whole(1, 1000)),
  entrega: cells.oneOf(['escola', 'digital', 'desconto']),
  desconto: cells.optional(cells.money),
  retirada_dias: cells.optional(cells.whole(1, 365)),
  regras: cells.optional(cells.longText(1000)),
  valido_de: cells.optional(cells.day),
  valido_ate: cells.optional(cells.day),
  ativo: cells.optional(cells.flag),
});

const fields: Fields<Selectable<Schema['rewards']>> = {
  descricao: { column: 'descricao' },
  categoria: { column: 'categoria' },
  pontos: { column: 'pontos' },
  // Each redemption takes one away.
  estoque: { column: 'estoque', counts: true },
  limite_por_aluno: { column: 'limite_por_aluno' },
  entrega: { column: 'entrega' },
  desconto_centavos: { column: 'desconto', words: formatMoney },
  retirada_dias: { column: 'retirada_dias' },
  regras: { column: 'regras' },
  valido_de: { column: 'valido_de', words: formatDay },
  valido_ate: { column: 'valido_ate', words: formatDay },
  ativo: { column: 'ativo', words: (value: boolean) => (value ? 'sim' : 'não') },
};

const ONLY_WHOLE = 'Prêmios valem para a escola inteira: peça a quem cuida de todas as unidades.';
/** Until somebody uploads a picture in the panel. */
const NO_PICTURE = '/brand/recompensas/1.svg';

/** Rewards of the club. One without a unit belongs to the school that sends it, by a command to the whole network. */
export const rewards = kind({
  columns: {
    unidade: optional('Unidade Centro', 'filial', 'polo', 'escola', 'nome da unidade'),
    nome: required('Caneca da escola', 'nome da recompensa', 'recompensa', 'prêmio'),
    descricao: required('Caneca de porcelana', 'detalhes', 'descrição da recompensa'),
    categoria: required('Brindes', 'tipo'),
    pontos: required('300', 'preço em pontos', 'custo em pontos'),
    estoque: optional('20', 'quantidade', 'quantidade em estoque'),
    limite_por_aluno: optional('1', 'máximo por aluno'),
    entrega: required('escola', 'forma de entrega'),
    desconto: optional('', 'valor do desconto'),
    retirada_dias: optional('15', 'prazo de retirada', 'dias para retirar'),
    regras: optional('Retirar na secretaria', 'regulamento', 'condições'),
    valido_de: optional('01/01/2027', 'início da validade'),
    valido_ate: optional('31/12/2027', 'fim da validade', 'validade'),
    ativo: optional('sim', 'disponível'),
  },
  row: RewardRow,
  async write(task, rows) {
    const { tx } = task;
    const isWhole = task.reach.units === null;
    if (!isWhole) for (const { line } of rows) task.fault(line, ONLY_WHOLE);
    const known = await tx.selectFrom('rewards').selectAll().execute();
    const before = new Map(known.map((each) => [keyOf(each.escola_id, each.nome), each]));
    const placed = await placeRewards(task, rows, new Set(before.keys()));
    for (const { line, alterado_em, unidade: _unit, desconto, ...columns } of withoutRepeats(task, placed, (each) =>
      keyOf(each.escola_id, each.nome),
    )) {
      const old = before.get(keyOf(columns.escola_id, columns.nome));
      const row = { ...columns, ...(desconto !== undefined && { desconto_centavos: desconto }) };
      const worth = desconto ?? old?.desconto_centavos ?? 0;
      if (row.valido_de && row.valido_ate && row.valido_ate < row.valido_de) {
        task.fault(line, 'A validade termina antes de começar.', 'valido_ate');
      } else if (row.entrega === 'desconto' && worth < 100) {
        task.fault(line, 'Diga de quanto é o desconto.', 'desconto');
      } else if (old) {
        const changed = merged(task, { line, alterado_em }, old, row, fields);
        if (changed) await tx.updateTable('rewards').set(changed).where('id', '=', old.id).execute();
      } else {
        const made = {
          ...row,
          imagem_url: NO_PICTURE,
          estoque: row.estoque ?? null,
          limite_por_aluno: row.limite_por_aluno ?? null,
          retirada_dias: row.retirada_dias ?? null,
          regras: row.regras ?? '',
          valido_de: row.valido_de ?? null,
          valido_ate: row.valido_ate ?? null,
          ativo: row.ativo ?? true,
        };
        const imported = firstSaid(fields, made, task);
        await tx
          .insertInto('rewards')
          .values({ ...made, imported })
          .execute();
        task.tally.added += 1;
      }
      task.done(1);
    }
  },
});

type Sent = Row<z.output<typeof RewardRow>>;

const keyOf = (escola: number | null, nome: string) => `${escola}/${nameKey(nome)}`;

/** The school of each reward; null: all schools. @param known keys of the rewards that are there */
async function placeRewards(task: Task, rows: Sent[], known: ReadonlySet<string>) {
  const { escolaId } = task.reach;
  const unitOf = await unitsOf(task);
  const isShared = ({ unidade, nome }: Sent) =>
    unidade === undefined && !known.has(keyOf(escolaId, nome)) && known.has(keyOf(null, nome));
  const shared = rows.filter(isShared);
  if (shared.length > 0) await mayWriteShared(task, shared);
  return rows.flatMap((row) => {
    if (row.unidade === undefined) return [{ ...row, escola_id: shared.includes(row) ? null : escolaId }];
    const unit = unitOf(row);
    return unit ? [{ ...row, escola_id: unit.escola_id }] : [];
  });
}
