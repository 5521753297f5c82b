/** A running camera that reads QR codes. */
export interface Camera {
  /** Light of the phone, where the camera has one. */
  hasTorch: boolean;
  setTorch(isOn: boolean): Promise<void>;
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
 * Opens the rear camera (or the chosen one) in `video` and calls `onCode` with each code it sees. The end of `signal`
 * stops it, also while it opens: the camera's lamp goes out.
 *
 * @throws DOMException when the camera is refused, missing or busy: see `cameraProblem`. Or the reader's code did not come.
 */
export async function openCamera(
  video: HTMLVideoElement,
  cameraId: string | null,
  { onCode, signal }: { onCode: (text: string) => void; signal: AbortSignal },
): Promise<Camera> {
  const read = await loadReader();
  signal.throwIfAborted();
  const wanted: MediaTrackConstraints = cameraId
    ? { deviceId: { exact: cameraId } }
    : { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } };
  const stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
  const stop = () => {
    for (const each of stream.getTracks()) each.stop();
    // By now another camera may show its picture there.
    if (video.srcObject === stream) video.srcObject = null;
  };
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    video.srcObject = stream;
    await video.play();
    signal.throwIfAborted();
  } catch (error) {
    stop();
    throw error;
  }
  const track = stream.getVideoTracks()[0];
  const abilities = (track?.getCapabilities?.() ?? {}) as { torch?: boolean };
  const look = async (turn: number) => {
    if (signal.aborted) return;
    const hasPicture = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
    const text = hasPicture ? await read(video, LOOKS[turn % LOOKS.length]).catch(() => null) : null;
    if (text && !signal.aborted) onCode(text);
    if (!signal.aborted) setTimeout(look, 150, turn + 1);
  };
  void look(0);
  return {
    hasTorch: abilities.torch === true,
    async setTorch(isOn) {
      await track?.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] });
    },
  };
}

/**
 * Sizes of a picture, as factors of its width, that it is read at one after the other. Of a picture that does not move the
 * library misses 2 to 5 codes in 100 at any one size.
 */
const SIZES = [1, 0.6, 1.4, 0.3];
/** A camera looks again and again: every other look has all that it sees, for a code that is far away. */
const LOOKS = [1, 0.6, 1, 1.4, 1, 0.3];

/** Reads the code in the user's picture. @returns null when there is none. */
export async function readImage(file: Blob): Promise<string | null> {
  const read = await loadReader();
  const picture = await createImageBitmap(file);
  try {
    for (const size of SIZES) {
      const text = await read(picture, size).catch(() => null);
      if (text) return text;
    }
    return null;
  } finally {
    picture.close();
  }
}

type Picture = HTMLVideoElement | ImageBitmap;
type Reader = (picture: Picture, size?: number) => Promise<string | null>;

let reader: Promise<Reader> | undefined;
const loadReader = () => {
  reader ??= nativeReader()
    .then((native) => native ?? libraryReader())
    .catch((error) => {
      reader = undefined;
      throw error;
    });
  return reader;
};

interface Detector {
  detect(picture: HTMLCanvasElement | HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };

/** The browser's own reader, where it has one. */
async function nativeReader(): Promise<Reader | null> {
  const Detector = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (!Detector || !(await Detector.getSupportedFormats().catch((): string[] => [])).includes('qr_code')) return null;
  const detector = new Detector({ formats: ['qr_code'] });
  const read = async (picture: HTMLCanvasElement | HTMLVideoElement) => (await detector.detect(picture))[0]?.rawValue;
  const readPhoto = drawn(read);
  return async (picture, size) =>
    picture instanceof HTMLVideoElement ? ((await read(picture)) ?? null) : readPhoto(picture, size);
}

/** 88 kB: it loads with the tap that opens the camera, and only if the browser reads no codes itself. */
async function libraryReader(): Promise<Reader> {
  // The library's own method writes each frame as a file, reads it back, and keeps it while the page is open.
  const { Html5QrcodeShim } = await import('html5-qrcode/esm/code-decoder');
  const { BaseLoggger, Html5QrcodeSupportedFormats } = await import('html5-qrcode/esm/core');
  const decoder = new Html5QrcodeShim([Html5QrcodeSupportedFormats.QR_CODE], false, false, new BaseLoggger(false));
  return drawn(async (canvas) => (await decoder.decodeAsync(canvas)).text);
}

/** Makes a reader of pictures from a reader of canvases. It draws each picture at the size that is asked for. */
function drawn(read: (canvas: HTMLCanvasElement) => Promise<string | undefined>): Reader {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  return async (picture, size = 1) => {
    const [width, height] =
      picture instanceof HTMLVideoElement ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height];
    // A new size also wipes what was drawn before.
    canvas.width = Math.max(1, Math.round(width * size));
    canvas.height = Math.max(1, Math.round(height * size));
    pen?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return (await read(canvas)) ?? null;
  };
}
