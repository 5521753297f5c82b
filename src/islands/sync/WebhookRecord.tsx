import { formatDate, relativeTime } from '#lib/format/dates.ts';
import { plural } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { changeKinds } from '#lib/rules/sync/changes.ts';
import { HOUR_MS } from '#lib/rules/time/spans.ts';
import { deliveryStates, silenceWords, stopWords, webhookFields, webhookWords } from '#lib/words/sync.ts';
import { type Act, actsOf, type RecordOf, type Subject, type ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { optionsOf } from '../kit/options.ts';
import { Record } from '../kit/Record.tsx';
import { drawState, failsSince, type Webhook, webhook } from './webhook.tsx';

type Details = AnswerOf<'sync.getWebhook'>;
type Delivery = Details['entregas'][number];

const spans = optionsOf({
  1: 'Da última hora',
  24: 'Das últimas 24 horas',
  72: 'Dos últimos 3 dias',
  720: 'Dos últimos 30 dias',
});

/** Repeats all deliveries since an instant. */
const replay: Act<Webhook> = {
  name: 'repetir',
  label: 'Enviar de novo',
  may: ({ parado }) => parado === null,
  form: {
    fields: [{ name: 'horas', kind: 'choice', label: 'Quais entregas', isWide: true, options: spans }],
    begin: () => ({ horas: '24' }),
    send: 'Enviar de novo',
  },
  operation: 'sync.replayWebhook',
  sent: ({ horas }) => ({ desde: new Date(Date.now() - Number(horas) * HOUR_MS).toISOString() }),
  done: () => webhookWords.again,
};

const nameOf = ({ evento, assunto }: Delivery) =>
  evento === 'teste' ? 'Teste' : `${changeKinds[evento].name} nº ${assunto}`;
const answerOf = ({ status, erro }: Delivery) =>
  status === null ? (erro ? (silenceWords[erro] ?? erro) : null) : `código ${status}`;

const delivery: Subject<Delivery, Details> = {
  kind: 'entrega',
  titleOf: nameOf,
  acts: [
    {
      name: 'de-novo',
      label: 'Enviar de novo',
      isFirst: true,
      may: ({ pode_repetir }) => pode_repetir,
      operation: 'sync.replayWebhook',
      sent: (_values, [row]) => ({ id: row?.endereco_id, entrega: row?.id }),
      done: () => webhookWords.again,
    },
  ],
};

export const webhookRecord: RecordOf<Webhook, 'sync.getWebhook'> = {
  ...webhook,
  acts: actsOf(webhook).toSpliced(-1, 0, replay),
  read: 'sync.getWebhook',
  back: { label: 'Webhooks', href: routes.manager.webhooks() },
  gone: webhookWords.gone,
  state: drawState,
  facts: (details, env) => {
    const { parado, eventos, chave, criado_em, segredo_anterior_ate, na_fila } = details;
    const { timeZone } = env;
    return [
      ['Falha', failsSince(details, env)],
      ['Na fila', na_fila > 0 && plural(na_fila, 'entrega', 'entregas')],
      ['Parado', parado && `${stopWords[parado.motivo]}. Nada se perde: ao retomar, ele recebe o que mudou.`],
      [webhookFields.eventos, eventos.map((kind) => changeKinds[kind].name).join(', ')],
      ['Chave', chave.nome],
      ['Desde', formatDate(criado_em, timeZone)],
      ['O segredo anterior', segredo_anterior_ate && `vale até ${formatDate(segredo_anterior_ate, timeZone)}`],
    ];
  },
  parts: [
    {
      title: 'Entregas',
      lines: {
        subject: delivery,
        of: ({ entregas }) => entregas,
        state: ({ estado }: Delivery) => draw.state(deliveryStates[estado]),
        note: (each: Delivery, { now, timeZone }) => [
          relativeTime(each.ultima_em ?? each.criada_em, new Date(now), timeZone),
          answerOf(each),
          each.tentativas > 1 && plural(each.tentativas, 'tentativa', 'tentativas'),
          each.codigo,
        ],
        empty: 'Nenhuma entrega ainda. Elas aparecem aqui quando algo muda, ou com um teste.',
      },
    },
  ],
};

/** An address that receives changes, with its last deliveries. */
export const WebhookRecord = (props: ViewProps<'sync.getWebhook'>) => <Record record={webhookRecord} {...props} />;
