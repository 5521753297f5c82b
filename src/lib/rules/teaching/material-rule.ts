import { MAX_ACTIVITY_FILE } from '#lib/format/limits.ts';
import type { ShownRule } from '#lib/rules/forms/chosen-file.ts';

/** The file that a teacher gives to a class. */
export const materialRule: ShownRule = {
  formats: ['pdf', 'doc', 'docx', 'jpg', 'png', 'mp3', 'm4a', 'ogg', 'wav', 'aac'],
  max: MAX_ACTIVITY_FILE,
};
