import { uploadRewardPicture } from '#lib/contract/club.ts';
import { routes } from '#lib/routes.ts';
import { pictureOf } from '../file.ts';
import type { Verb } from '../submit.ts';

/** Sets the picture of a reward. */
export const sendRewardPicture =
  (id: string): Verb =>
  async (sent) => {
    await sent.api(uploadRewardPicture, { params: { id }, body: pictureOf(sent) });
    return routes.manager.clubReward(id);
  };
