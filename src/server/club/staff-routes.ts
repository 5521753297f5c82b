import type * as staff from '#lib/contract/club-staff.ts';
import { csvFile } from '../http/csv.ts';
import type { Routes } from '../http/handler.ts';
import { figuresCsv, membersCsv } from './club-csv.ts';
import { membersToTake } from './manage-members.ts';
import { uploadRewardPicture } from './manage-rewards.ts';
import { readFigures } from './read-figures.ts';

export const clubStaffRoutes: Routes<typeof staff> = {
  uploadRewardPicture: ({ params }, ctx) => uploadRewardPicture(ctx, params.id),
  downloadMembers: async (_input, ctx) =>
    csvFile('clube-membros', membersCsv(await membersToTake(ctx), ctx.config.SCHOOL_TIME_ZONE)),
  downloadClubFigures: async ({ query }, ctx) =>
    csvFile('clube-numeros', figuresCsv(await readFigures(ctx, query.meses))),
};
