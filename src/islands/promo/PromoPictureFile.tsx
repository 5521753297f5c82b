import { pictureRule } from '#lib/rules/forms/chosen-file.ts';
import { sendPromoPicture } from '#lib/stores/promo-draft.ts';
import { FileForm, type PlaceOfFile } from '../ui/FileForm.tsx';

/** Sends a picture of a promotional page to its draft. */
export function PromoPictureFile({ pagina, ...place }: PlaceOfFile & { pagina: string }) {
  return (
    <FileForm
      {...place}
      label="Foto da página"
      rule={pictureRule}
      hint="Mais larga que alta."
      values={{ acao: 'imagem' }}
      start={(file, onProgress) => sendPromoPicture(pagina, file, onProgress)}
    />
  );
}
