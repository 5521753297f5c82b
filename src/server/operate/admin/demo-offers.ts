import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../core/db/connection.ts';
import { trips } from '../seed/abroad.ts';
import { seedClock } from '../seed/clock.ts';
import { rewards } from '../seed/club.ts';
import { coupons, products } from '../seed/products.ts';

/** A made-up offer of a school or of the whole network. */
interface Offer {
  table: 'rewards' | 'products' | 'cupons' | 'usa_turmas';
  /** Whether a person of another school has it: then the row stays, but is closed. */
  isUsed: RawBuilder<unknown>;
  closed: RawBuilder<unknown>;
  /**
   * Offers of the network, which name no school. They match only as the seed wrote them, since a school may have
   * changed one for itself.
   */
  seeded: { column: string; name: string; descricao: string }[];
  hasSchool: boolean;
}

const clock = seedClock(new Date(0), 'UTC');
const offers: readonly Offer[] = [
  {
    table: 'rewards',
    isUsed: sql`exists (select 1 from redemptions where redemptions.reward_id = rewards.id)`,
    closed: sql`ativo = 0`,
    seeded: rewards.map(([, name, descricao]) => ({ column: 'nome', name, descricao })),
    hasSchool: true,
  },
  {
    table: 'products',
    isUsed: sql`exists (select 1 from pedido_itens where pedido_itens.codigo_produto = products.codigo)`,
    closed: sql`ativo = 0`,
    seeded: products.map(({ codigo: name, descricao }) => ({ column: 'codigo', name, descricao })),
    hasSchool: false,
  },
  {
    table: 'cupons',
    isUsed: sql`exists (select 1 from cupom_usos where cupom_usos.cupom_id = cupons.id)
      or exists (select 1 from pedidos where pedidos.cupom_id = cupons.id)`,
    closed: sql`usos_max = usos`,
    seeded: coupons(clock).map(({ name, descricao }) => ({ column: 'name', name, descricao })),
    hasSchool: false,
  },
  {
    table: 'usa_turmas',
    isUsed: sql`exists (select 1 from usa_requests where usa_requests.turma_id = usa_turmas.id)`,
    closed: sql`estado = 'encerrada'`,
    seeded: trips(clock).map(({ nome: name, descricao }) => ({ column: 'nome', name, descricao })),
    hasSchool: true,
  },
];

/** Removes the demo's offers, after its people; an offer that a person of another school has is closed. */
export async function removeDemoOffers(tx: Db): Promise<void> {
  for (const { table, isUsed, closed, seeded, hasSchool } of offers) {
    const asSeeded = seeded.map(
      ({ column, name, descricao }) => sql`(${sql.ref(column)} = ${name} and descricao = ${descricao})`,
    );
    const ofNetwork = sql`(${sql.join(asSeeded, sql` or `)})`;
    const demo = hasSchool
      ? sql`(escola_id in (select id from schools where is_demo = 1) or (escola_id is null and ${ofNetwork}))`
      : ofNetwork;
    await sql`update ${sql.table(table)} set ${closed} where ${demo}`.execute(tx);
    await sql`delete from ${sql.table(table)} where ${demo} and not (${isUsed})`.execute(tx);
  }
}
