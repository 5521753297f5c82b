import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Book, lessonsFolder, RECORDINGS, readBooks } from '../src/server/core/content/books.ts';
import { type Recording, type Sound, scriptOf, soundsOfBook } from '../src/server/core/content/sounds.ts';

// Speaks and measures the sounds of the books. Run it once after a text or a sound changes: it speaks only what
// changed. It measures a recording that a person put beside the texts and never replaces it. Needs flite, and sox with
// its MP3 format. `node scripts/make-practice-audio.ts <folder>` does the same for books in another folder.
const PEAKS = 120;
const RATE = 16_000;
const GAP_S = 0.45;

/** Flite's voice and the sox effects for it, so that two speakers sound different. */
const voices: Record<string, { voice: string; effects: string[] }> = {
  '': { voice: 'slt', effects: [] },
  Anna: { voice: 'slt', effects: [] },
  Emma: { voice: 'slt', effects: ['pitch', '110'] },
  Julia: { voice: 'slt', effects: ['pitch', '-90'] },
  Kate: { voice: 'slt', effects: ['pitch', '190', 'tempo', '-s', '0.98'] },
  Ben: { voice: 'rms', effects: [] },
  Leo: { voice: 'rms', effects: ['pitch', '120'] },
  Mark: { voice: 'rms', effects: ['pitch', '-90'] },
  Paul: { voice: 'rms', effects: ['pitch', '60', 'tempo', '-s', '0.97'] },
};

const work = mkdtempSync(join(tmpdir(), 'practice-'));
for (const book of readBooks(process.argv[2] ?? lessonsFolder)) writeRecordings(book);
rmSync(work, { recursive: true });

function writeRecordings(book: Book): void {
  const lines = soundsOfBook(book).map((sound) => {
    const file = join(book.folder, sound.path);
    const recording = known(book, sound, file) ?? record(sound, file);
    return `${JSON.stringify(sound.path)}: ${JSON.stringify(recording)}`;
  });
  writeFileSync(join(book.folder, RECORDINGS), `{\n${lines.join(',\n')}\n}\n`);
}

/** Lines that need no new voice: a recording of the current text, or a person's recording. */
function known({ recordings }: Book, sound: Sound, file: string): Recording | null {
  if (!existsSync(file)) return null;
  const before = recordings[sound.path];
  if (before?.sha256 !== sha256(file)) return measured(sound, file);
  return before.script === undefined || before.script === scriptOf(sound) ? before : null;
}

/** A person's recording. The text says in `tempo` where its lines begin and end. */
function measured(sound: Sound, file: string): Recording {
  return {
    bytes: statSync(file).size,
    sha256: sha256(file),
    seconds: round(Number(execFileSync('soxi', ['-D', file]))),
    ...(sound.isTrack && { peaks: peaksOf([file]) }),
  };
}

function record(sound: Sound, file: string): Recording {
  mkdirSync(dirname(file), { recursive: true });
  const lines: [number, number][] = [];
  let at = 0;
  const spoken = sound.lines.map(({ locutor = '', texto }, index) => {
    const { voice, effects } = voices[locutor] ?? (voices[''] as (typeof voices)[string]);
    const raw = join(work, 'raw.wav');
    const line = join(work, `line-${index}.wav`);
    execFileSync('flite', ['-voice', voice, '--setf', 'duration_stretch=1.12', '-t', texto, '-o', raw]);
    execFileSync('sox', [
      raw,
      '-r',
      String(RATE),
      '-c',
      '1',
      line,
      ...effects,
      'norm',
      '-4',
      'pad',
      '0',
      String(GAP_S),
    ]);
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
    sha256: sha256(file),
    seconds: round(at),
    ...(sound.isTrack && { lines, peaks: peaksOf(spoken) }),
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

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
