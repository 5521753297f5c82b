import { pictureRule } from '#lib/rules/forms/chosen-file.ts';
import { sendCampaignPicture } from '#lib/stores/travel-picture.ts';
import { FileForm, type PlaceOfFile } from '../ui/FileForm.tsx';

/** Sends the picture of a group trip. */
export function CampaignPictureFile({ id, ...place }: PlaceOfFile & { id: number }) {
  return (
    <FileForm
      {...place}
      label="Imagem do evento"
      rule={pictureRule}
      hint="Duas vezes mais larga que alta."
      values={{ acao: 'imagem' }}
      start={(file, onProgress) => sendCampaignPicture(id, file, onProgress)}
    />
  );
}
