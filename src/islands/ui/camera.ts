import type { Html5Qrcode } from 'html5-qrcode';

/** A running camera that reads QR codes. */
export interface Camera {
  /** Whether the camera has a light. */
  hasTorch: boolean;
  setTorch(isOn: boolean): Promise<void>;
}

export interface CameraChoice {
  id: string;
  label: string;
}

/** Why there is no picture, in words for the reader. The library hands the browser's error on inside a text. */
export function cameraProblem(error: unknown): string {
  const name = String(error)
    .split(/\W+/)
    .find((word) => word !== 'Error' && word.endsWith('Error'));
  if (name === 'NotAllowedError') {
    return 'O acesso à câmera está bloqueado. Libere nas permissões do site, ou use uma foto ou o código digitado.';
  }
  if (name === 'NotFoundError' || name === 'OverconstrainedError') {
    return 'Não encontramos uma câmera neste aparelho. Use uma foto ou digite o código.';
  }
  if (name === 'NotReadableError') return 'A câmera está em uso por outro aplicativo. Feche-o e tente de novo.';
  return 'Não conseguimos abrir a câmera. Use uma foto ou digite o código.';
}

/** Whether this browser can show a camera at all (it needs a secure context). */
export const canUseCamera = () => Boolean(navigator.mediaDevices?.getUserMedia);

/** @returns the cameras, with names once the user has allowed one */
export async function listCameras(): Promise<CameraChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter((device) => device.kind === 'videoinput')
    .map((device, index) => ({ id: device.deviceId, label: device.label || `Câmera ${index + 1}` }));
}

/** Frames a second, in addition to the decoding time. */
const FPS = 7;
/** How long a camera that is closed before its first picture gets to show it: the library cannot close earlier. */
const PICTURE_WAIT_MS = 1_000;
/** A camera without a picture after this time has failed to open. */
const MAX_OPEN_MS = 8_000;

/** Phones open one camera at a time, so the next one waits until the last one is closed. */
let closed: Promise<void> = Promise.resolve();

/**
 * Opens the rear camera (or the chosen one) inside `view` and calls `onCode` with each code it sees. Aborting `signal`
 * stops it, even while it opens: the camera’s light goes out.
 *
 * @param view has an id and belongs to the library while the camera is open
 * @throws if the camera is denied, missing or busy (see `cameraProblem`), or the library did not load
 */
export async function openCamera(
  view: HTMLElement,
  cameraId: string | null,
  { onCode, signal }: { onCode: (text: string) => void; signal: AbortSignal },
): Promise<Camera> {
  const scanner = await createScanner(view);
  await closed;
  signal.throwIfAborted();
  const videoConstraints: MediaTrackConstraints = cameraId
    ? { deviceId: { exact: cameraId } }
    : { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } };
  await scanner.start(
    { facingMode: 'environment' },
    // The decoder reads mirrored codes itself.
    { fps: FPS, disableFlip: true, videoConstraints },
    (text) => signal.aborted || onCode(text),
    () => undefined,
  );
  const video = view.querySelector('video');
  const playing = new Promise((done) => video?.addEventListener('playing', done, { once: true }));
  const close = () => {
    closed = closeCamera(scanner, video, playing);
  };
  if (signal.aborted) close();
  signal.throwIfAborted();
  signal.addEventListener('abort', close, { once: true });
  const hasPicture = await isWithin(playing, MAX_OPEN_MS);
  signal.throwIfAborted();
  if (!hasPicture) {
    signal.removeEventListener('abort', close);
    close();
    throw new Error('No picture.');
  }
  const canvas = view.querySelector('canvas');
  if (canvas && video) varyFrames(canvas, video);
  const torch = scanner.getRunningTrackCameraCapabilities().torchFeature();
  const { torch: isBuiltIn } = (torch.isSupported() ? scanner.getRunningTrackCapabilities() : {}) as {
    torch?: boolean;
  };
  return { hasTorch: isBuiltIn === true, setTorch: (isOn) => torch.apply(isOn) };
}

const isWithin = (event: Promise<unknown>, ms: number): Promise<boolean> =>
  Promise.race([event.then(() => true), new Promise<false>((done) => setTimeout(done, ms, false))]);

async function closeCamera(scanner: Html5Qrcode, video: HTMLVideoElement | null, playing: Promise<unknown>) {
  await isWithin(playing, PICTURE_WAIT_MS);
  try {
    await scanner.stop();
  } catch {
    const stream = video?.srcObject;
    if (stream instanceof MediaStream) for (const track of stream.getTracks()) track.stop();
  }
}

/** How a frame is drawn for the decoder: its scale, and whether light and dark are inverted. */
interface Look {
  size: number;
  isInverted?: boolean;
}

