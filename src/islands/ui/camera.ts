import type { Html5Qrcode } from 'html5-qrcode';

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

/** Whether this browser can show a camera at all (it needs a safe address). */
export const canUseCamera = () => Boolean(navigator.mediaDevices?.getUserMedia);

/** @returns the cameras, with names once the user has allowed one. */
export async function listCameras(): Promise<CameraChoice[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter((device) => device.kind === 'videoinput')
    .map((device, index) => ({ id: device.deviceId, label: device.label || `Câmera ${index + 1}` }));
}

/** Frames a second, beside the time that reading takes. */
const FPS = 7;
/** A camera that is closed before its picture came gets this time to show it: the library closes no earlier. */
const PICTURE_WAIT_MS = 1_000;
/** A camera that shows nothing for so long does not open. */
const MAX_OPEN_MS = 8_000;

/** Phones open one camera at a time: the next one waits until the last one is closed. */
let closed: Promise<void> = Promise.resolve();

/**
 * Opens the rear camera (or the chosen one) inside `view` and calls `onCode` with each code it sees. The end of `signal`
 * stops it, also while it opens: the camera's lamp goes out.
 *
 * @param view has an id and belongs to the library while the camera is open
 * @throws when the camera is refused, missing or busy: see `cameraProblem`. Or the library did not come.
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

/** How a picture is drawn for the reader: as a factor of its own size, and with light and dark exchanged. */
interface Look {
  size: number;
  isInverted?: boolean;
}

/**
 * A camera looks again and again, each time in another way. Of a picture that does not move the library misses 2 to 5 codes
 * in 100 at any one size, and it reads no light code on a dark ground. The number of ways is odd, so that each of the two
 * readers, which take turns, gets them all.
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
/** The ways in which a photo is read after it was read as it is. */
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
/** Pixels on the longer side of a photo that is drawn anew. */
const MAX_SIDE = 2_000;

/**
 * Draws each frame at the camera's own size and in the ways of `LOOKS`. The library would draw it at the size that it has
 * on the screen, too small for a code that is far away.
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
  // A new size also wipes what was drawn before.
  canvas.width = Math.max(1, Math.round(width * size));
  canvas.height = Math.max(1, Math.round(height * size));
  // On the library's canvas another method stands in its place.
  const paint: Paint = CanvasRenderingContext2D.prototype.drawImage;
  paint.call(pen, picture, 0, 0, canvas.width, canvas.height);
  if (!isInverted) return;
  pen.globalCompositeOperation = 'difference';
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
}

/**
 * Reads the code in the user's picture.
 *
 * @param holder has an id and is not shown: the library draws there
 * @returns null when there is none
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

/** The library's scanner. It loads with the tap that opens the camera or with the photo. */
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

/** Whether the browser reads QR codes itself: some have a `BarcodeDetector` that reads nothing. */
async function hasOwnReader(): Promise<boolean> {
  const { BarcodeDetector: Detector } = globalThis as {
    BarcodeDetector?: { getSupportedFormats(): Promise<string[]> };
  };
  const formats = await Detector?.getSupportedFormats().catch((): string[] => []);
  return formats?.includes('qr_code') ?? false;
}
