import { useEffect, useRef, useState } from 'react';
import { createScanPace } from '#lib/rules/travel/scan-pace.ts';
import {
  type Camera,
  type CameraChoice,
  cameraProblem,
  canUseCamera,
  listCameras,
  openCamera,
  readImage,
} from './camera.ts';

export interface ScannerEvents {
  /**
   * Called with each scanned code. True: the code is valid, and the camera closes. `next`: it stays open for another.
   * False: refused.
   */
  onCode: (text: string) => Promise<boolean | 'next'>;
  onProblem: (message: string | null) => void;
}

/** A camera that shows its picture in `view` and decodes codes; photos are decoded in `holder`. */
export function useScanner({ onCode, onProblem }: ScannerEvents) {
  const view = useRef<HTMLDivElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const camera = useRef<Camera | null>(null);
  /** Aborts the open or opening camera. */
  const end = useRef<AbortController | null>(null);
  const isBusy = useRef(false);
  const pace = useRef(createScanPace());
  const [isOpen, setIsOpen] = useState(false);
  const [hasTorch, setHasTorch] = useState(false);
  const [isLit, setIsLit] = useState(false);
  const [cameras, setCameras] = useState<CameraChoice[]>([]);
  const [cameraId, setCameraId] = useState<string | null>(null);

  function close() {
    end.current?.abort();
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

  /** A camera sees one code many times a second; a refused code is sent once. */
  const see = (text: string) => {
    if (!isBusy.current && pace.current.mayAsk(text, Date.now())) void take(text);
  };

  async function open(id: string | null) {
    onProblem(null);
    close();
    if (!canUseCamera() || !view.current) {
      onProblem(cameraProblem(null));
      return;
    }
    setIsOpen(true);
    const own = new AbortController();
    end.current = own;
    try {
      camera.current = await openCamera(view.current, id, { onCode: see, signal: own.signal });
      setHasTorch(camera.current.hasTorch);
      setCameras(await listCameras());
      setCameraId(id);
    } catch (error) {
      if (own.signal.aborted) return;
      close();
      onProblem(cameraProblem(error));
    }
  }

  async function takePhoto(file: File | undefined) {
    if (!file || !holder.current) return;
    onProblem(null);
    const text = await readImage(holder.current, file).catch(() => null);
    if (text) await take(text);
    else onProblem('Não achamos um QR code nesta imagem. Tente uma foto mais de perto e com boa luz.');
  }

  const light = () => void camera.current?.setTorch(!isLit).then(() => setIsLit(!isLit));

  useEffect(() => {
    // iOS freezes the picture of a tab in the background, so the camera is reopened on return.
    const restart = () => {
      if (document.visibilityState === 'visible' && camera.current) void open(cameraId);
    };
    document.addEventListener('visibilitychange', restart);
    return () => document.removeEventListener('visibilitychange', restart);
  });
  useEffect(() => () => end.current?.abort(), []);

  return { view, holder, isOpen, hasTorch, isLit, cameras, cameraId, open, close, light, takePhoto };
}
