import { z } from 'zod';
import * as contract from '#lib/contract/promo.ts';
import { OnePage, PromoValues, Revision } from '#lib/contract/promo-staff.schema.ts';
import { IdParam, Instant, OneId } from '#lib/contract/shapes.schema.ts';
import { endpoint, islandOperation, operation, staffOperation } from '../../core/http/operation.ts';
import { holderOfSecret, staff, staffOfWholeSchool, visitor } from '../../core/http/who.ts';
import { createLead } from './create-lead.ts';
import { createLeadInput, getPromoSchoolInput, publishPromoInput } from './inputs.ts';
import { readPromoPicture } from './manage-pictures.ts';
import { listPages, previewPage, readManagedPage, uploadPicture } from './pages.ts';
import { readPromoSchool } from './promo-school.ts';
import { readPage } from './read-page.ts';
import { cancelVersion, discardDraft, publishDraft, restoreVersion, saveDraft } from './write-page.ts';

/** The operations of promotional pages. */
export const promoOperations = {
  /** Submits the form of a promotional page. */
  createLead: operation({
    who: visitor,
    does: 'writes',
    connected: 'here',
    input: createLeadInput,
    run: (body, ctx) => createLead(ctx, body),
  }),
  /** Units to contact from a promotional page, and events of its trip. */
  getPromoSchool: operation({
    who: visitor,
    does: 'reads',
    connected: 'here',
    input: getPromoSchoolInput,
    run: (query, ctx) => readPromoSchool(ctx, query),
  }),
  /** The published version of a promotional page. */
  getPromo: operation({
    who: visitor,
    does: 'reads',
    connected: 'here',
    input: z.object({ pagina: z.string().max(60) }),
    run: ({ pagina }, ctx) => readPage(ctx, pagina),
  }),
  /** The promotional pages, with their state and their contacts. */
  listManagedPromos: staffOperation({
    who: staff('paginas'),
    does: 'reads',
    connected: 'staff',
    input: z.object({}),
    run: (_input, ctx) => listPages(ctx),
  }),
  /** One promotional page for its editor: the draft, and all versions. */
  getManagedPromo: operation({
    who: staff('paginas'),
    does: 'reads',
    connected: 'staff',
    input: OnePage,
    run: ({ pagina }, ctx) => readManagedPage(ctx, pagina),
  }),
  /** The draft of a promotional page, or one of its versions, as visitors would see it. */
  previewPromo: operation({
    who: staff('paginas'),
    does: 'reads',
    connected: 'staff',
    input: OnePage.extend({ versao: IdParam.optional() }),
    run: ({ pagina, versao }, ctx) => previewPage(ctx, pagina, versao),
  }),
  /** Drops the draft of a promotional page. */
  discardPromoDraft: operation({
    who: staffOfWholeSchool('paginas'),
    does: 'writes',
    connected: 'staff',
    input: OnePage.extend({ revisao: Revision }),
    run: async ({ pagina, revisao }, ctx) => {
      await discardDraft(ctx, pagina, revisao);
      return readManagedPage(ctx, pagina);
    },
  }),
  /** Publishes the draft of a promotional page, now or at a given time. */
  publishPromo: operation({
    who: staffOfWholeSchool('paginas'),
    does: 'writes',
    connected: 'staff',
    input: publishPromoInput,
    run: async ({ pagina, ...body }, ctx) => {
      await publishDraft(ctx, pagina, body);
      return readManagedPage(ctx, pagina);
    },
  }),
  /** Publishes an older version of a promotional page again. */
  restorePromo: operation({
    who: staffOfWholeSchool('paginas', 'promo'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: async ({ id }, ctx) => readManagedPage(ctx, await restoreVersion(ctx, id)),
  }),
  /** Cancels a scheduled version; its texts become the draft if there is none. */
  cancelPromo: operation({
    who: staffOfWholeSchool('paginas', 'promo'),
    does: 'writes',
    connected: 'staff',
    input: OneId,
    run: async ({ id }, ctx) => readManagedPage(ctx, await cancelVersion(ctx, id)),
  }),
  getPromoPicture: endpoint(contract.getPromoPicture, {
    who: holderOfSecret,
    connected: 'here',
    run: ({ params }, ctx) => readPromoPicture(ctx, params.chave),
  }),
  /** Saves the draft of a promotional page, valid or not, unless it was changed since `revisao`. */
  savePromoDraft: islandOperation({
    who: staffOfWholeSchool('paginas'),
    does: 'writes',
    connected: 'staff',
    input: OnePage.extend({ revisao: Revision, valores: PromoValues }),
    result: z.object({ revisao: z.int(), em: Instant, problemas: z.record(z.string(), z.string()) }),
    run: ({ pagina, ...body }, ctx) => saveDraft(ctx, pagina, body),
  }),
  uploadPromoPicture: endpoint(contract.uploadPromoPicture, {
    who: staffOfWholeSchool('paginas'),
    connected: 'staff',
    run: async ({ params }, ctx) => {
      await uploadPicture(ctx, params.pagina);
      return readManagedPage(ctx, params.pagina);
    },
  }),
};
