import { of, own } from '../person.ts';
import { goes, type PersonalTable } from '../personal-table.ts';

/** The loyalty club. */
export const clubTables: readonly PersonalTable[] = [
  goes('point_lot_uses', {
    rows: of('lot_id', 'point_lots', own()),
    columns: { entry_id: 'told', lot_id: 'told', pontos: 'told' },
  }),
  goes('point_lots', {
    rows: own(),
    columns: {
      id: 'told',
      entry_id: 'told',
      user_id: 'told',
      pontos: 'told',
      restante: 'told',
      expira_em: 'told',
      criado_em: 'told',
    },
  }),
  goes('point_entries', {
    rows: own(),
    columns: {
      id: 'told',
      user_id: 'told',
      tipo: 'told',
      origem: 'told',
      descricao: 'told',
      pontos: 'told',
      status: 'told',
      criado_em: 'told',
      expira_em: 'told',
      referencia: 'told',
      saldo_apos: 'told',
      contra: 'told',
      regra: 'told',
      estorno_de: 'told',
      nota: 'told',
      por_user_id: 'secret',
      chave: 'told',
    },
  }),
  goes('point_balances', {
    rows: own(),
    columns: { user_id: 'told', saldo: 'told', lancamentos: 'told' },
  }),
  goes('point_warnings', {
    rows: own(),
    columns: { user_id: 'told', expira_em: 'told', dias_antes: 'told', criado_em: 'told' },
  }),
  goes('redemptions', {
    rows: own(),
    columns: {
      id: 'told',
      user_id: 'told',
      reward_id: 'told',
      pontos: 'told',
      status: 'told',
      codigo_retirada: 'told',
      pedido_em: 'told',
      atualizado_em: 'told',
      entregue_em: 'told',
      motivo: 'told',
      entrega: 'told',
      por_user_id: 'secret',
    },
  }),
  goes('club_codes', {
    rows: own(),
    columns: { user_id: 'told', codigo: 'told' },
  }),
  goes('referral_history', {
    rows: of('referral_id', 'referrals', own()),
    columns: { id: 'told', referral_id: 'told', status: 'told', em: 'told', por_user_id: 'secret' },
  }),
  goes('referrals', {
    rows: own(),
    columns: {
      id: 'told',
      user_id: 'told',
      canal: 'told',
      nome: 'told',
      telefone: 'told',
      email: 'told',
      cidade: 'told',
      cpf: 'told',
      status: 'told',
      pontos_previstos: 'told',
      contrato_id: 'told',
      motivo: 'told',
      consentimento_em: 'told',
      pedido_em: 'told',
      criado_em: 'told',
    },
  }),
];
