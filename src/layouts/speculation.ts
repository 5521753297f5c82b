/**
 * The pages of the dock begin to load on touch, not on the click that follows (speculation rules). The policy names this
 * text by digest.
 */
export const dockRules = JSON.stringify({
  prefetch: [
    { source: 'document', where: { selector_matches: '.portal-dock a, .rail-link' }, eagerness: 'conservative' },
  ],
});
