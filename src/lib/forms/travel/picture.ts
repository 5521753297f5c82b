import { uploadCampaignPicture } from '#lib/contract/travel.ts';
import { routes } from '#lib/routes.ts';
import { pictureOf } from '../file.ts';
import type { Verb } from '../submit.ts';

/** Sets the picture of an event. */
export const sendPicture =
  (id: string): Verb =>
  async (sent) => {
    await sent.api(uploadCampaignPicture, { params: { id }, body: pictureOf(sent) });
    return routes.manager.campaign(id, { feito: 'imagem' });
  };
