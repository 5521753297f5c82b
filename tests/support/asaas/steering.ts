// Messages between a test and the process of the provider.

/** A fault of the provider for the next `times` requests whose names begin with `at`, such as `POST /payments`. */
export interface Oddity {
  at: string;
  /**
   * `deaf` ignores the request, `lost` executes it and disconnects, `silent` executes it and never answers, `busy` is 429, `away`
   * 503.
   */
  does: 'deaf' | 'lost' | 'silent' | 'html' | 'busy' | 'away';
  times: number;
}
export interface Payment {
  object: 'payment';
  id: string;
  dateCreated: string;
  customer: string;
  value: number;
  billingType: 'PIX' | 'BOLETO' | 'CREDIT_CARD';
  /** For a first payment: the code that was paid. */
  pixQrCodeId?: string;
  pixAutomaticAuthorizationId?: string;
  status: 'PENDING' | 'OVERDUE' | 'CONFIRMED' | 'RECEIVED' | 'REFUNDED' | 'CHARGEBACK_REQUESTED';
  dueDate: string;
  description: string | null;
  externalReference: string | null;
  deleted: boolean;
  /** For a boleto: the days after its due day on which banks still accept it. */
  daysAfterDueDateToRegistrationCancellation?: number;
  /** The page of the provider for this payment. */
  invoiceUrl: string;
  /** The address to which the page returns afterwards. */
  callback?: { successUrl: string };
  creditCard?: { creditCardNumber: string; creditCardBrand: string };
  bankSlipUrl: string | null;
  nossoNumero: string | null;
  clientPaymentDate: string | null;
  confirmedDate: string | null;
  paymentDate: string | null;
  pixTransaction: string | null;
  refunds:
    | {
        dateCreated: string;
        status: 'DONE' | 'PENDING' | 'CANCELLED';
        value: number;
        description: string;
        /** Not in answers: when lists show it. */
        listedAt?: number;
      }[]
    | null;
}
export interface Customer {
  object: 'customer';
  id: string;
  name: string;
  cpfCnpj: string;
  notificationDisabled: boolean;
  deleted: boolean;
}
export interface Webhook {
  id: string;
  url: string;
  email: string;
  enabled: boolean;
  interrupted: boolean;
  authToken?: string;
  events: string[];
}
export interface ProviderEvent {
  id: string;
  event: string;
  dateCreated: string;
  payment?: Payment;
  authorization?: Pick<Authorization, 'id' | 'status' | 'customerId'>;
  paymentInstruction?: Pick<Instruction, 'id' | 'status' | 'paymentId'> & { authorization: { id: string } };
}
export interface Authorization {
  id: string;
  status: 'CREATED' | 'ACTIVE' | 'REFUSED' | 'EXPIRED' | 'CANCELLED';
  contractId: string;
  customerId: string;
  startDate: string;
  finishDate?: string;
  value: number | null;
  minLimitValue?: number;
  description: string;
  payload: string;
  immediateQrCode: { conciliationIdentifier: string; originalValue: number; expirationSeconds: number };
}
export interface Instruction {
  id: string;
  status: 'AWAITING_REQUEST' | 'SCHEDULED' | 'DONE' | 'REFUSED' | 'CANCELLED';
  paymentId: string;
  authorizationId: string;
  dueDate: string;
  refusalReason: string | null;
}
export type Deed =
  | { act: 'pay'; reference: string }
  /** Another process made a second payment with the same reference, and it was paid too. */
  | { act: 'pay-copy'; reference: string }
  /** The cardholder disputes the payment at the bank. */
  | { act: 'charge-back'; reference: string }
  | { act: 'win-dispute'; reference: string }
  | { act: 'refund-in-panel' | 'set-value'; reference: string; value: number }
  /** The domain of the account: others are refused in a callback. */
  | { act: 'domain'; domain: string }
  | { act: 'oddities'; list: Oddity[] }
  | { act: 'refunds'; end: 'DONE' | 'PENDING' | 'CANCELLED' }
  | { act: 'clock'; aheadMs: number }
  /** A refund appears in lists after this time. */
  | { act: 'lag'; ms: number }
  /** The school adds a customer by hand. */
  | { act: 'add-customer'; name: string; cpfCnpj: string }
  | { act: 'finish-refunds' }
  | { act: 'stop-queue' }
  /** The payer pays the code of an authorization, and the bank activates it, refuses it, or leaves it pending. */
  | { act: 'consent'; contract: string; then: 'ACTIVE' | 'REFUSED' | 'CREATED' }
  /** Further reports of the bank about an authorization. */
  | { act: 'authorization'; contract: string; status: Authorization['status'] }
  /** The bank executes the debit ordered for a payment. */
  | { act: 'debit'; reference: string }
  | { act: 'fail-debit'; reference: string; reason: string }
  /** Whether the account may use Pix Automático. */
  | { act: 'automatic'; isOn: boolean }
  | { act: 'look' };
export interface Stored {
  payments: Payment[];
  customers: Customer[];
  webhooks: Webhook[];
  events: ProviderEvent[];
  authorizations: Authorization[];
  instructions: Instruction[];
  seen: { method: string; path: string; status: number }[];
}

export const API_KEY = '$aact_hmlg_canarinho000000000000000000';
/** Another key of the same account, and one of another account at the provider. */
export const NEW_KEY = '$aact_hmlg_canarinho111111111111111111';
export const OTHER_ACCOUNT_KEY = '$aact_hmlg_canarinho222222222222222222';
export const WEBHOOK_TOKEN = 'segredo-canarinho-dos-avisos-da-casa-32';
