import { type Contour, contourOf, VOICE_RATE } from '#lib/rules/practice/voice-contour.ts';

/**
 * Rhythm and melody of a part of a sound. All of it happens on this device.
 *
 * @param part in seconds; without it, the whole sound
 * @returns null if the browser cannot read it
 */
export async function decodeVoice(
  source: Blob | string,
  part?: { start: number; end: number },
): Promise<Contour | null> {
  try {
    const bytes = await (typeof source === 'string' ? (await fetch(source)).arrayBuffer() : source.arrayBuffer());
    const sound = await new OfflineAudioContext(1, 1, VOICE_RATE).decodeAudioData(bytes);
    const samples = sound.getChannelData(0);
    return contourOf(part ? samples.slice(part.start * VOICE_RATE, part.end * VOICE_RATE) : samples);
  } catch {
    return null;
  }
}
