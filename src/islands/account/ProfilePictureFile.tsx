import { pictureRule } from '#lib/rules/forms/chosen-file.ts';
import { sendProfilePicture } from '#lib/stores/account-picture.ts';
import { FileForm, type PlaceOfFile } from '../ui/FileForm.tsx';

/** Uploads the picture of the profile. */
export function ProfilePictureFile(place: PlaceOfFile) {
  return (
    <FileForm
      {...place}
      label="Foto do perfil"
      rule={pictureRule}
      hint="A foto fica quadrada; aparece o centro."
      camera="user"
      values={{ acao: 'foto' }}
      start={sendProfilePicture}
    />
  );
}
