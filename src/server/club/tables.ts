import { sql } from 'kysely';
import { bigint, day, flag, id, instant, integer, json, ref, text } from '../core/db/columns.ts';
import { alone, either, equals, of, own, toAddress } from '../core/db/person.ts';
import { deletedWithPerson, impersonal } from '../core/db/table.ts';

type ReferralStatus = 'enviada' | 'em_contato' | 'matriculada' | 'creditada' | 'recusada' | 'duplicada';

export const clubTables = {
  /** Append-only: the balance is the sum of the confirmed entries (CLUB-14). Only `movePoints` writes here. */
  point_entries: deletedWithPerson({
    rows: own(),
    columns: {
      id: id(),
      user_id: ref('users'),
      tipo: text<'credito' | 'debito'>(10),
      origem: text(30),
      descricao: text(200),
      /** Signed. */
      pontos: integer(),
      status: text<'pendente' | 'confirmada' | 'cancelada'>(20),
      criado_em: instant(),
      expira_em: day().nullable(),
      referencia: json().nullable(),
      saldo_apos: integer().default(0),
      /** The other account of the double entry, which moves by the opposite amount. */
      contra: text<'emissao' | 'resgate' | 'expiracao' | 'ajuste'>(12).default('emissao'),
      /** The rule that gave the points. */
      regra: text(30).nullable(),
      /** The entry that this one reverses; an entry is reversed at most once. */
      estorno_de: integer().nullable(),
      nota: text(200).nullable(),
      por_user_id: integer().nullable().actor().secret(),
      /** The cause of the entry, such as `presenca:55:1`: one cause moves points only once. */
      chave: text(80).nullable(),
      /** When the action was done that earned the points; null: when the points were given. */
      feito_em: instant().nullable(),
    },
    uniqueIndexes: {
      point_entries_chave: '(chave)',
      point_entries_estorno: '(estorno_de)',
    },
    indexes: {
      point_entries_user: '(user_id, criado_em)',
      point_entries_page: '(user_id, id)',
      point_entries_regra: '(user_id, regra, criado_em)',
      point_entries_month: '(criado_em)',
    },
  }),
  /** Derived from the entries and stored with them. Locking this row serialises a member's movements. */
  point_balances: deletedWithPerson({
    rows: own(),
    columns: {
      user_id: ref('users').primaryKey(),
      saldo: integer(),
      lancamentos: integer(),
    },
    constraints: {
      point_balances_saldo_check: 'check (saldo >= 0)',
    },
  }),
  /** The unspent rest of each credit; the credit that expires first is spent first. */
  point_lots: deletedWithPerson({
    rows: own(),
    columns: {
      id: id(),
      entry_id: ref('point_entries'),
      user_id: ref('users'),
      pontos: integer(),
      restante: integer(),
      /** The last day on which the points count; `9999-12-31` if they never expire, so that they sort last. */
      expira_em: day(),
      created_at: instant(),
    },
    constraints: {
      point_lots_check: 'check (restante >= 0 and restante <= pontos)',
    },
    indexes: {
      point_lots_open: '(user_id, expira_em, id) where restante > 0',
      point_lots_expiry: '(expira_em, user_id) where restante > 0',
      point_lots_entry: '(entry_id)',
      point_lots_user: '(user_id)',
    },
  }),
  point_lot_uses: deletedWithPerson({
    rows: of('lot_id', 'point_lots', own()),
    columns: {
      entry_id: ref('point_entries'),
      lot_id: ref('point_lots'),
      pontos: integer(),
    },
    constraints: {
      point_lot_uses_key: 'primary key (entry_id, lot_id)',
    },
    indexes: {
      point_lot_uses_lot: '(lot_id)',
    },
  }),
  /** A school's changes of the default rules. */
  point_rules: impersonal('da escola: quem mudou uma regra é só um número, que sai com a conta', {
    columns: {
      escola_id: ref('schools'),
      codigo: text(30),
      pontos: integer(),
      periodo: text<'dia' | 'semana' | 'mes' | 'ano' | 'sempre'>(10),
      limite: integer().nullable(),
      validade_dias: integer().nullable(),
      ativo: flag().default(false),
      atualizado_em: instant(),
      por_user_id: ref('users').nullable().actor(),
    },
    constraints: {
      point_rules_key: 'primary key (escola_id, codigo)',
    },
  }),
  /** Points that the school gave to many members at once. */
  point_batches: impersonal('da escola: quem deu é só um número, que sai com a conta', {
    columns: {
      id: id(),
      /** The giver's reach; `unidades` is null for all units. */
      escola_id: ref('schools', 'cascade').nullable(),
      unidades: json().nullable(),
      audience: json(),
      /** The group in words. */
      alvo: text(200),
      pontos: integer(),
      motivo: text(200),
      expira_em: day().nullable(),
      status: text<'dando' | 'dado' | 'desfazendo' | 'desfeito'>(12),
      /** The id of the last member that the job has processed. */
      ate: integer().default(0),
      /** Members who got the points, and those who gave them back. */
      dados: integer().default(0),
      voltaram: integer().default(0),
      created_at: instant(),
      por_user_id: ref('users').nullable().actor(),
      concluido_em: instant().nullable(),
      desfeito_em: instant().nullable(),
    },
    indexes: {
      point_batches_open: "(id) where status in ('dando', 'desfazendo')",
    },
  }),
  /** What 1,000 points are worth to the school, in centavos. */
  club_settings: impersonal('da escola', {
    columns: {
      escola_id: ref('schools').primaryKey(),
      mil_pontos_centavos: integer().nullable(),
    },
  }),
  /** Points and members by unit and hour, written only by triggers (`triggers/point-sums.ts`). */
  point_sums: impersonal('da escola: só somas por unidade e hora', {
    columns: {
      company_id: integer(),
      hora: text(13),
      contra: text(12),
      slot: integer(),
      pontos: bigint(),
    },
    constraints: {
      point_sums_key: 'primary key (company_id, hora, contra, slot)',
    },
    indexes: {
      point_sums_to_fold: '(hora) where slot <> 0',
    },
  }),
  point_warnings: deletedWithPerson({
    rows: own(),
    columns: {
      user_id: ref('users'),
      expira_em: day(),
      dias_antes: integer(),
      created_at: instant(),
    },
    constraints: {
      point_warnings_key: 'primary key (user_id, expira_em, dias_antes)',
    },
  }),
  rewards: impersonal('o catálogo: igual para todos', {
    columns: {
      id: id(),
      nome: text(120),
      descricao: text(),
      imagem_url: text(300),
      categoria: text(40),
      pontos: integer(),
      estoque: integer().nullable(),
      limite_por_aluno: integer().nullable(),
      entrega: text<'escola' | 'digital' | 'desconto'>(20),
      regras: text(),
      ativo: flag().default(false),
      valido_ate: day().nullable(),
      valido_de: day().nullable(),
      /** null: a reward of the whole network. */
      escola_id: integer().nullable(),
      /** Key of the uploaded picture in the storage, without its folder. */
      imagem_chave: text(60).nullable(),
      imagem_mime: text(40).nullable(),
      imagem_bytes: integer().nullable(),
      /** The amount that a discount takes off a bill. */
      desconto_centavos: integer().nullable(),
      /** Days from the redemption within which it has to be collected; null: no limit. */
      retirada_dias: integer().nullable(),
      /** The values of the last import (0121). */
      imported: json().nullable(),
    },
    uniqueIndexes: {
      rewards_imagem: '(imagem_chave)',
    },
  }),
  redemptions: deletedWithPerson({
    rows: own(),
    columns: {
      id: id(),
      user_id: ref('users'),
      reward_id: ref('rewards', 'no action'),
      pontos: integer(),
      status: text<'solicitado' | 'aprovado' | 'pronto' | 'entregue' | 'cancelado'>(12),
      codigo_retirada: text(12).unique(),
      pedido_em: instant(),
      atualizado_em: instant(),
      entregue_em: instant().nullable(),
      motivo: text(200).nullable(),
      entrega: json().nullable(),
      por_user_id: ref('users').nullable().actor().secret(),
      /** The code of a digital reward, once it is handed over. */
      codigo_digital: text(200).nullable(),
      /** The value of a discount, and the bill that it reduces: null until an open bill is large enough. */
      desconto_centavos: integer().nullable(),
      parcela_id: ref('parcelas').nullable(),
      /** The last charge of that bill before the discount; later charges are for the reduced amount. */
      cobranca_antes: integer().nullable(),
      /** The last day to collect it, as promised at the redemption. */
      retirar_ate: day().nullable(),
    },
    indexes: {
      redemptions_user: '(user_id, id)',
      redemptions_reward: '(reward_id, user_id)',
      redemptions_parcela: '(parcela_id)',
      redemptions_discounts: '(status) where desconto_centavos is not null',
      redemptions_waiting: "(user_id) where status in ('solicitado', 'aprovado', 'pronto')",
    },
  }),
  /** Codes of digital rewards. A used code is never free again. */
  reward_codes: impersonal('da escola: a troca diz de quem é o código, e sai com a conta', {
    columns: {
      id: id(),
      reward_id: ref('rewards'),
      codigo: text(200),
      redemption_id: ref('redemptions').nullable(),
      usado_em: instant().nullable(),
      adicionado_em: instant(),
    },
    uniqueIndexes: {
      reward_codes_once: '(reward_id, codigo)',
      reward_codes_taken: '(redemption_id)',
    },
    indexes: {
      reward_codes_free: '(reward_id, id) where usado_em is null',
    },
  }),
  club_codes: deletedWithPerson({
    rows: own(),
    columns: {
      user_id: ref('users').primaryKey(),
      codigo: text(20).unique(),
    },
  }),
  referrals: deletedWithPerson({
    rows: own(),
    others: {
      rows: either(alone(toAddress('email')), equals('telefone', 'phone'), equals('cpf', 'cpf'), own('amigo_user_id')),
      columns: {
        id: 'retained',
        user_id: 'retained',
        canal: 'retained',
        nome: () => 'Conta apagada',
        // A unique value replaces the telephone, because a friend counts once by telephone.
        telefone: () => sql`'#' || id`,
        email: () => null,
        cidade: () => null,
        cpf: () => null,
        status: 'retained',
        pontos_previstos: 'retained',
        contrato_id: 'retained',
        amigo_user_id: () => null,
        motivo: () => null,
        consentimento_em: 'retained',
        pedido_em: 'retained',
        criado_em: 'retained',
      },
    },
    columns: {
      id: id(),
      /** The person who refers a friend. */
      user_id: ref('users'),
      canal: text<'formulario' | 'link' | 'whatsapp'>(12),
      nome: text(120),
      telefone: text(20).lengthenedFrom(11),
      email: text(254).nullable(),
      cidade: text(80).nullable(),
      cpf: text(11).nullable(),
      status: text<ReferralStatus>(12),
      /** The points that the enrolment will earn. */
      pontos_previstos: integer(),
      contrato_id: ref('contratos', 'no action').nullable().unique(),
      /** The friend's account after enrolling; one person counts once. */
      amigo_user_id: ref('users').nullable().secret(),
      motivo: text(200).nullable(),
      consentimento_em: instant(),
      /** When the friend asked for contact or the school made contact. */
      pedido_em: instant().nullable(),
      criado_em: instant(),
    },
    uniqueIndexes: {
      referrals_telefone: "(telefone) where status <> 'recusada'",
      referrals_cpf: "(cpf) where status <> 'recusada'",
      referrals_amigo: '(amigo_user_id)',
    },
    indexes: {
      referrals_user: '(user_id, id)',
      referrals_waiting: "(user_id) where status in ('enviada', 'em_contato', 'matriculada')",
    },
  }),
  referral_history: deletedWithPerson({
    rows: of('referral_id', 'referrals', own()),
    columns: {
      id: id(),
      referral_id: ref('referrals'),
      status: text<ReferralStatus>(12),
      em: instant(),
      por_user_id: ref('users').nullable().actor().secret(),
    },
    indexes: {
      referral_history_of: '(referral_id, id)',
    },
  }),
};
