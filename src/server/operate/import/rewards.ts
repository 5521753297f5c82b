import { nameKey } from '#lib/format/text.ts';
import * as cells from './cells.ts';
import { blanksOf, fieldsOf, key, optional, type RowOf, required, valuesOf } from './column.ts';
import { defined, kind, type Row, type Task, withoutRepeats } from './import.ts';
import { mayWriteShared, unitColumn, unitsOf } from './look-up.ts';
import { firstSaid, merged } from './merge.ts';

const deliveries = cells.oneOf(['escola', 'digital', 'desconto']);

const columns = {
  unidade: { ...unitColumn, shown: null },
  nome: key('rewards.nome', cells.text(80), 'Caneca da escola', 'nome da recompensa, recompensa, prêmio'),
  descricao: required(
    'rewards.descricao',
    cells.longText(500),
    'Caneca de porcelana',
    'detalhes, descrição da recompensa',
  ),
  categoria: required('rewards.categoria', cells.text, 'Brindes', 'tipo'),
  pontos: required('rewards.pontos', cells.whole(1, 1_000_000), '300', 'preço em pontos, custo em pontos'),
  // Each redemption takes one away.
  estoque: {
    ...optional('rewards.estoque', cells.whole(0, 1_000_000), '20', 'quantidade, quantidade em estoque'),
    counts: true as const,
  },
  limite_por_aluno: optional('rewards.limite_por_aluno', cells.whole(1, 1000), '1', 'máximo por aluno'),
  entrega: required('rewards.entrega', deliveries, 'escola', 'forma de entrega'),
  desconto: optional('rewards.desconto_centavos', cells.money, '', 'valor do desconto'),
  retirada_dias: optional('rewards.retirada_dias', cells.whole(1, 365), '15', 'prazo de retirada, dias para retirar'),
  regras: optional('rewards.regras', cells.longText(1000), 'Retirar na secretaria', 'regulamento, condições'),
  valido_de: optional('rewards.valido_de', cells.day, '01/01/2027', 'início da validade'),
  valido_ate: optional('rewards.valido_ate', cells.day, '31/12/2027', 'fim da validade, validade'),
  ativo: optional('rewards.ativo', cells.flag, 'sim', 'disponível'),
};
type Sent = Row<RowOf<typeof columns>>;
const fields = fieldsOf(columns, 'rewards');

const ONLY_WHOLE = 'Prêmios valem para a escola inteira: peça a quem cuida de todas as unidades.';
/** Until somebody uploads a picture in the panel. */
const NO_PICTURE = '/brand/recompensas/1.svg';

/** Rewards of the club. One without a unit belongs to the school that sends it, by a command to the whole network. */
export const rewards = kind({
  columns,
  async write(task, rows) {
    const { tx } = task;
    const isWhole = task.reach.units === null;
    if (!isWhole) for (const { line } of rows) task.fault(line, ONLY_WHOLE);
    const known = await tx.selectFrom('rewards').selectAll().execute();
    const before = new Map(known.map((each) => [keyOf(each.escola_id, each.nome), each]));
    const all = await placeRewards(task, rows, new Set(before.keys()));
    const once = withoutRepeats(task, all, ({ escola_id, nome }) => keyOf(escola_id, nome));
    for (const row of once) {
      const { line, desconto, escola_id, nome } = row;
      const old = before.get(keyOf(escola_id, nome));
      const said = { escola_id, nome, ...valuesOf(columns, row, 'rewards') };
      const worth = desconto ?? old?.desconto_centavos ?? 0;
      if (row.valido_de && row.valido_ate && row.valido_ate < row.valido_de) {
        task.fault(line, 'A validade termina antes de começar.', 'valido_ate');
      } else if (row.entrega === 'desconto' && worth < 100) {
        task.fault(line, 'Diga de quanto é o desconto.', 'desconto');
      } else if (old) {
        const changed = merged(task, row, old, said, fields);
        if (changed) await tx.updateTable('rewards').set(changed).where('id', '=', old.id).execute();
      } else {
        const made = {
          ...{ imagem_url: NO_PICTURE, regras: '', ativo: true },
          ...blanksOf(columns, 'rewards'),
          ...defined(said),
        };
        const imported = firstSaid(fields, { ...made, desconto_centavos: desconto }, task);
        await tx
          .insertInto('rewards')
          .values({ ...made, imported })
          .execute();
        task.tally.added += 1;
      }
      task.done(1);
    }
  },
  async exported(db, pick) {
    const rows = await pick(db.selectFrom('rewards').select('rewards.escola_id').orderBy('rewards.id'));
    const units = await db.selectFrom('companies').select(['escola_id', 'nome']).orderBy('id').execute();
    return rows.map((row) => ({
      ...row,
      unidade: units.find(({ escola_id }) => escola_id === row.escola_id)?.nome ?? null,
    }));
  },
});

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
