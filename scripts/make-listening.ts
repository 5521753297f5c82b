import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bank, soundFileOf } from '../src/server/school/english-test/bank.ts';

// Speaks the scripts of the listening items. Run it once after a script changes; the recordings are kept.
// Needs festival with festvox-us-slt-hts, sox with its MP3 format.
const VOICE = '(begin (voice_cmu_us_slt_arctic_hts) (Parameter.set (quote Duration_Stretch) 1.08))';
const work = mkdtempSync(join(tmpdir(), 'listening-'));
for (const item of bank()) {
  const file = soundFileOf(item);
  if (!item.script || file === undefined) continue;
  const turns = item.script.split('\n').map((line, index) => {
    const [, speaker = 'A', words = ''] = /^(?:([AB]): )?(.*)$/.exec(line) ?? [];
    const text = join(work, `${index}.txt`);
    const spoken = join(work, `${index}.wav`);
    const voiced = join(work, `${index}-voiced.wav`);
    writeFileSync(text, words);
    execFileSync('text2wave', ['-eval', VOICE, '-o', spoken, text]);
    // Only one voice exists: the second speaker has the same voice, deeper and a little slower.
    const effects = speaker === 'B' ? ['pitch', '-420', 'tempo', '-s', '0.97'] : [];
    execFileSync('sox', [spoken, '-r', '24000', voiced, ...effects, 'pad', '0', '0.35']);
    return voiced;
  });
  execFileSync('sox', [...turns, '-C', '32', '-c', '1', file, 'norm', '-3']);
}
rmSync(work, { recursive: true });
