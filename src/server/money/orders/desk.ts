import type { Endereco } from '#lib/contract/shapes.schema.ts';
import { listInWords } from '#lib/format/text.ts';
import { needsRegistrationUpdate } from '#lib/rules/account/registration.ts';
import { zoneOr } from '#lib/rules/time/zones.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { levelMiss, testedLevel } from './level-fit.ts';
import { productProblem } from './products.ts';
import { buyerOf, type ProductRow } from './queries.ts';

/** What a student confirms before an order of these products: who it is for, where it goes, and what stands in the way. */
export async function deskOf({ db, session, now, config }: Ctx, products: readonly ProductRow[]) {
  const [buyer, user] = await Promise.all([
    buyerOf(db, session.userId),
    db.selectFrom('users').selectAll().where('id', '=', session.userId).executeTakeFirstOrThrow(),
  ]);
  const tested = products.filter(({ exige_teste_nivel }) => exige_teste_nivel);
  const level = tested.length > 0 ? await testedLevel(db, session.userId) : null;
  const zone = zoneOr(buyer.timezone, config.SCHOOL_TIME_ZONE);
  const pendencias = [
    ...products.map(productProblem),
    tested.length > 0 && level === null
      ? `${listInWords(tested.map(({ nome }) => nome))}: o pagamento é liberado quando você terminar o teste de nível.`
      : null,
    level && levelMiss(products, level),
    needsRegistrationUpdate(user, now(), zone) ? 'Seu cadastro precisa ser confirmado.' : null,
  ].filter((words) => words !== null);
  const entrega_padrao: Endereco = {
    cep: user.cep ?? '',
    street: user.street ?? '',
    street_number: user.street_number ?? '',
    complement: user.complement,
    district: user.district ?? '',
    city: user.city ?? '',
    state: user.state ?? '',
  };
  return { aluno: { drive_user_id: buyer.drive_user_id, nome: buyer.nome }, pendencias, entrega_padrao };
}
