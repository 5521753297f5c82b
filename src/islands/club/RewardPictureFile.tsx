import { pictureRule } from '#lib/rules/forms/chosen-file.ts';
import { sendRewardPicture } from '#lib/stores/club-picture.ts';
import { FileForm, type PlaceOfFile } from '../ui/FileForm.tsx';

/** Sends the picture of a reward. */
export function RewardPictureFile({ id, ...place }: PlaceOfFile & { id: number }) {
  return (
    <FileForm
      {...place}
      label="Imagem da recompensa"
      rule={pictureRule}
      values={{ acao: 'imagem' }}
      start={(file, onProgress) => sendRewardPicture(id, file, onProgress)}
    />
  );
}
