import { creditReferral, creditReferralEnrollment } from '../../src/lib/contract/club.ts';
import { addAccount } from './accounts.ts';
import { keyed } from './points.ts';
import type { TestSchool } from './school.ts';

const IGOR = 8;
let count = 0;

/** An unused telephone. */
export const freePhone = () => {
  count += 1;
  return `199822${String(count).padStart(5, '0')}`;
};

/** What members and admins do with referrals. @param portal is read at each call: it opens before the first test. */
export function referralDesk(portal: () => TestSchool) {
  const friend = (overrides = {}) => ({
    nome: 'Paula Nogueira Dias',
    telefone: freePhone(),
    consentimento: true as const,
    ...overrides,
  });
  async function contractOf(user_id: number): Promise<number> {
    const { id } = await portal()
      .school.db.insertInto('contratos')
      .values({ user_id, descricao: 'Inglês', inicio: '2026-01-01', fim: '2027-01-01', responsavel: 'Teste' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  return {
    freePhone,
    friend,
    contractOf,
    refer: (as: number, overrides = {}) =>
      keyed(portal(), creditReferral, { body: { ...friend(overrides), canal: 'formulario' } }, { as }),
    enroll: (body: object, as = IGOR) =>
      keyed(
        portal(),
        creditReferralEnrollment,
        { body: body as { contrato_id: number; indicacao_id: number } },
        { as },
      ),
    newcomer: async () => {
      const { id } = await addAccount(portal(), { phone: freePhone() });
      return { id, contract: await contractOf(id) };
    },
  };
}
