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

/** What the area offers. */
export const leadsOperations = {
  /** People who asked the own units for contact, the newest first. */
  listLeads: staffOperation({
    who: staff('contatos'),
    does: 'reads',
    connected: 'staff',
    input: listLeadsInput,
    run: (query, ctx) => listLeads(ctx, query),
  }),
  /** The same by their stage, and where they came from. */
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
  /** Notes a contact that came to the office. */
  addLead: staffOperation({
    who: staff('contatos'),
    does: 'writes',
    connected: 'staff',
    input: addLeadInput,
    keyed: true,
    run: (input, ctx) => addLead(ctx, input),
  }),
  /** Notes what the staff does about some contacts: state, next step, owner, unit, a note. */
  updateLeads: staffOperation({
    who: staff('contatos', 'lead'),
    does: 'writes',
    connected: 'staff',
    input: updateLeadsInput,
    keyed: true,
    run: (input, ctx) => updateLeads(ctx, input),
  }),
  /** Takes back what the own user did to contacts a moment ago. */
  undoLeads: staffOperation({
    who: staff('contatos'),
    does: 'writes',
    connected: 'staff',
    input: UndoToken,
    run: ({ desfazer }, ctx) => undoLeads(ctx, desfazer),
  }),
  /** Says which student a contact became, and credits the referral that brought it. */
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
