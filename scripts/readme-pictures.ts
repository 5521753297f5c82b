import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { createBroadcast, sendBroadcast } from '../src/lib/contract/broadcasts.ts';
import { screens } from '../tests/e2e/support/screens.ts';
import { type DemoSchool, type Shot, savePicture, takePicture } from './page-pictures.ts';
import { tokenOf } from './portal-process.ts';

export const README_FOLDER = 'docs/pictures';
/** A Wednesday at 10:20 in São Paulo: one lesson is running and another one follows. Each run shows the same day. */
export const README_INSTANT = new Date('2026-11-25T13:20:00Z');

const MANAGER = 'gestora@demo.example';
const STUDENT = { login: 'aluna@demo.example', size: screens.phone };
const PHONES: readonly Shot[] = [
  { ...STUDENT, brand: 'knn', path: '/dashboard' },
  { ...STUDENT, brand: 'knn', path: '/pedagogico/minha-pratica/1' },
  { ...STUDENT, brand: 'phenom', path: '/dashboard' },
  { ...STUDENT, brand: 'phenom', path: '/knn-club/meu-clube' },
];
const DESKTOPS: Readonly<Record<string, Shot>> = {
  panel: { login: MANAGER, brand: 'knn', path: '/manager-panel', size: screens.desktop },
  // At this size the page ends with a whole row.
  promo: { brand: 'knn', path: '/knn-orlando', size: { width: 1440, height: 900 } },
};
/** A recently sent message for the panel, since the demo school has sent none. */
const MESSAGES = [
  { title: 'Recesso de fim de ano', body: 'A escola fecha de 20/12 a 03/01. Boas festas!' },
  { title: 'Noite de conversação', body: 'Sexta às 19h, na KNN Vila Nova. Traga um amigo.' },
  { title: 'Encontro KNN Orlando', body: 'As inscrições vão até 06/12.' },
];

/** Device pixels of a picture taken. GitHub shows it at most 830 CSS pixels wide, or two beside each other. */
const SCALE = 2;
const PHONES_WIDTH = 1660;
const DESKTOP_WIDTH = 1280;
const MARGIN = 56;
const GAP = 44;
const BEZEL = 9;
const GROUND = '#e3e1e8';
const FRAME = '#1b1a20';

/** Takes the three pictures of the README: phones in both brands, the panel, and a promotional page. */
export async function takeReadmePictures(school: DemoSchool): Promise<void> {
  mkdirSync(README_FOLDER, { recursive: true });
  const phones: Sharp[] = [];
  for (const shot of PHONES) phones.push(await takePicture(school, { ...shot, scale: SCALE }));
  await savePicture(await drawRow(phones), join(README_FOLDER, 'phones.webp'));
  for (const message of MESSAGES) await sendMessage(school.address, message);
  for (const [name, shot] of Object.entries(DESKTOPS)) {
    const picture = (await takePicture(school, { ...shot, scale: SCALE })).resize(DESKTOP_WIDTH);
    await savePicture(await roundCorners(picture, 16, GROUND), join(README_FOLDER, `${name}.webp`));
  }
}

/** Sends a message to everybody, as the manager does. */
async function sendMessage(address: string, message: { title: string; body: string }): Promise<void> {
  const token = await tokenOf(address, MANAGER);
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    const answer = await fetch(`${address}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const nobodyElse = { company_ids: [], turma_ids: [], livro_ids: [], user_ids: [], exclude_user_ids: [] };
  const draft = await post(createBroadcast.path, {
    ...message,
    ...{ link: '/dashboard', category: 'aviso', respect_quiet_hours: false, ttl_s: 3600, urgency: 'normal' },
    audience: { all: true, ...nobodyElse },
  });
  await post(sendBroadcast.path, { id: (draft as { id: number }).id });
}

/** Draws phones in a row, each in a frame, on a neutral ground. */
async function drawRow(pictures: readonly Sharp[]): Promise<Sharp> {
  const count = pictures.length;
  const outer = Math.floor((PHONES_WIDTH - 2 * MARGIN - (count - 1) * GAP) / count);
  const inner = outer - 2 * BEZEL;
  const height = Math.round((inner * screens.phone.height) / screens.phone.width);
  const layers: OverlayOptions[] = [];
  for (const [index, picture] of pictures.entries()) {
    const left = MARGIN + index * (outer + GAP);
    const frame = drawRectangle({ width: outer, height: height + 2 * BEZEL }, 40, `fill="${FRAME}"`);
    const screen = await roundCorners(picture.resize(inner), 32);
    layers.push({ input: frame, left, top: MARGIN });
    layers.push({ input: await screen.toBuffer(), left: left + BEZEL, top: MARGIN + BEZEL });
  }
  const size = { width: PHONES_WIDTH, height: height + 2 * (MARGIN + BEZEL) };
  const ground = sharp({ create: { ...size, channels: 4, background: GROUND } }).png();
  return roundCorners(ground.composite(layers), 32);
}

/** @param edge the colour of a border, for a picture as white as the page around it */
async function roundCorners(picture: Sharp, radius: number, edge = 'none'): Promise<Sharp> {
  const { data, info } = await picture.ensureAlpha().png().toBuffer({ resolveWithObject: true });
  const line = drawRectangle(info, radius, `fill="none" stroke="${edge}" stroke-width="4"`);
  const mask = drawRectangle(info, radius, 'fill="#fff"');
  const layers: OverlayOptions[] = [{ input: line }, { input: mask, blend: 'dest-in' }];
  return sharp(await sharp(data).composite(layers).png().toBuffer()).png();
}

function drawRectangle({ width, height }: { width: number; height: number }, radius: number, look: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<rect width="100%" height="100%" rx="${radius}" ${look}/></svg>`,
  );
}
