import { fill, line } from '../strokes.ts';
import { arm, hairBehind, head } from './people.ts';

/** What stands behind the door: a campus in autumn. */
const campus = `<path ${fill('glow')} d="M196 560V220a132 132 0 0 1 264 0v340Z"/><circle ${fill('paper')} cx="404" cy="180" r="34"/><path ${fill('warm')} d="M196 420v-96l66-44 66 44v96Z"/><path ${fill('paper')} d="M190 330l72-50 72 50v14H190Z"/><g ${fill('paper')}><rect x="210" y="356" width="22" height="40"/><rect x="292" y="356" width="22" height="40"/><path d="M248 420v-46a14 14 0 0 1 28 0v46Z"/></g><path ${fill('lawn')} d="M196 416c90-20 180 16 264-10v154H196Z"/><path ${line('h2', 14)} d="M420 430v-90"/><g ${fill('warm')}><circle cx="420" cy="300" r="40"/><circle cx="396" cy="330" r="28"/><circle cx="446" cy="328" r="28"/></g><path ${fill('paper')} opacity=".75" d="M262 420h16l60 140H226Z"/>`;

const leaf = `<path ${fill('soft')} d="M460 560V220c0-40-14-74-36-98l120-56c20 30 30 66 30 112v470Z"/><path ${line('main', 6)} d="M484 480l66 60V420l-66-40Zm0-160 66 20V220c0-28-6-52-16-74l-56 26c4 16 6 30 6 48Z"/><circle ${fill('deep')} cx="482" cy="384" r="11"/>`;

const traveller = `<g transform="translate(352 306) scale(1.12)">
<path ${fill('main')} d="M-66 60c0-24 14-34 30-34h70c18 0 32 12 32 34v92H-66Z"/>
<path ${line('deep', 32)} d="M-18 170v76m36-76v76"/><path ${line('paper', 26)} d="M-20 254h-8m48 0h8"/>
<g transform="rotate(-5)">${hairBehind('coque')}</g>
<path ${fill('warm')} d="M-46 180v-96c0-36 20-48 46-48s46 12 46 48v96Z"/>
<path ${line('main', 12)} d="M-30 46v70m60-70v70"/>
<g transform="rotate(-5)">${head('coque', 'laugh')}</g>
${arm('coque', 'warm', 'M-38 62C-78 44-92 8-96-26', [-97, -38], 26)}
${arm('coque', 'warm', 'M40 66c26 30 30 66 32 96', [72, 172], 26)}
<path ${line('deep', 9)} d="M72 176v46"/><rect ${fill('bright')} x="44" y="196" width="76" height="74" rx="14"/><path ${line('paper', 5)} d="M66 196v74m32-74v74"/></g>`;

const teacher = `<g transform="translate(92 330) scale(1.3)"><path ${line('bright', 36)} d="M-20 150v76m40-76v76"/><path ${line('paper', 26)} d="M-24 240h-8m56 0h8"/><path ${fill('glow')} d="M-54 170v-86c0-38 24-50 54-50s54 12 54 50v86Z"/><path ${line('paper', 5)} d="M-16 36 0 82l16-46"/><rect ${fill('paper')} x="-12" y="82" width="24" height="30" rx="5"/>
<g transform="rotate(6)">${head('barba')}</g>
${arm('barba', 'glow', 'M44 66C72 50 82 20 84-14', [84, -26], 28)}
${arm('barba', 'glow', 'M-44 70c-22 30-10 60 20 64', [-18, 134], 28)}<g transform="translate(-2 128) rotate(-12)"><rect ${fill('warm')} x="-34" y="-26" width="68" height="50" rx="6"/><path ${line('paper', 5)} d="M-18-10h36m-36 14h22"/></g></g>`;

/** A pupil in an open door turns back once more: the teacher waves, the world waits. */
export const door = (): string => `
<path ${fill('deep')} d="M-2400 560h4800v200H-2400Z"/><path ${fill('glow')} opacity=".22" d="M196 560h264l150 120H60Z"/>
<path ${line('soft', 26)} d="M196 560V220a132 132 0 0 1 264 0v340"/>
${campus}${leaf}${traveller}${teacher}`;
