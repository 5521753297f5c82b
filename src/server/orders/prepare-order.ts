import type { z } from 'zod';
import type { calls } from '#lib/contract/orders.schema.ts';
import { needsRegistrationUpdate } from '#lib/rules/account/registration.ts';
import { zoneOr } from '#lib/rules/time/zones.ts';
import type { Ctx } from '../http/ctx.ts';
import { ownEnrolment } from '../pedagogico/enrolment.ts';
import { faixasOf } from './group-discount.ts';
import { levelMiss, testedLevel } from './level-fit.ts';
import { findProduct, presentProduct, productProblem } from './products.ts';
import { buyerOf } from './queries.ts';

type Prepared = z.input<(typeof calls.prepareOrder)['result']>;

/** What a student may order for an enrolment, and what prevents it, in words (API-45). @throws Refusal 404 */
export async function prepareOrder(ctx: Ctx, turmaAlunoId: number, code: string): Promise<Prepared> {
  const { db, session, now, config } = ctx;
  await ownEnrolment(db, session.userId, { turma_aluno_id: turmaAlunoId });
  const [product, buyer, user] = await Promise.all([
    findProduct(db, code),
    buyerOf(db, session.userId),
    db.selectFrom('users').selectAll().where('id', '=', session.userId).executeTakeFirstOrThrow(),
  ]);
  const level = product.exige_teste_nivel ? await testedLevel(db, session.userId) : null;
  const isTested = !product.exige_teste_nivel || level !== null;
  const zone = zoneOr(buyer.timezone, config.SCHOOL_TIME_ZONE);
  const pendencias = [
    productProblem(product),
    isTested ? null : 'Este material pede o teste de nível. O pagamento é liberado quando você terminar o teste.',
    level && levelMiss([product], level),
    needsRegistrationUpdate(user, now(), zone) ? 'Seu cadastro precisa ser confirmado.' : null,
  ].filter((words) => words !== null);
  return {
    aluno: { drive_user_id: buyer.drive_user_id, nome: buyer.nome },
    produto: presentProduct(product),
    faixas: faixasOf(product.linha),
    entrega_padrao: {
      cep: user.cep ?? '',
      street: user.street ?? '',
      street_number: user.street_number ?? '',
      complement: user.complement,
      district: user.district ?? '',
      city: user.city ?? '',
      state: user.state ?? '',
    },
    pendencias,
  };
}
