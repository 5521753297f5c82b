import type { ReactNode } from 'react';
import { chatHref } from '#lib/rules/promo/chat.ts';
import Chat from '~icons/material-symbols/chat-outline-rounded';
import type { Act, Env, Thing } from './describe.ts';

/** Opens WhatsApp, with the first words of a chat. */
export const chat = <Row extends { telefone: string | null }>(textOf: (row: Row, env: Env) => string) =>
  ({
    name: 'conversar',
    label: 'WhatsApp',
    icon: Chat,
    isFirst: true,
    may: ({ telefone }) => telefone !== null,
    href: (row, env) => chatHref(textOf(row, env), row.telefone),
  }) satisfies Act<Row>;

/** Shows the details of a row that has no page. */
export const see = <Row extends Thing>(label: string, body: (row: Row, env: Env) => ReactNode) =>
  ({
    name: 'ver',
    label,
    key: 'v',
    isForOne: true,
    form: { note: ({ rows: [row], env }) => row && body(row, env), send: () => null },
  }) satisfies Act<Row>;
