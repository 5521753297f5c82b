import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classesOf, piecesOf, usedRules } from '../../../src/process/used-rules.ts';

const used = (css: string, html: string) => usedRules(piecesOf(css), classesOf(html));

describe('the CSS rules that a page uses', () => {
  it.each([
    ['a rule of a class that stands on the page', '.a{x:1}', '.a{x:1}'],
    ['no rule of another class', '.z{x:1}', ''],
    ['every rule without a class', 'a,::before{x:1}', 'a,::before{x:1}'],
    ['a list of which one part fits', '.z,.b{x:1}', '.z,.b{x:1}'],
    ['a selector whose classes all stand there', '.a>.b{x:1}', '.a>.b{x:1}'],
    ['none of which one is missing', '.a .z{x:1}', ''],
    ['a class in brackets is wanted', ':is(.z,.a) p{x:1}', ':is(.z,.a) p{x:1}'],
    ['a class in brackets that is missing', ':where(.z,.y){x:1}', ''],
    ['a class that must not be there is not wanted', '.a:not(.z):has(>.y){x:1}', '.a:not(.z):has(>.y){x:1}'],
    ['a class with signs', '.\\[\\&\\[hidden\\]\\]\\:w-1\\.5{x:1}', '.\\[\\&\\[hidden\\]\\]\\:w-1\\.5{x:1}'],
    ['a class with a sign that HTML writes by name', '.\\[\\&\\>a\\]\\:flex>a{x:1}', '.\\[\\&\\>a\\]\\:flex>a{x:1}'],
    ['a class with a sign that HTML writes by number', '.\\[\\&\\>b\\]\\:x{x:1}', '.\\[\\&\\>b\\]\\:x{x:1}'],
    ['a class that begins with a digit', '.\\32 xl{x:1}', '.\\32 xl{x:1}'],
    ['the look of the page', '[data-theme=knn-dark]{x:1}[data-brand=phenom] p{x:2}', '[data-theme=knn-dark]{x:1}'],
    ['the brand in the name of a theme', '[data-theme^=knn]{x:1}[data-theme^=phenom]{x:2}', '[data-theme^=knn]{x:1}'],
    ['nothing that waits for a touch', '.a:hover{x:1}@media (hover:hover){.a{x:1}}@media print{.a{x:1}}', ''],
    ['what is open now or later', ':is([open],:popover-open) .a{x:1}', ':is([open],:popover-open) .a{x:1}'],
    ['nothing that holds what waits for a touch', '.a:has(:focus){x:1}', ''],
    ['what one of the selectors needs at once', '*,::backdrop{x:1}', '*,::backdrop{x:1}'],
    ['rules in rules stay', '.a{x:1;&:hover{y:2}}', '.a{x:1;&:hover{y:2}}'],
    ['braces in a text end nothing', '.a:before{content:"}\\""}.z{x:1}', '.a:before{content:"}\\""}'],
    ['an address with signs', '.a{b:url(data:x;{,})}', '.a{b:url(data:x;{,})}'],
    ['the order of layers', '@layer a,b;@layer b{.z{x:1}}', '@layer a,b;@layer b{}'],
    [
      'groups without rules go',
      '@media (width>=1px){.z{x:1}.a{x:2}}@supports (x:1){.z{x:1}}',
      '@media (width>=1px){.a{x:2}}',
    ],
    [
      'letters, movements and properties',
      '@font-face{x:1}@keyframes z{to{x:1}}',
      '@font-face{x:1}@keyframes z{to{x:1}}',
    ],
  ])('%s', (_, css, wanted) => {
    const html =
      '<html data-theme="knn-dark" data-brand="knn"><p class="a  b [&amp;[hidden]]:w-1.5 [&amp;&gt;a]:flex"></p><p class="2xl [&#38;>b]:x"></p>';
    expect(used(css, html)).toBe(wanted);
  });

  it('a style sheet with unbalanced braces is refused', () => {
    expect(() => piecesOf('.a{x:1')).toThrow('brackets');
  });

  it('a page with every class keeps every rule in order', () => {
    const name = fc.constantFrom('a', 'b', 'c');
    const rule = fc.tuple(fc.array(name, { minLength: 1, maxLength: 3 }), fc.nat(9));
    fc.assert(
      fc.property(fc.array(rule), (rules) => {
        const css = rules.map(([names, value]) => `.${names.join(' .')}{x:${value}}`).join('');
        expect(used(css, '<p class="a b c">')).toBe(css);
      }),
    );
  });
});
