import { relativeTime } from '#lib/format/dates.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { webhookFields, webhookWords } from '#lib/words/sync.ts';
import type { Act, Env, Shown, Subject } from '../kit/describe.ts';
import { Chip } from '../ui/Chip.tsx';
import { CopyField } from '../ui/CopyField.tsx';

export type Webhook = AnswerOf<'sync.listWebhooks'>['items'][number];

/** The secret of an address is shown only once. */
export const showSecret = ({ url, segredo }: AnswerOf<'sync.createWebhook'>): Shown => ({
  title: 'Guarde este segredo agora',
  body: (
    <>
      <p className="measure mb-4 wrap-anywhere">{webhookWords.once(url)}</p>
      <CopyField hasFocus label="Segredo" value={segredo} />
    </>
  ),
});

const acts: readonly Act<Webhook>[] = [
  {
    name: 'testar',
    label: 'Testar',
    isFirst: true,
    may: ({ parado }) => parado === null,
    operation: 'sync.testWebhook',
    done: () => webhookWords.tested,
  },
  {
    name: 'retomar',
    label: 'Retomar',
    isFirst: true,
    may: ({ parado }) => parado !== null,
    operation: 'sync.resumeWebhook',
    done: () => webhookWords.resumed,
  },
  {
    name: 'segredo',
    label: 'Trocar o segredo',
    form: { note: webhookWords.renews },
    operation: 'sync.renewWebhookSecret',
    shows: showSecret,
    done: () => webhookWords.renewed,
  },
  {
    name: 'remover',
    label: 'Remover o endereço',
    isDanger: true,
    form: { note: webhookWords.removes },
    operation: 'sync.endWebhook',
    done: () => webhookWords.removed,
  },
];

/** An address that receives changes: its acts are the same in the list and in the record. */
export const webhook: Subject<Webhook> = {
  kind: 'endereco',
  titleOf: ({ url }) => url,
  href: ({ id }) => routes.manager.webhook(id),
  acts,
  labels: webhookFields,
};

/** Since when all deliveries fail. */
export const failsSince = ({ falha_desde }: Webhook, { now, timeZone }: Env) =>
  falha_desde && relativeTime(falha_desde, new Date(now), timeZone);

export const drawState = (each: Webhook, env: Env) =>
  each.parado ? (
    <Chip tone="error">Parado</Chip>
  ) : each.falha_desde ? (
    <Chip tone="warning">{`Falha ${failsSince(each, env)}`}</Chip>
  ) : each.na_fila > 0 ? (
    <Chip tone="warning">{`${each.na_fila} na fila`}</Chip>
  ) : (
    <Chip tone="success">Em dia</Chip>
  );
