import type { Palavra } from '#lib/contract/practice.schema.ts';
import { SoundButton } from './SoundButton.tsx';

/** One word: the front asks, the back answers. */
export function WordCard({ word, isOpen }: { word: Palavra; isOpen: boolean }) {
  const { termo, ipa, classe, traducao, exemplo, exemplo_traducao, audio_url, exemplo_audio_url } = word;
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <p lang="en" className="word-term">
        {termo}
      </p>
      {ipa && (
        <p lang="en-fonipa" className="text-muted">
          {ipa}
        </p>
      )}
      <SoundButton key={audio_url} url={audio_url} label={`Ouvir ${termo}`} isEager />
      {isOpen && (
        <div className="border-base-300 mt-3 grid w-full justify-items-center gap-2 border-t pt-5">
          <p className="text-xl font-bold">{traducao}</p>
          <p className="text-muted text-sm">{classe}</p>
          <p lang="en" className="measure mt-3 text-lg">
            {exemplo}
          </p>
          <p className="text-muted measure">{exemplo_traducao}</p>
          {exemplo_audio_url && <SoundButton url={exemplo_audio_url} label="Ouvir o exemplo" />}
        </div>
      )}
    </div>
  );
}
