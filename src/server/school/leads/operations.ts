import { z } from 'zod';
import * as contract from '#lib/contract/leads.ts';
import { Id, IdParam, Line } from '#lib/contract/shapes.schema.ts';
import { once } from '../../core/http/once.ts';
import { endpoint, operation } from '../../core/http/operation.ts';
import { staff } from '../../core/http/who.ts';
import { enrolLead } from './enrol-lead.ts';
import { listLeadsInput, moveLeadsInput, updateLeadInput } from './inputs.ts';
import { downloadLeads, listLeads } from './list-leads.ts';
import { readLead } from './read-lead.ts';
import { moveLeads, updateLead } from './update-lead.ts';

/** What the area offers. */
export const leadsOperations = {
  /** People who asked the own units for contact, the newest first. */
  listLeads: operation({
    who: staff('contatos'),
    does: 'reads',
    connected: 'staff',
    input: listLeadsInput,
    run: (query, ctx) => listLeads(ctx, query),
  }),
  /** One contact with its history, and the students that it may have become. */
  getLead: operation({
    who: staff('contatos', 'lead'),
    does: 'reads',
    connected: 'staff',
    input: z.object({ id: IdParam, aluno: Line(80).optional() }),
    run: ({ id, aluno }, ctx) => readLead(ctx, id, aluno),
  }),
  /** Notes what the staff does about a contact: state, next step, owner, unit, a note. */
  updateLead: operation({
    who: staff('contatos', 'lead'),
    does: 'writes',
    connected: 'staff',
    input: updateLeadInput,
    run: (input, ctx) => updateLead(ctx, input),
  }),
  /** Says of several new contacts that somebody talks to them, or takes that back. */
  moveLeads: operation({
    who: staff('contatos'),
    does: 'writes',
    connected: 'staff',
    input: moveLeadsInput,
    run: (body, ctx) => moveLeads(ctx, body),
  }),
  /** Says which student a contact became, and credits the referral that brought it. */
  enrolLead: operation({
    who: staff('contatos', 'lead'),
    does: 'writes',
    connected: 'staff',
    input: z.object({ id: IdParam, aluno_user_id: Id }),
    keyed: true,
    run: async ({ id, aluno_user_id }, ctx) => {
      const lead = await once(ctx, `lead-enrol ${id}`, { aluno_user_id }, (tx) =>
        enrolLead(ctx, tx, id, aluno_user_id),
      );
      return readLead(ctx, lead.id);
    },
  }),
  downloadLeads: endpoint(contract.downloadLeads, {
    who: staff('contatos'),
    connected: 'staff',
    proof: 'always',
    run: ({ query }, ctx) => downloadLeads(ctx, query),
  }),
};