/**
 * The variants in which frames are decoded, in turn. Of a picture that does not move the library misses 2 to 5 codes in
 * 100 at any one size, and it reads no light code on a dark ground. The number of variants is odd, so that each of the
 * two alternating decoders gets them all.
 */
const LOOKS: readonly Look[] = [
  { size: 1 },
  { size: 0.6 },
  { size: 1, isInverted: true },
  { size: 1 },
  { size: 1.4 },
  { size: 0.6, isInverted: true },
  { size: 1 },
  { size: 0.3 },
  { size: 1.4, isInverted: true },
];
/** The variants in which a photo is decoded after its original. */
const PHOTO_LOOKS: readonly Look[] = [
  { size: 1, isInverted: true },
  { size: 0.6 },
  { size: 0.6, isInverted: true },
  { size: 1.4 },
  { size: 0.3 },
  { size: 0.3, isInverted: true },
  { size: 0.8 },
  { size: 1.2 },
  { size: 2.1 },
  { size: 0.45 },
];
/** Maximum pixels on the longer side of a redrawn photo. */
const MAX_SIDE = 2_000;

/**
 * Draws each frame at the camera’s own size and in the variants of `LOOKS`. The library would draw it at its size on the
 * screen, too small for a distant code.
 */
function varyFrames(canvas: HTMLCanvasElement, video: HTMLVideoElement): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  let frame = 0;
  pen.drawImage = () => {
    draw(pen, video, [video.videoWidth, video.videoHeight], LOOKS[frame % LOOKS.length] ?? { size: 1 });
    frame += 1;
  };
}

type Paint = (
  this: CanvasRenderingContext2D,
  picture: CanvasImageSource,
  ...place: [x: number, y: number, width: number, height: number]
) => void;

function draw(
  pen: CanvasRenderingContext2D,
  picture: CanvasImageSource,
  [width, height]: [number, number],
  { size, isInverted }: Look,
): void {
  const { canvas } = pen;
  // Setting the size also clears the canvas.
  canvas.width = Math.max(1, Math.round(width * size));
  canvas.height = Math.max(1, Math.round(height * size));
  // The library’s canvas has an overridden `drawImage`.
  const paint: Paint = CanvasRenderingContext2D.prototype.drawImage;
  paint.call(pen, picture, 0, 0, canvas.width, canvas.height);
  if (!isInverted) return;
  pen.globalCompositeOperation = 'difference';
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
}

/**
 * Decodes the code in the user’s picture.
 *
 * @param holder has an id and is hidden: the library draws there
 * @returns null if there is none
 */
export async function readImage(holder: HTMLElement, file: File): Promise<string | null> {
  const scanner = await createScanner(holder);
  const read = (photo: File) => scanner.scanFile(photo, false).catch(() => null);
  try {
    const text = await read(file);
    if (text) return text;
    const picture = await createImageBitmap(file);
    try {
      for (const look of PHOTO_LOOKS) {
        const found = await read(await redrawn(picture, look));
        if (found) return found;
      }
      return null;
    } finally {
      picture.close();
    }
  } finally {
    scanner.clear();
  }
}

async function redrawn(picture: ImageBitmap, { size, isInverted = false }: Look): Promise<File> {
  const { width, height } = picture;
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) throw new Error('No canvas.');
  draw(pen, picture, [width, height], { size: Math.min(size, MAX_SIDE / Math.max(width, height)), isInverted });
  const blob = await new Promise<Blob | null>((done) => pen.canvas.toBlob(done, 'image/jpeg', 0.9));
  return new File(blob ? [blob] : [], 'foto.jpg', { type: 'image/jpeg' });
}

/** The library’s scanner. It is loaded when the camera opens or a photo is chosen. */
async function createScanner({ id }: HTMLElement): Promise<Html5Qrcode> {
  const [{ Html5Qrcode: Scanner, Html5QrcodeSupportedFormats }, hasOwn] = await Promise.all([
    import('html5-qrcode'),
    hasOwnReader(),
  ]);
  return new Scanner(id, {
    verbose: false,
    formatsToSupport: [Html5QrcodeSupportedFormats.QR_CODE],
    useBarCodeDetectorIfSupported: hasOwn,
  });
}

/** Whether the browser decodes QR codes itself: some have a `BarcodeDetector` that reads nothing. */
async function hasOwnReader(): Promise<boolean> {
  const { BarcodeDetector: Detector } = globalThis as {
    BarcodeDetector?: { getSupportedFormats(): Promise<string[]> };
  };
  const formats = await Detector?.getSupportedFormats().catch((): string[] => []);
  return formats?.includes('qr_code') ?? false;
}
