import { MAX_ACTIVITY_FILE } from '#lib/format/limits.ts';
import type { ShownRule } from '#lib/rules/forms/chosen-file.ts';

/** Limits of a file that a teacher shares with a class. */
export const materialRule: ShownRule = {
  formats: ['pdf', 'doc', 'docx', 'jpg', 'png', 'mp3', 'm4a', 'ogg', 'wav', 'aac'],
  max: MAX_ACTIVITY_FILE,
};
