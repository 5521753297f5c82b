import { officeMessages } from '#lib/words/finance-office.ts';
import { tellStaff } from '../account/tell-staff.ts';
import type { Db } from '../db/connection.ts';
import type { School } from '../http/ctx.ts';
import type { ChargeRow } from './queries.ts';
import { tellOfChange } from './tell-payer.ts';

interface Part {
  parcelaId: number;
  descricao: string;
  /** What came in, and what was asked: centavos. */
  centavos: number;
  asked: number;
}

/** Tells the office and the payer of money that does not pay its bill whole. */
export async function tellOfPart(
  school: School,
  tx: Db,
  { id, user_id }: ChargeRow,
  { parcelaId, descricao, centavos, asked }: Part,
  at: Date,
): Promise<void> {
  await tellStaff(tx, at, {
    kind: 'pagamento_devolvido',
    about: `parte-${id}-${parcelaId}`,
    params: { parcelaId, descricao, centavos, parte: asked },
    at: { userId: user_id },
  });
  await tellOfChange(school, tx, { id: parcelaId, user_id, descricao }, officeMessages.told.part(centavos, asked));
}
