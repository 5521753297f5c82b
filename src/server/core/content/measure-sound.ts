import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { MPEGDecoder } from 'mpg123-decoder';
import type { Recording } from './sounds.ts';

const PEAKS = 134;
/** Bytes decoded at a time: the decoded samples of a whole lesson would take a hundred times the size of its file. */
const CHUNK = 32 * 1024;
/** Samples per loudness value. */
const SPAN = 1_024;

/**
 * Measures an MP3 file: its length, digest, and loudness. It decodes the whole file, so run it in a worker thread.
 *
 * @returns null if the content is not MP3.
 */
export async function measureSound(file: string): Promise<Recording | null> {
  const bytes = await readFile(file);
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const spans: number[] = [];
    let samples = 0;
    let rate = 0;
    for (let at = 0; at < bytes.length; at += CHUNK) {
      const { channelData, samplesDecoded, sampleRate } = decoder.decode(bytes.subarray(at, at + CHUNK));
      const [channel] = channelData;
      if (!channel || samplesDecoded === 0) continue;
      samples += samplesDecoded;
      rate = sampleRate;
      for (let from = 0; from < samplesDecoded; from += SPAN) spans.push(loudness(channel.subarray(from, from + SPAN)));
    }
    if (samples === 0 || rate === 0) return null;
    return {
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      seconds: Math.round((samples * 100) / rate) / 100,
      peaks: peaksOf(spans),
    };
  } finally {
    decoder.free();
  }
}

function loudness(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / Math.max(samples.length, 1));
}

/** Loudness from 0 to 100 along the sound. */
function peaksOf(spans: readonly number[]): number[] {
  const width = Math.max(1, Math.ceil(spans.length / PEAKS));
  const peaks = Array.from({ length: Math.ceil(spans.length / width) }, (_, bin) =>
    Math.max(...spans.slice(bin * width, (bin + 1) * width)),
  );
  const loudest = Math.max(...peaks, 0.001);
  return peaks.map((peak) => Math.round((peak * 100) / loudest));
}
