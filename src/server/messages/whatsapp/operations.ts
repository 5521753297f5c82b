import { z } from 'zod';
import { OneId } from '#lib/contract/shapes.schema.ts';
import * as contract from '#lib/contract/whatsapp.ts';
import { whatsappPanel } from '#lib/words/whatsapp-panel.ts';
import { FileAnswer } from '../../core/http/file-answer.ts';
import { endpoint, operation, staffOperation } from '../../core/http/operation.ts';
import { bodyText } from '../../core/http/parse.ts';
import { conflict } from '../../core/http/refusal.ts';
import { holderOfSecret, staff, user } from '../../core/http/who.ts';
import { connectInput, pricesInput, useInput } from './inputs.ts';
import {
  connectNumber,
  disconnectNumber,
  heard,
  numberOfUnit,
  readUnitNumber,
  refreshNumber,
  setPrices,
} from './numbers.ts';
import { readOwnWhatsapp, startOwnWhatsapp, stopOwnWhatsapp } from './opt-in.ts';
import { receiveWebhook, verifyWebhook } from './receive.ts';
import { dropTemplate, testTemplate, useTemplate } from './templates.ts';

/** The operations of WhatsApp. */
export const whatsappOperations = {
  /** Whether and how the user gets notices by WhatsApp. */
  getOwnWhatsapp: operation({
    who: user,
    does: 'reads',
    connected: 'events',
    input: z.object({}),
    run: (_input, ctx) => readOwnWhatsapp(ctx),
  }),
  /** A code that the user sends from the own WhatsApp to get notices there. */
  startOwnWhatsapp: operation({
    who: user,
    does: 'writes',
    connected: 'events',
    input: z.object({}),
    run: (_input, ctx) => startOwnWhatsapp(ctx),
  }),
  /** Ends notices by WhatsApp. */
  stopOwnWhatsapp: operation({
    who: user,
    does: 'writes',
    connected: 'events',
    input: z.object({}),
    run: (_input, ctx) => stopOwnWhatsapp(ctx),
  }),
  /** Connects a number of WhatsApp Business to a unit, or replaces its keys. */
  connectNumber: staffOperation({
    who: staff('equipe', 'unit'),
    does: 'writes',
    connected: 'events',
    input: connectInput,
    reauthenticate: 'always',
    run: async (input, ctx) => {
      await connectNumber(ctx, input);
      return readUnitNumber(ctx, input.id);
    },
  }),
  /** Disconnects the number of a unit. */
  disconnectNumber: staffOperation({
    who: staff('equipe', 'unit'),
    does: 'writes',
    connected: 'events',
    input: OneId,
    run: async ({ id }, ctx) => {
      await disconnectNumber(ctx, id);
      return { detail: whatsappPanel.disconnected };
    },
  }),
  /** Reads the templates of a unit's number from Meta again. */
  refreshNumber: staffOperation({
    who: staff('equipe', 'unit'),
    does: 'writes',
    connected: 'events',
    input: OneId,
    run: async ({ id }, ctx) => {
      const row = await numberOfUnit(ctx, id);
      if (!(await heard(() => refreshNumber(ctx, row)))) throw conflict(whatsappPanel.notListed, 'refused');
      return readUnitNumber(ctx, id);
    },
  }),
  /** Sets the price of a message by a unit's number. */
  setPrices: staffOperation({
    who: staff('equipe', 'unit'),
    does: 'writes',
    connected: 'events',
    input: pricesInput,
    run: async (input, ctx) => {
      await setPrices(ctx, input);
      return { detail: whatsappPanel.priced };
    },
  }),
  /** Assigns a template to a kind of notice. */
  useTemplate: staffOperation({
    who: staff('equipe', 'whatsapp template'),
    does: 'writes',
    connected: 'events',
    input: useInput,
    run: async ({ id, kind, ...slots }, ctx) => {
      await useTemplate(ctx, { id, kind, variables: [slots.v1, slots.v2, slots.v3, slots.v4, slots.v5, slots.v6] });
      return { detail: whatsappPanel.used };
    },
  }),
  /** Removes the uses of a template. */
  dropTemplate: staffOperation({
    who: staff('equipe', 'whatsapp template'),
    does: 'writes',
    connected: 'events',
    input: OneId,
    run: async ({ id }, ctx) => {
      await dropTemplate(ctx, id);
      return { detail: whatsappPanel.unused };
    },
  }),
  /** Sends a template to the own telephone. */
  testTemplate: staffOperation({
    who: staff('equipe', 'whatsapp template'),
    does: 'writes',
    connected: 'events',
    input: OneId,
    run: ({ id }, ctx) => testTemplate(ctx, id),
  }),
  verifyWhatsappWebhook: endpoint(contract.verifyWhatsappWebhook, {
    who: holderOfSecret,
    connected: 'events',
    run: async ({ params, query }, ctx) => {
      const { 'hub.verify_token': word, 'hub.challenge': challenge } = query;
      const text = await verifyWebhook(ctx, params.numero, word, challenge);
      return new FileAnswer(text, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
    },
  }),
  receiveWhatsappWebhook: endpoint(contract.receiveWhatsappWebhook, {
    who: holderOfSecret,
    connected: 'events',
    run: ({ params }, ctx) => receiveWebhook(ctx, params.numero, bodyText(ctx.request)),
  }),
};
