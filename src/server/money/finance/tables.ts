import type { PaymentMethod } from '#lib/contract/finance.schema.ts';
import { bigint, day, flag, id, instant, integer, json, ref, text } from '../../core/db/columns.ts';
import { of, own } from '../../core/db/person.ts';
import { deletedWithPerson, impersonal, retainedAfterErasure } from '../../core/db/table.ts';
import type { AccountKind } from '../../core/ports/payments/account-settings.ts';

const LAW_BILLS = 'contas pagas e a pagar: guarda fiscal de cinco anos (CTN, art. 173 e 174) e cobrança do que falta';
const ofCharges = of('charge_id', 'charges', own());

export const financeTables = {
  contratos: retainedAfterErasure({
    rows: own(),
    because: LAW_BILLS,
    columns: {
      id: id().retained(),
      user_id: ref('users').retained(),
      descricao: text(160).retained(),
      inicio: day().retained(),
      fim: day().retained(),
      responsavel: text(120).retained(),
      /** `pedido`, `cambio` and `viagem`: bills that the portal made for its own sales. */
      origem: text<'curso' | 'pedido' | 'cambio' | 'viagem'>(10).default('curso').retained(),
    },
    indexes: {
      contratos_user: '(user_id)',
    },
  }),
  parcelas: retainedAfterErasure({
    rows: own(),
    because: LAW_BILLS,
    columns: {
      id: id().retained(),
      contrato_id: ref('contratos').retained(),
      user_id: ref('users').retained(),
      /** The unit that the money belongs to; null: its person has no enrolment (0110). */
      company_id: ref('companies', 'no action').nullable().retained(),
      descricao: text(160).retained(),
      numero: integer().retained(),
      total: integer().retained(),
      competencia: text(7).retained(),
      vencimento: day().retained(),
      valor_centavos: integer().retained(),
      desconto_centavos: integer().default(0).retained(),
      multa_centavos: integer().default(0).retained(),
      juros_centavos: integer().default(0).retained(),
      /** Discounts of the club, whatever the day of payment. */
      credito_centavos: integer().default(0).retained(),
      /** A discount of the office, whatever the day of payment. */
      abatimento_centavos: integer().default(0).retained(),
      /** Partial payments. */
      pago_parcial_centavos: integer().default(0).retained(),
      /** The office waived fine and interest. */
      sem_encargos: flag().default(false).retained(),
      /** The contract whose bills replace this one. */
      novo_contrato_id: integer().nullable().retained(),
      /** `em_processamento`: a card payment holds it. */
      status: text<'aberta' | 'em_processamento' | 'paga' | 'cancelada'>(20).retained(),
      pago_em: instant().nullable().retained(),
      forma: text<PaymentMethod>(20).nullable().retained(),
      parcelas_max: integer().default(1).retained(),
      pedido_id: integer().nullable().retained(),
      cambio_id: integer().nullable().retained(),
      usa_pagamento_id: integer().nullable().retained(),
      /** The charge that holds the bill or paid it. */
      charge_id: integer().nullable().retained(),
      /** The values of the last import (0121). */
      imported: json().nullable().emptied().secret(),
      /** The day until which the payer promised to pay. */
      prometida_para: day().nullable().retained().since('0220-bill-reminders'),
      /** The last day on which the payer was notified of a change of the bill: no reminder follows on that day. */
      informed_on: day().nullable().retained().since('0234-bill-informed'),
    },
    constraints: {
      parcelas_contrato_numero: 'unique (contrato_id, numero)',
    },
    indexes: {
      parcelas_pagas: '(pago_em)',
      parcelas_pedido: '(pedido_id) where pedido_id is not null',
      parcelas_cambio: '(cambio_id) where cambio_id is not null',
      parcelas_usa: '(usa_pagamento_id) where usa_pagamento_id is not null',
      parcelas_unit: '(company_id, status, vencimento)',
      parcelas_abertas: "(vencimento, id) where status not in ('paga', 'cancelada')",
      parcelas_due: '(vencimento, id)',
      parcelas_status_due: '(status, vencimento, id)',
      parcelas_person: '(user_id, status, vencimento)',
      parcelas_iguais: {
        on: "(company_id, vencimento, valor_centavos, desconto_centavos, credito_centavos, abatimento_centavos, pago_parcial_centavos, sem_encargos, pedido_id, cambio_id, usa_pagamento_id) where status = 'aberta'",
        until: '0205-staff-lists',
      },
      bills_of_nothing:
        "(status) where status = 'aberta' and valor_centavos - desconto_centavos - credito_centavos - abatimento_centavos - pago_parcial_centavos <= 0",
    },
  }),
  /** Sums of open bills that cost the same, written only by triggers (`triggers/open-bill-sums.ts`). */
  open_bill_sums: impersonal('da escola: só somas por unidade, vencimento e valor', {
    since: '0205-staff-lists',
    columns: {
      /** 0: of no unit. */
      company_id: integer(),
      vencimento: day(),
      valor_centavos: integer(),
      desconto_centavos: integer(),
      sem_encargos: flag(),
      /** A sale expires, and neither a sale nor a trip has fines. */
      kind: text<'curso' | 'venda' | 'viagem'>(10),
      slot: integer(),
      bills: bigint(),
      /** Discounts of the club and the office. */
      reduced_centavos: bigint(),
      pago_parcial_centavos: bigint(),
    },
    constraints: {
      open_bill_sums_key:
        'primary key (company_id, vencimento, valor_centavos, desconto_centavos, sem_encargos, kind, slot)',
    },
    indexes: {
      open_bill_sums_to_fold: '(slot) where slot <> 0',
      open_bill_sums_empty: '(company_id) where bills = 0',
    },
  }),
  charges: retainedAfterErasure({
    rows: own(),
    because: LAW_BILLS,
    columns: {
      id: id().retained(),
      /** Our reference at the provider, and the txid of a Pix. */
      txid: text(35).unique().retained(),
      user_id: ref('users').retained(),
      forma: text<PaymentMethod>(20).retained(),
      /** `balcao`: the office received the money. */
      provider: text(30).retained(),
      valor_centavos: integer().retained(),
      /** `criando`: the provider has not answered yet. `desfeita`: the office reverted its record of a payment. */
      status: text<'criando' | 'ativa' | 'em_analise' | 'paga' | 'recusada' | 'expirada' | 'removida' | 'desfeita'>(
        12,
      ).retained(),
      /** The set of bills of a running Pix charge. */
      chave: text(64).nullable().unique().retained(),
      br_code: text().nullable().retained(),
      criada_em: instant().retained(),
      expira_em: instant().nullable().retained(),
      pago_em: instant().nullable().retained(),
      /** When the charge was last queried at the provider. */
      consultada_em: instant().nullable().retained(),
      bandeira: text(20).nullable().retained(),
      /** The last four digits of the card, the only stored part of its number (FIN-07). */
      final: text(4).nullable().retained(),
      parcelas: integer().default(1).retained(),
      codigo_autorizacao: text(40).nullable().retained(),
      nsu: text(40).nullable().retained(),
      motivo: text(40).nullable().retained(),
      /** Only for a boleto. */
      linha_digitavel: text(60).nullable().retained(),
      codigo_barras: text(60).nullable().retained(),
      /** The PDF of the boleto: it names the payer, so only the owner of the bill gets it. */
      boleto_url: text(500).nullable().retained(),
      /** The page of the payment provider where the card is entered. */
      pagina_url: text(500).nullable().retained(),
      vence_em: day().nullable().retained(),
      /** When the bank was notified that a code ended early. */
      fim_avisado_em: instant().nullable().retained(),
      /** The clerk who received the money at the counter. */
      recebida_por: ref('users').nullable().actor().retained().secret().since('0207-cash-of-a-day'),
      /** When a paid charge is checked next for returned money. */
      rever_em: instant().nullable().retained(),
      /** The provider's own reference, if it accepts none of ours. */
      referencia_casa: text(60).nullable().retained().since('0235-pix-automatico'),
      /** A debit of Pix Automático: its authorization, the day on which the bank debits next, and the tries before. */
      autorizacao_id: integer().nullable().retained().since('0235-pix-automatico'),
      debito_dia: day().nullable().retained().since('0235-pix-automatico'),
      debito_tentativas: integer().default(0).retained().since('0235-pix-automatico'),
    },
    indexes: {
      charges_debits: '(autorizacao_id, status) where autorizacao_id is not null',
      charges_of_provider: '(referencia_casa) where referencia_casa is not null',
      charges_user: '(user_id, criada_em)',
      charges_status: '(status, criada_em)',
      charges_pagas: '(pago_em)',
      charges_review: '(rever_em) where rever_em is not null',
    },
  }),
  charge_items: retainedAfterErasure({
    rows: ofCharges,
    because: LAW_BILLS,
    columns: {
      charge_id: ref('charges').retained(),
      parcela_id: ref('parcelas').retained(),
      valor_centavos: integer().retained(),
      /** The parts of the amount; null in older charges. */
      multa_centavos: integer().nullable().retained(),
      juros_centavos: integer().nullable().retained(),
    },
    constraints: {
      charge_items_pk: 'primary key (charge_id, parcela_id)',
    },
    indexes: {
      charge_items_parcela: '(parcela_id)',
    },
  }),
  /** Authorizations of Pix Automático: the bills of a contract at a unit are debited by the payer's bank (0193). */
  pix_authorizations: retainedAfterErasure({
    since: '0235-pix-automatico',
    rows: own(),
    because: LAW_BILLS,
    columns: {
      id: id().retained(),
      /** Our reference at the provider. */
      referencia: text(35).unique().retained(),
      /** The owner of the bills. */
      user_id: ref('users').retained(),
      contrato_id: ref('contratos').retained(),
      company_id: ref('companies', 'no action').retained(),
      provider: text(30).retained(),
      /** The provider's id; null: it has not answered yet. */
      casa_id: text(60).nullable().retained(),
      /** The charge whose payment is the consent. */
      charge_id: integer().retained(),
      /** Contract and unit while the authorization is active: unique. */
      chave: text(30).nullable().unique().retained(),
      /** `pendente`: its code is not paid. `recusada`, `expirada`: reported by the bank. */
      status: text<'criando' | 'pendente' | 'ativa' | 'recusada' | 'expirada' | 'encerrada'>(10).retained(),
      /** Who opened it. */
      aberta_por: ref('users').nullable().actor().retained().secret(),
      created_at: instant().retained(),
      expira_em: instant().retained(),
      ativa_em: instant().nullable().retained(),
      /** Who ended it, and when. `contrato`: no bill is left. */
      fim: text<'pagador' | 'banco' | 'escola' | 'contrato'>(10).nullable().retained(),
      fim_em: instant().nullable().retained(),
      /** When the provider was notified that it ended here. */
      fim_avisado_em: instant().nullable().retained(),
      consultada_em: instant().nullable().retained(),
    },
    indexes: {
      pix_authorizations_status: '(status)',
      pix_authorizations_contract: '(contrato_id)',
      pix_authorizations_user: '(user_id)',
    },
  }),
  payment_events: impersonal('técnica: não fala de pessoas', {
    columns: {
      provider: text(30),
      event_id: text(100),
      txid: text(35),
      kind: text(30),
      received_at: instant(),
    },
    constraints: {
      payment_events_pk: 'primary key (provider, event_id)',
    },
    indexes: {
      payment_events_age: '(received_at, event_id)',
    },
  }),
  refunds: retainedAfterErasure({
    rows: ofCharges,
    because: LAW_BILLS,
    columns: {
      id: id().retained(),
      charge_id: ref('charges').retained(),
      /** The bill that the charge is for; null if unknown. */
      parcela_id: integer().nullable().retained(),
      /** Negative: a reverted refund, such as a won dispute of a card. */
      valor_centavos: integer().retained(),
      motivo: text(40).retained(),
      status: text<'pedida' | 'feita'>(10).retained(),
      created_at: instant().retained(),
      feita_em: instant().nullable().retained(),
      tentativas: integer().default(0).retained(),
      /** The time of the next try. */
      tentar_em: instant().nullable().retained(),
      /** The link at which the payer of a boleto enters an account for the refund. */
      link_do_pagador: text(500).nullable().retained(),
      /** Who returned the money outside the portal; null: the portal sent it. */
      fora: text<'banco' | 'escola'>(10).nullable().retained(),
    },
    constraints: {
      refunds_once: 'unique (charge_id, motivo)',
    },
    indexes: {
      refunds_status: '(status)',
      refunds_feitas: '(feita_em)',
    },
  }),
  /** Sent reminders of bills: a step once for a bill and its due day, and one a day. */
  bill_reminders: deletedWithPerson({
    since: '0220-bill-reminders',
    rows: of('parcela_id', 'parcelas', own()),
    columns: {
      id: id(),
      parcela_id: ref('parcelas'),
      vencimento: day(),
      /** Null: a clerk sent it. */
      passo: integer().nullable(),
      /** The days of the step, which the school may change later. */
      dias: integer().nullable(),
      /** The day on which it was sent, in the unit's zone. */
      dia: day(),
      created_at: instant(),
    },
    constraints: {
      bill_reminders_step: 'unique (parcela_id, vencimento, passo)',
      bill_reminders_day: 'unique (parcela_id, dia)',
    },
    indexes: {
      bill_reminders_sent: '(created_at)',
    },
  }),
  /** People without automatic reminders of bills. */
  reminder_pauses: deletedWithPerson({
    since: '0220-bill-reminders',
    rows: own(),
    columns: {
      user_id: ref('users').primaryKey(),
      /** Its last day; null: without end. */
      ate: day().nullable(),
      motivo: text(200),
      created_at: instant(),
      por_user_id: ref('users').nullable().actor().secret(),
    },
  }),
  /** A unit's own account at a bank or payment provider. The row of an ended account stays for its charges. */
  payment_accounts: impersonal('da unidade: a conta em que ela recebe', {
    columns: {
      id: id(),
      company_id: ref('companies'),
      kind: text<AccountKind>(20),
      recebedor: text(150),
      documento_mascarado: text(20),
      instituicao: text(80),
      cidade: text(80),
      /** Keys and certificates, encrypted with SECRET. */
      ajustes: text(),
      created_at: instant(),
      encerrada_em: instant().nullable(),
      conciliada_ate: instant().nullable(),
      /** When the list may be requested again after a failure. */
      conciliar_em: instant().nullable(),
      /** Payers may authorize debits by Pix Automático. */
      pix_automatico: flag().default(false).since('0235-pix-automatico'),
    },
    indexes: {
      payment_accounts_unit: '(company_id, encerrada_em)',
    },
  }),
};
