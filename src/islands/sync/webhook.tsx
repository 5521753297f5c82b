import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { webhookFields, webhookWords } from '#lib/words/sync.ts';
import type { Act, Shown, Subject } from '../kit/describe.ts';
import { Chip } from '../ui/Chip.tsx';
import { CopyField } from '../ui/CopyField.tsx';

export type Webhook = AnswerOf<'sync.listWebhooks'>['items'][number];

/** The secret of an address is said once. */
export const tellSecret = ({ url, segredo }: AnswerOf<'sync.createWebhook'>): Shown => ({
  title: 'Guarde este segredo agora',
  body: (
    <>
      <p className="measure mb-4 wrap-anywhere">{webhookWords.once(url)}</p>
      <CopyField label="Segredo" value={segredo} />
    </>
  ),
});

const about = (text: string) => ({ fields: [], note: () => <p className="measure">{text}</p> });

const acts: readonly Act<Webhook>[] = [
  {
    name: 'testar',
    label: 'Testar',
    isForOne: true,
    isFirst: true,
    may: ({ parado }) => parado === null,
    operation: 'sync.testWebhook',
    done: () => webhookWords.tested,
  },
  {
    name: 'retomar',
    label: 'Retomar',
    isForOne: true,
    isFirst: true,
    may: ({ parado }) => parado !== null,
    operation: 'sync.resumeWebhook',
    done: () => webhookWords.resumed,
  },
  {
    name: 'segredo',
    label: 'Trocar o segredo',
    isForOne: true,
    form: about(webhookWords.renews),
    operation: 'sync.renewWebhookSecret',
    shows: tellSecret,
    done: () => webhookWords.renewed,
  },
  {
    name: 'remover',
    label: 'Remover o endereço',
    isForOne: true,
    isDanger: true,
    form: about(webhookWords.removes),
    operation: 'sync.endWebhook',
    done: () => webhookWords.removed,
  },
];

/** An address that is told what changes: what can be done is the same in the list and in the record. */
export const webhook: Subject<Webhook> = {
  kind: 'endereco',
  titleOf: ({ url }) => url,
  href: ({ id }) => routes.manager.webhook(id),
  acts,
  forms: ['sync.createWebhook'],
  labels: webhookFields,
};

export const drawState = ({ parado, na_fila }: Webhook) =>
  parado ? (
    <Chip tone="error">Parado</Chip>
  ) : na_fila > 0 ? (
    <Chip tone="warning">{`${na_fila} na fila`}</Chip>
  ) : (
    <Chip tone="success">Em dia</Chip>
  );
