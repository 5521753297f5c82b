/** A running camera that reads QR codes. */
export interface Camera {
  /** Light of the phone, where the camera has one. */
  hasTorch: boolean;
  setTorch(isOn: boolean): Promise<void>;
  /** Stops every track: the camera's lamp goes out. */
  stop(): void;
}

export interface CameraChoice {
  id: string;
  label: string;
}

/** Why there is no picture, in words for the reader. */
export function cameraProblem(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') {
    return 'O acesso à câmera está bloqueado. Libere nas permissões do site, ou use uma foto ou o código digitado.';
  }
  if (name === 'NotFoundError' || name === 'OverconstrainedError') {
    return 'Não encontramos uma câmera neste aparelho. Use uma foto ou digite o código.';
  }
  if (name === 'NotReadableError') return 'A câmera está em uso por outro aplicativo. Feche-o e tente de novo.';
  return 'Não conseguimos abrir a câmera. Use uma foto ou digite o código.';
}

/** Whether this browser can show a camera at all (it needs a safe address). */
export const canUseCamera = () => Boolean(navigator.mediaDevices?.getUserMedia);

/** @returns the cameras, with names once the user has allowed one. */
export async function listCameras(): Promise<CameraChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter((device) => device.kind === 'videoinput')
    .map((device, index) => ({ id: device.deviceId, label: device.label || `Câmera ${index + 1}` }));
}

/**
 * Opens the rear camera (or the chosen one) in `video` and calls `onCode` with each code it sees.
 *
 * @throws DOMException when the camera is refused, missing or busy: see `cameraProblem`.
 */
export async function openCamera(
  video: HTMLVideoElement,
  cameraId: string | null,
  onCode: (text: string) => void,
): Promise<Camera> {
  const wanted: MediaTrackConstraints = cameraId
    ? { deviceId: { exact: cameraId } }
    : { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } };
  const stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
  video.srcObject = stream;
  await video.play();
  const track = stream.getVideoTracks()[0];
  const abilities = (track?.getCapabilities?.() ?? {}) as { torch?: boolean };
  const read = await loadReader();
  let isOpen = true;
  const look = async () => {
    if (!isOpen) return;
    const text = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await read(video).catch(() => null) : null;
    if (text && isOpen) onCode(text);
    if (isOpen) setTimeout(look, 150);
  };
  void look();
  return {
    hasTorch: abilities.torch === true,
    async setTorch(isOn) {
      await track?.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] });
    },
    stop() {
      isOpen = false;
      for (const each of stream.getTracks()) each.stop();
      video.srcObject = null;
    },
  };
}

/** The reader misses some codes at one size and sees them at another, and a photo has only one frame. */
const SIZES = [1, 0.6, 1.4, 0.3];

/** Reads the code in the user's picture. @returns null when there is none. */
export async function readImage(file: Blob): Promise<string | null> {
  const read = await loadReader();
  const whole = await createImageBitmap(file);
  try {
    for (const size of SIZES) {
      const bitmap = await createImageBitmap(whole, { resizeWidth: Math.max(1, Math.round(whole.width * size)) });
      const text = await read(bitmap).catch(() => null);
      bitmap.close();
      if (text) return text;
    }
    return null;
  } finally {
    whole.close();
  }
}

type Picture = HTMLVideoElement | ImageBitmap;
type Reader = (picture: Picture) => Promise<string | null>;

let reader: Promise<Reader> | undefined;
const loadReader = () => {
  reader ??= nativeReader().then((native) => native ?? libraryReader());
  return reader;
};

interface Detector {
  detect(picture: Picture): Promise<{ rawValue: string }[]>;
}
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };

/** The browser's own reader, where it has one. */
async function nativeReader(): Promise<Reader | null> {
  const Detector = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (!Detector || !(await Detector.getSupportedFormats().catch((): string[] => [])).includes('qr_code')) return null;
  const detector = new Detector({ formats: ['qr_code'] });
  return async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null;
}

/** 88 kB: it loads with the tap that opens the camera, and only if the browser reads no codes itself. */
async function libraryReader(): Promise<Reader> {
  // The library's own method writes each frame as a file, reads it back, and keeps it while the page is open.
  const { Html5QrcodeShim } = await import('html5-qrcode/esm/code-decoder');
  const { BaseLoggger, Html5QrcodeSupportedFormats } = await import('html5-qrcode/esm/core');
  const decoder = new Html5QrcodeShim([Html5QrcodeSupportedFormats.QR_CODE], false, false, new BaseLoggger(false));
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  return async (picture) => {
    const [width, height] =
      picture instanceof HTMLVideoElement ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height];
    // A new size also wipes what was drawn before.
    Object.assign(canvas, { width, height });
    pen?.drawImage(picture, 0, 0);
    const result = await decoder.decodeAsync(canvas).catch(() => null);
    return result?.text ?? null;
  };
}
