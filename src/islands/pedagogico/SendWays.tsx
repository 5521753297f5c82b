import { useRef } from 'react';
import { recordingFile, waysToSend } from '#lib/rules/pedagogico/work-files.ts';
import Camera from '~icons/material-symbols/photo-camera-outline-rounded';
import Send from '~icons/material-symbols/send-outline-rounded';
import Upload from '~icons/material-symbols/upload-file-outline-rounded';
import { Button } from '../ui/Button.tsx';
import { VoiceRecorder } from '../ui/VoiceRecorder.tsx';

interface SendWaysProps {
  /** The endings that the activity accepts. */
  formats: readonly string[];
  hasFile: boolean;
  /** Opens the choice of a file. */
  onPick: () => void;
  onFile: (file: File, recording?: Blob) => void;
  /** A recording that was not sent yet. */
  recording: Blob | null;
  onRecorded: (recording: Blob) => void;
}

/** Camera, file and recorder: those that make a file which the activity accepts. */
export function SendWays({ formats, hasFile, onPick, onFile, recording, onRecorded }: SendWaysProps) {
  const camera = useRef<HTMLInputElement>(null);
  const { hasCamera, hasVoice } = waysToSend(formats);
  return (
    <>
      <div className="flex w-full flex-wrap gap-2">
        {hasCamera && (
          // A device with a fine pointer has no camera at hand: there the field would only choose a file.
          <span className="hidden pointer-coarse:contents">
            <input
              ref={camera}
              type="file"
              className="hidden"
              accept="image/jpeg,image/png"
              capture="environment"
              aria-label="Foto da câmera"
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                target.value = '';
                if (file) onFile(file);
              }}
            />
            <Button
              icon={<Camera className="size-5" aria-hidden="true" />}
              className="grow"
              onClick={() => camera.current?.click()}
            >
              Tirar foto
            </Button>
          </span>
        )}
        <Button
          look={hasCamera || hasVoice ? 'soft' : 'primary'}
          icon={<Upload className="size-5" aria-hidden="true" />}
          className="grow"
          onClick={onPick}
        >
          {hasFile ? 'Enviar outro arquivo' : 'Enviar arquivo'}
        </Button>
      </div>
      {hasVoice && (
        <div className="grid w-full gap-3">
          <VoiceRecorder kept={recording} onRecorded={onRecorded}>
            {(blob) => (
              <Button
                icon={<Send className="size-5" aria-hidden="true" />}
                onClick={() => onFile(recordingFile(blob), blob)}
              >
                Enviar gravação
              </Button>
            )}
          </VoiceRecorder>
        </div>
      )}
      <p className="text-muted hidden text-sm lg:block">Ou arraste o arquivo até aqui.</p>
    </>
  );
}
