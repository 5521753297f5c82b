import { z } from 'zod';
import * as contract from '#lib/contract/leads.ts';
import { Id, IdParam, Line, UndoToken } from '#lib/contract/shapes.schema.ts';
import { once } from '../../core/http/once.ts';
import { endpoint, staffOperation } from '../../core/http/operation.ts';
import { staff } from '../../core/http/who.ts';
import { addLead } from './add-lead.ts';
import { readBoard } from './board.ts';
import { enrollLead } from './enroll-lead.ts';
import { addLeadInput, boardInput, listLeadsInput, updateLeadsInput } from './inputs.ts';
import { downloadLeads, listLeads } from './list-leads.ts';
import { readLead } from './read-lead.ts';
import { undoLeads, updateLeads } from './update-lead.ts';

/** The operations of leads. */
export const leadsOperations = {
  /** People who asked the own units for contact, the newest first. */
  listLeads: staffOperation({
    who: staff('contatos'),
    does: 'reads',
    connected: 'staff',
    input: listLeadsInput,
    run: (query, ctx) => listLeads(ctx, query),
  }),
  /** The leads by stage, and their sources. */
  getBoard: staffOperation({
    who: staff('contatos'),
    does: 'reads',
    connected: 'staff',
    input: boardInput,
    run: (filter, ctx) => readBoard(ctx, filter),
  }),
  /** One contact with its history, and the students that it may have become. */
  getLead: staffOperation({
    who: staff('contatos', 'lead'),
    does: 'reads',
    connected: 'staff',
    input: z.object({ id: IdParam, aluno: Line(80).optional() }),
    run: ({ id, aluno }, ctx) => readLead(ctx, id, aluno),
  }),
  /** Records a lead who came to the office. */
  addLead: staffOperation({
    who: staff('contatos'),
    does: 'writes',
    connected: 'staff',
    input: addLeadInput,
    keyed: true,
    run: (input, ctx) => addLead(ctx, input),
  }),
  /** Records what the staff does about some leads: state, next step, owner, unit, a note. */
  updateLeads: staffOperation({
    who: staff('contatos', 'lead'),
    does: 'writes',
    connected: 'staff',
    input: updateLeadsInput,
    keyed: true,
    run: (input, ctx) => updateLeads(ctx, input),
  }),
  /** Undoes what the user did to leads within the last minute. */
  undoLeads: staffOperation({
    who: staff('contatos'),
    does: 'writes',
    connected: 'staff',
    input: UndoToken,
    run: ({ desfazer }, ctx) => undoLeads(ctx, desfazer),
  }),
  /** Records which student a lead became, and credits the referral that brought it. */
  enrollLead: staffOperation({
    who: staff('contatos', 'lead'),
    does: 'writes',
    connected: 'staff',
    input: z.object({ id: IdParam, aluno_user_id: Id }),
    keyed: true,
    run: async ({ id, aluno_user_id }, ctx) => {
      const lead = await once(ctx, `lead-enrol ${id}`, { aluno_user_id }, (tx) =>
        enrollLead(ctx, tx, id, aluno_user_id),
      );
      return readLead(ctx, lead.id);
    },
  }),
  downloadLeads: endpoint(contract.downloadLeads, {
    who: staff('contatos'),
    connected: 'staff',
    reauthenticate: 'always',
    run: ({ query }, ctx) => downloadLeads(ctx, query),
  }),
};
