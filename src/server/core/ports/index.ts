import type { ExchangeRates } from './exchange-rates.ts';
import type { FilePort } from './files.ts';
import type { MailPort } from './mail.ts';
import type { Payments } from './payments/index.ts';
import type { PostalCodePort } from './postal-code.ts';
import type { PushServices } from './push-services.ts';
import type { Whatsapp } from './whatsapp.ts';

/** The outside services, each behind an interface with a real and a local version. */
export interface Ports {
  exchangeRates: ExchangeRates;
  files: FilePort;
  mail: MailPort;
  payments: Payments;
  postalCodes: PostalCodePort;
  pushServices: PushServices;
  /** Webhooks to other systems, with the same checks of addresses as push. */
  webhooks: PushServices;
  whatsapp: Whatsapp;
}
