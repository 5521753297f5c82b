import type * as leads from '#lib/contract/leads.ts';
import type { Routes } from '../http/handler.ts';
import { once } from '../http/once.ts';
import { enrolLead } from './enrol-lead.ts';
import { downloadLeads, listLeads } from './list-leads.ts';
import { readLead } from './read-lead.ts';
import { moveLeads, updateLead } from './update-lead.ts';

export const leadsRoutes: Routes<typeof leads> = {
  listLeads: ({ query }, ctx) => listLeads(ctx, query),
  getLead: ({ params, query }, ctx) => readLead(ctx, params.id, query.aluno),
  updateLead: ({ params, body }, ctx) => updateLead(ctx, params.id, body),
  moveLeads: ({ body }, ctx) => moveLeads(ctx, body),
  enrolLead: async ({ params, body }, ctx) => {
    const { id } = await once(ctx, `lead-enrol ${params.id}`, body, (tx) =>
      enrolLead(ctx, tx, params.id, body.aluno_user_id),
    );
    return readLead(ctx, id);
  },
  downloadLeads: ({ query }, ctx) => downloadLeads(ctx, query),
};
