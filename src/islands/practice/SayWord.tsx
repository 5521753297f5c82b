import { useState } from 'react';
import type { Palavra } from '#lib/contract/practice.schema.ts';
import { VoiceRecorder } from '../ui/VoiceRecorder.tsx';
import { VoiceCompare } from './LineRecorder.tsx';
import { SoundButton } from './SoundButton.tsx';

/** The whole of a separate sound. */
const WHOLE = { inicio_s: 0, fim_s: Number.POSITIVE_INFINITY };

/** The student says the sentence of a word and compares the recording with it: nothing leaves the device. */
export function SayWord({ word, onSaid }: { word: Palavra; onSaid: () => void }) {
  const [recording, setRecording] = useState<Blob | null>(null);
  const { termo, traducao, exemplo, exemplo_traducao, exemplo_audio_url, audio_url } = word;
  const [text, translation] = exemplo_audio_url ? [exemplo, exemplo_traducao] : [termo, traducao];
  const url = exemplo_audio_url ?? audio_url;
  return (
    <div className="grid gap-4">
      <p lang="en" className="text-2xl font-bold">
        {text}
      </p>
      <p className="text-muted">{translation}</p>
      <div>
        <SoundButton url={url} label="Ouvir" isEager />
      </div>
      <VoiceRecorder
        recording={recording}
        onRecorded={(recording) => {
          setRecording(recording);
          onSaid();
        }}
      >
        {(recording) => <VoiceCompare line={{ ...WHOLE, texto: text }} url={url} recording={recording} />}
      </VoiceRecorder>
    </div>
  );
}
