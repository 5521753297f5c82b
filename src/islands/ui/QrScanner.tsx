import { useId } from 'react';
import Torch from '~icons/material-symbols/flashlight-on-outline-rounded';
import Photo from '~icons/material-symbols/image-outline-rounded';
import CameraIcon from '~icons/material-symbols/photo-camera-outline-rounded';
import { Button } from './Button.tsx';
import { Select } from './Select.tsx';
import { type ScannerEvents, useScanner } from './use-scanner.ts';

/** Explains first, then opens the rear camera; offers another camera, the light and a photo of the code. */
export function QrScanner(events: ScannerEvents) {
  const { view, holder, isOpen, hasTorch, isLit, cameras, cameraId, open, close, light, takePhoto } =
    useScanner(events);
  const id = useId();
  return (
    <div className="grid gap-4">
      <div className={`relative aspect-square overflow-hidden rounded-shell bg-black ${isOpen ? '' : 'hidden'}`}>
        {/* The library inserts its own elements, with a width on its video; these limits override it. */}
        <div
          ref={view}
          id={`${id}-camera`}
          className="h-full [&_video]:min-w-full [&_video]:max-w-full [&_video]:h-full [&_video]:object-cover"
          role="img"
          aria-label="Imagem da câmera"
        />
        <span className="absolute inset-[18%] border-3 border-white rounded-shape" aria-hidden="true" />
      </div>
      {isOpen ? (
        <div className="flex flex-wrap gap-3">
          {hasTorch && (
            <Button
              look="outline"
              icon={<Torch className="size-5" aria-hidden="true" />}
              aria-pressed={isLit}
              onClick={light}
            >
              Lanterna
            </Button>
          )}
          <Button look="ghost" onClick={close}>
            Fechar câmera
          </Button>
          {cameras.length > 1 && (
            <Select
              label="Câmera"
              className="w-full"
              value={cameraId ?? cameras[0]?.id}
              options={cameras.map(({ id, label }) => ({ value: id, label }))}
              onChange={(event) => void open(event.target.value)}
            />
          )}
        </div>
      ) : (
        <Button isWide icon={<CameraIcon className="size-5" aria-hidden="true" />} onClick={() => void open(null)}>
          Abrir a câmera
        </Button>
      )}
      <label className="btn btn-outline w-full">
        <Photo className="size-5" aria-hidden="true" />
        Usar uma foto do código
        <input
          type="file"
          accept="image/*"
          className="sr-only"
          onChange={(event) => {
            void takePhoto(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
      <div ref={holder} id={`${id}-foto`} hidden />
    </div>
  );
}
