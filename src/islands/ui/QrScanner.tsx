import { useEffect, useRef, useState } from 'react';
import { createScanPace } from '#lib/rules/travel/scan-pace.ts';
import Torch from '~icons/material-symbols/flashlight-on-outline-rounded';
import Photo from '~icons/material-symbols/image-outline-rounded';
import CameraIcon from '~icons/material-symbols/photo-camera-outline-rounded';
import { Button } from './Button.tsx';
import {
  type Camera,
  type CameraChoice,
  cameraProblem,
  canUseCamera,
  listCameras,
  openCamera,
  readImage,
} from './camera.ts';
import { Select } from './Select.tsx';

export interface QrScannerProps {
  /**
   * Gets each seen code. True: the code is good, and the camera closes. `next`: it stays open for another. False:
   * refused.
   */
  onCode: (text: string) => Promise<boolean | 'next'>;
  onProblem: (message: string | null) => void;
}

/** Explains first, then opens the rear camera; offers another camera, the light and a photo of the code. */
export function QrScanner({ onCode, onProblem }: QrScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const camera = useRef<Camera | null>(null);
  const isBusy = useRef(false);
  const pace = useRef(createScanPace());
  const [isOpen, setIsOpen] = useState(false);
  const [hasTorch, setHasTorch] = useState(false);
  const [isLit, setIsLit] = useState(false);
  const [cameras, setCameras] = useState<CameraChoice[]>([]);
  const [cameraId, setCameraId] = useState<string | null>(null);

  function close() {
    camera.current?.stop();
    camera.current = null;
    setIsOpen(false);
    setIsLit(false);
  }

  async function take(text: string) {
    if (isBusy.current) return;
    isBusy.current = true;
    const answer = await onCode(text).finally(() => {
      isBusy.current = false;
    });
    if (answer === false) pace.current.refuse(text, Date.now());
    if (answer === true) close();
  }

  /** A camera sees one code many times a second: a refused code is asked for once. */
  const see = (text: string) => {
    if (!isBusy.current && pace.current.mayAsk(text, Date.now())) void take(text);
  };

  async function open(id: string | null) {
    onProblem(null);
    close();
    if (!canUseCamera() || !video.current) {
      onProblem(cameraProblem(null));
      return;
    }
    setIsOpen(true);
    try {
      camera.current = await openCamera(video.current, id, see);
      setHasTorch(camera.current.hasTorch);
      setCameras(await listCameras());
      setCameraId(id);
    } catch (error) {
      close();
      onProblem(cameraProblem(error));
    }
  }

  async function takePhoto(file: File | undefined) {
    if (!file) return;
    onProblem(null);
    const text = await readImage(file).catch(() => null);
    if (text) await take(text);
    else onProblem('Não achamos um QR code nesta imagem. Tente uma foto mais de perto e com boa luz.');
  }

  useEffect(() => {
    // iOS freezes the picture of a tab in the background: on return the camera opens again.
    const restart = () => {
      if (document.visibilityState === 'visible' && camera.current) void open(cameraId);
    };
    document.addEventListener('visibilitychange', restart);
    return () => document.removeEventListener('visibilitychange', restart);
  });
  useEffect(() => () => camera.current?.stop(), []);

  return (
    <div className="grid gap-4">
      <div className={`qr-frame ${isOpen ? '' : 'hidden'}`}>
        {/* A camera picture has no sound and nothing to caption. */}
        <video ref={video} muted playsInline aria-label="Imagem da câmera" />
        <span className="qr-corners" aria-hidden="true" />
      </div>
      {isOpen ? (
        <div className="flex flex-wrap gap-3">
          {hasTorch && (
            <Button
              look="outline"
              icon={<Torch className="size-5" aria-hidden="true" />}
              aria-pressed={isLit}
              onClick={() => {
                void camera.current?.setTorch(!isLit).then(() => setIsLit(!isLit));
              }}
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
    </div>
  );
}
