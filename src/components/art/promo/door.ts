import type { BrandKey } from '#lib/brand.ts';
import { backdrop, plane } from './backdrop.ts';

/** A door that opens on the whole world, a suitcase beside it. */
export const door = (brand: BrandKey): string => `${backdrop(brand, 330, 548)}
<path fill="var(--art-soft)" opacity=".3" d="M226 548h224l132 120H60Z"/>
<path fill="var(--art-paper)" d="M226 548V236a112 112 0 0 1 224 0v312Z"/>
<path fill="var(--art-soft)" d="M226 548V430c60-26 92 20 136 4s52-28 88-18v132Z"/>
<circle cx="338" cy="318" r="92" fill="var(--art-bright)"/>
<path fill="var(--art-glow)" d="M292 248c20-4 34 4 36 18s-20 14-22 30-20 22-32 12-18-40 18-60Zm62 52c22-8 48 0 58 22s-8 62-30 72-22-14-34-30-18-56 6-64Z"/>
<g fill="none" stroke="var(--art-paper)" stroke-width="3.5"><ellipse cx="338" cy="318" rx="42" ry="92"/><path d="M246 318h184M260 270h156M260 366h156M338 226v184"/></g>
<path fill="var(--art-glow)" d="M226 548 104 618V232c0-92 32-146 66-136 36 10 56 78 56 144Z"/>
<path fill="none" stroke="var(--art-deep)" stroke-width="5" opacity=".55" d="M204 524 126 568V424l78-24Zm0-160-78 20V244c0-62 20-102 42-96s36 56 36 104Z"/>
<circle cx="208" cy="390" r="11" fill="var(--art-deep)"/>
<path fill="none" stroke="var(--art-deep)" stroke-width="12" d="M498 470v-34a14 14 0 0 1 14-14h44a14 14 0 0 1 14 14v34"/>
<rect x="466" y="466" width="136" height="122" rx="22" fill="var(--art-glow)"/>
<path stroke="var(--art-deep)" stroke-width="6" opacity=".6" d="M498 466v122m72-122v122"/>
<circle cx="534" cy="532" r="22" fill="var(--art-paper)"/>
<path fill="none" stroke="var(--art-bright)" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" d="m524 533 8 8 14-17"/>
<circle cx="490" cy="594" r="10" fill="var(--art-deep)"/><circle cx="578" cy="594" r="10" fill="var(--art-deep)"/>
<path fill="none" stroke="var(--art-paper)" stroke-width="6" stroke-linecap="round" stroke-dasharray="1 17" d="M392 248c40-30 56-90 122-112"/>
${plane(590, 84, 8)}`;
