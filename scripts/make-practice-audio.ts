import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { contents } from '../src/server/db/seed/content/index.ts';
import { type Recording, type Sound, scriptOf, soundsOf } from '../src/server/db/seed/content/sounds.ts';

// Speaks what the demo books say: run once after a text changed, the recordings are kept. Only what changed is spoken
// again. Needs flite, and sox with its MP3 format.
const INDEX = 'src/server/db/seed/content/recordings.json';
const PEAKS = 120;
const RATE = 16_000;
const GAP_S = 0.45;

/** Flite's voice and how sox bends it, so that two speakers are told apart. */
const voices: Record<string, { voice: string; bend: string[] }> = {
  '': { voice: 'slt', bend: [] },
  Anna: { voice: 'slt', bend: [] },
  Emma: { voice: 'slt', bend: ['pitch', '110'] },
  Julia: { voice: 'slt', bend: ['pitch', '-90'] },
  Kate: { voice: 'slt', bend: ['pitch', '190', 'tempo', '-s', '0.98'] },
  Ben: { voice: 'rms', bend: [] },
  Leo: { voice: 'rms', bend: ['pitch', '120'] },
  Mark: { voice: 'rms', bend: ['pitch', '-90'] },
  Paul: { voice: 'rms', bend: ['pitch', '60', 'tempo', '-s', '0.97'] },
};

const known: Record<string, Recording> = existsSync(INDEX) ? JSON.parse(readFileSync(INDEX, 'utf8')) : {};
const made: Record<string, Recording> = {};
const work = mkdtempSync(join(tmpdir(), 'practice-'));
for (const [book, units] of Object.entries(contents)) {
  for (const [index, unit] of units.entries()) {
    for (const sound of soundsOf(book, index + 1, unit)) made[sound.url] = recorded(sound) ?? record(sound);
  }
}
rmSync(work, { recursive: true });
writeFileSync(
  INDEX,
  `{\n${Object.entries(made)
    .map(([url, recording]) => `${JSON.stringify(url)}: ${JSON.stringify(recording)}`)
    .join(',\n')}\n}\n`,
);

function recorded(sound: Sound): Recording | null {
  const before = known[sound.url];
  return before?.script === scriptOf(sound) && existsSync(`public${sound.url}`) ? before : null;
}

function record(sound: Sound): Recording {
  const file = `public${sound.url}`;
  mkdirSync(dirname(file), { recursive: true });
  const lines: [number, number][] = [];
  let at = 0;
  const spoken = sound.lines.map(({ who = '', text }, index) => {
    const { voice, bend } = voices[who] ?? (voices[''] as (typeof voices)[string]);
    const raw = join(work, 'raw.wav');
    const line = join(work, `line-${index}.wav`);
    execFileSync('flite', ['-voice', voice, '--setf', 'duration_stretch=1.12', '-t', text, '-o', raw]);
    execFileSync('sox', [raw, '-r', String(RATE), '-c', '1', line, ...bend, 'norm', '-4', 'pad', '0', String(GAP_S)]);
    const seconds = Number(execFileSync('soxi', ['-D', line]));
    lines.push([round(at), round(at + seconds - GAP_S)]);
    at += seconds;
    return line;
  });
  // Comments would differ from run to run.
  execFileSync('sox', [...spoken, '-C', '24', '--comment', '', file]);
  return {
    script: scriptOf(sound),
    bytes: statSync(file).size,
    sha256: createHash('sha256').update(readFileSync(file)).digest('hex'),
    seconds: round(at),
    lines,
    ...(sound.url.includes('/faixa-') && { peaks: peaksOf(spoken) }),
  };
}

function peaksOf(files: string[]): number[] {
  const raw = execFileSync('sox', [...files, '-t', 'raw', '-r', '8000', '-e', 'signed', '-b', '16', '-'], {
    maxBuffer: 64_000_000,
  });
  const samples = new Int16Array(raw.buffer, raw.byteOffset, Math.floor(raw.byteLength / 2));
  const width = Math.ceil(samples.length / PEAKS);
  const peaks = Array.from({ length: PEAKS }, (_, bin) => {
    let sum = 0;
    for (const sample of samples.subarray(bin * width, (bin + 1) * width)) sum += sample * sample;
    return Math.sqrt(sum / width);
  });
  const loudest = Math.max(...peaks, 1);
  return peaks.map((peak) => Math.round((peak * 100) / loudest));
}

function round(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
