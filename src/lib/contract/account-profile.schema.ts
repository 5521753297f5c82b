import { z } from 'zod';
import { MAX_PICTURE, megabytes } from '#lib/format/limits.ts';
import type { CallSchema } from './core.ts';

const FileKey = z.object({ chave: z.string().regex(/^[0-9a-f]{36}$/) });

export const calls = {
  uploadAvatar: {
    summary: `Keeps a picture for the profile, which then names it; ${megabytes(MAX_PICTURE)} at most`,
    ledger: 'ours',
    body: z.object({ file: z.any() }),
    result: z.object({ avatar_file_id: z.string(), avatar_url: z.string() }),
  },
  getAvatar: { summary: 'The picture of a profile', ledger: 'ours', params: FileKey, result: z.any() },
  downloadExport: { summary: 'Everything about the user, as a ZIP', ledger: 'ours', result: z.any() },
} satisfies Record<string, CallSchema>;
