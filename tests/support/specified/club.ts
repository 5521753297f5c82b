import { clock, day, type Student, utc } from './people.ts';

// The points club, devices that take push messages, and messages of managers.

const reward = ({ reward: nome }: Student) => ({
  ...{ id: 5, nome, descricao: 'Meio litro.', imagem_url: '', categoria: 'Brindes', pontos: '350', estoque: null },
  ...{ disponivel: 1, falta_pontos: 0, entrega: 'escola', regras: 'Retire na secretaria.' },
});

export const rewards = (student: Student) => ({
  ...{ saldo: '820', pendente: 40, a_expirar: '0', rewards: [reward(student)] },
});

const credit = {
  ...{ id: 61, tipo: 'credito', origem: 'indicacao', descricao: 'Indicação de um amigo', pontos: 500 },
  ...{ saldo_apos: '820', status: 'confirmada', criado_em: clock(-9, '08:15'), expira_em: day(300) },
};
/** An origin that no list contains. */
const other = {
  ...{ id: 60, tipo: 'credito', origem: 'sorteio', descricao: 'Sorteio de boas-vindas', pontos: '320' },
  ...{ saldo_apos: 320, status: 'confirmada', criado_em: utc(-30, '18:00') },
};

export const statement = () => ({
  saldo: 820,
  lancamentos: { items: [credit, other], total: '2', limit: 20, offset: 0 },
});

const resgate = (student: Student) => ({
  ...{ id: 8, reward: reward(student), pontos: '350', status: 'solicitado', codigo_retirada: 'RET-88' },
  ...{ pedido_em: clock(-1, '11:00'), pode_cancelar: 0 },
});
export const redemptions = (student: Student) => ({ items: [resgate(student)], total: 1, limit: '20', offset: 0 });
export const redeemed = (student: Student) => ({
  transaction: { ...credit, id: 62, tipo: 'debito', origem: 'resgate', pontos: -350, saldo_apos: 470 },
  ...{ resgate: resgate(student), saldo: '470' },
});

export const referral = () => ({
  ...{ id: 4, nome_mascarado: 'L*** S***', status: 'enviada', pontos_previstos: '500', criado_em: utc(0, '12:00') },
  historico: null,
});

export const device = {
  ...{
    id: 71,
    auth: 'b3RoZXJhdXRo',
    is_pwa: 0,
    device_type: 'desktop',
    platform: 'linux',
    created_at: clock(-3, '10:00'),
  },
};

const counts = {
  ...{ people: 12, devices: '9', without_push: 3, opted_out: 0, accepted: 9, shown: '5', clicked: 2, failed: 0 },
  ...{ expired: 0, retrying: 0 },
};
export const sending = {
  ...{ id: 14, title: 'Aula de conversação', body: 'Sábado às 10h.', link: '/dashboard', category: 'aula' },
  audience: { all: 1, company_ids: null, turma_ids: null, livro_ids: null, user_ids: null, exclude_user_ids: null },
  ...{ status: 'enviada', respect_quiet_hours: 1, ttl_s: '3600', urgency: 'normal' },
  ...{
    created_by: { id: 4001, full_name: 'Marta Reis' },
    created_at: clock(-4, '09:00'),
    updated_at: clock(-4, '09:00'),
  },
  ...{ sent_at: clock(-4, '09:05'), version: '2', counts },
};
export const sendings = () => ({ items: [sending], total: 1, limit: 20, offset: 0 });
export const sendingLog = () => ({
  ...{ sending, counts, reasons: null, by_platform: null, items: { items: null, total: '0', limit: 20, offset: 0 } },
});
