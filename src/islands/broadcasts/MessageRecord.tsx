import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { relativeTime } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/money.ts';
import type { AnswerOf, InputOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { linkName } from '#lib/rules/broadcasts/own-links.ts';
import { query } from '#lib/stores/operations.ts';
import {
  channelRows,
  deliveryStateWords,
  followedRows,
  heldWords,
  OUTCOME_STATES,
  platformName,
  readable,
} from '#lib/words/broadcasts-panel.ts';
import { someNames } from '#lib/words/broadcasts-reach.ts';
import { noticeCategories } from '#lib/words/inbox.ts';
import { kitWords } from '#lib/words/panel-kit.ts';
import type { Env, Fact, RecordOf, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { Record } from '../kit/Record.tsx';
import { BroadcastFigures } from './BroadcastFigures.tsx';
import { BroadcastProgress } from './BroadcastProgress.tsx';
import { drawState, type Message, message, whenOf } from './message.tsx';

type Details = AnswerOf<'broadcasts.getSchoolBroadcast'>;
type Query = InputOf<'broadcasts.getSchoolBroadcast'>;

const { push } = routes.manager;
const counted = ([words, count]: readonly [string, number]): Fact => [words, formatCount(count)];

/** Why some people did not get it. */
function missedOf({ log: { counts, reasons, left_out } }: Details): Fact[] {
  const rows = [
    ...(counts.without_push > 0 ? [['Sem aparelho ligado: leem no portal', counts.without_push] as const] : []),
    ...reasons.map(({ reason, count }) => [reason, count] as const),
  ];
  return [
    ...rows.map(counted),
    ['De fora, pelo limite por pessoa', left_out.length > 0 && someNames(left_out, counts.left_out ?? left_out.length)],
    ['Ninguém ficou de fora', rows.length + left_out.length === 0 && '—'],
  ];
}

const platformFacts = ({ log }: Details): Fact[] =>
  log.by_platform.map(({ platform, accepted, clicked, failed }) => [
    platformName(platform),
    `${formatCount(accepted)} aceitas · ${formatCount(clicked)} clicadas · ${formatCount(failed)} falharam`,
  ]);

export const messageRecord: RecordOf<Message, 'broadcasts.getSchoolBroadcast'> = {
  ...message,
  read: 'broadcasts.getSchoolBroadcast',
  inputOf: ({ id = '', estado, depois }) => ({
    id,
    ...(estado && { estado: estado as NonNullable<Query['estado']> }),
    ...(depois && { depois }),
  }),
  filters: [{ name: 'estado', takes: OUTCOME_STATES }],
  back: { label: 'Histórico', href: push.history() },
  state: drawState,
  lead: whenOf,
  facts: ({ publico, log: { sending } }) => [
    ['Texto', readable(sending.body)],
    ['Para', publico],
    ['Abre', linkName(sending.link)],
    ['Assunto', noticeCategories[sending.category].name],
    ['Por', sending.created_by.full_name],
  ],
  parts: [
    {
      title: 'Resultado',
      body: ({ id, status, log: { counts, held } }, { now, timeZone }) =>
        status === 'enviando' ? (
          <>
            {held && <p className="text-muted mb-4">{heldWords(held, new Date(now), timeZone)}</p>}
            <BroadcastProgress id={id} status="enviando" counts={counts} />
          </>
        ) : (
          <BroadcastFigures counts={counts} />
        ),
    },
    { title: 'Aparelhos', body: (details, env) => <Outcomes {...{ details, env }} /> },
    {
      title: 'Quem recebeu',
      isBeside: true,
      facts: (details) => [
        ...channelRows(details.log.counts).map(counted),
        ...(details.log.followed ? followedRows(details.log.followed).map(counted) : []),
        ...platformFacts(details),
      ],
    },
    { title: 'Quem não recebeu no aparelho', facts: missedOf },
  ],
};

/**
 * The shown page of devices. After an act the record is reloaded with the page of its address, but a page chosen since
 * stays.
 */
function useOutcomes(id: number, first: Details['log']['items']) {
  const [page, setPage] = useState(first);
  /** The last chosen page. */
  const latest = useRef<Omit<Query, 'id'>>(null);
  const ask = (of: Omit<Query, 'id'>, done: () => void, failed: () => void) => {
    const isLast = () => latest.current === of;
    query('broadcasts.listOutcomes', { id, ...of }).then(
      (found) => {
        if (!isLast()) return;
        done();
        setPage(found);
      },
      () => isLast() && failed(),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reloads when the record was reloaded
  useEffect(() => {
    const show = () => setPage(first);
    if (latest.current) ask(latest.current, () => {}, show);
    else show();
  }, [first]);
  const go = (of: Omit<Query, 'id'>, href: string) => {
    latest.current = of;
    ask(
      of,
      () => history.replaceState(history.state, '', href),
      () => location.assign(href),
    );
  };
  return { page, go };
}

/** The result on each device. Its states and pages are links that load only the devices. */
function Outcomes({ details: { id, status, log }, env }: { details: Details; env: Env }) {
  const { page, go } = useOutcomes(id, log.items);
  const { items, next, estado, isFirst } = page;
  const states = OUTCOME_STATES.filter((state) => (log.states[state] ?? 0) > 0);
  if (states.length === 0) {
    return (
      <p className="text-muted">
        {status === 'enviando'
          ? 'A lista está sendo preparada.'
          : 'Quem não tem aparelho ligado lê a mensagem no portal.'}
      </p>
    );
  }
  const here = (state?: typeof estado, depois?: string) => {
    const of = { ...(state && { estado: state }), ...(depois && { depois }) };
    const href = push.history(id, of);
    return {
      href: `${href}#aparelhos`,
      onClick: (event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go(of, href);
      },
    };
  };
  const isHere = (of: typeof estado) => (of === estado ? 'page' : undefined);
  return (
    <>
      <nav id="aparelhos" className="strip kit-tabs" aria-label="Filtrar aparelhos por estado">
        <a {...here()} aria-current={isHere(null)}>
          Todos
        </a>
        {states.map((state) => (
          <a key={state} {...here(state)} aria-current={isHere(state)}>
            {deliveryStateWords[state].name} <span className="kit-count">{formatCount(log.states[state] ?? 0)}</span>
          </a>
        ))}
      </nav>
      <table className="data-table stacks mt-2">
        <thead>
          <tr>
            <th scope="col">Pessoa</th>
            <th scope="col">Aparelho</th>
            <th scope="col">Estado</th>
            <th scope="col">Quando</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ user_id, full_name, device_type, platform, state, attempts, at }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a person may have several devices, which have no id here
            <tr key={`${user_id}-${place}`}>
              <th scope="row">{draw.link(routes.manager.person(user_id), full_name)}</th>
              <td className="text-muted">
                {device_type === 'mobile' ? 'Celular' : 'Computador'} · {platformName(platform)}
              </td>
              <td>
                {draw.state(deliveryStateWords[state])}
                {attempts > 1 && <span className="text-muted num block text-sm">{attempts} tentativas</span>}
              </td>
              <td className="text-muted num text-sm">{relativeTime(at, new Date(env.now), env.timeZone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="flex flex-wrap gap-3">
        {!isFirst && (
          <a className="kit-pill" {...here(estado)}>
            {kitWords.first}
          </a>
        )}
        {next && (
          <a className="kit-pill" {...here(estado, next)}>
            Próximos aparelhos
          </a>
        )}
      </p>
    </>
  );
}

/** A sent message: its text, its readers, and its results. */
export const MessageRecord = (props: ViewProps<'broadcasts.getSchoolBroadcast'>) => (
  <Record record={messageRecord} {...props} />
);
