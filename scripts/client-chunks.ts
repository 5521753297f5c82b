const shell = [
  'islands/shell/(start|chunk-failures|install-card|leaving-bar|worker)',
  'lib/stores/(install|operations|toast|shared)\\.',
  'lib/rules/device/',
  'lib/words/flash',
  // What asks the server: every page of a logged-in user does once it is idle.
  'lib/api/',
  'lib/contract/core',
  'lib/words/errors',
];
const signedIn = [
  'islands/shell/(signed-in|live\\.|offline-study|unread-badge|push-card)',
  'lib/stores/devices\\.',
  'lib/words/devices',
  'lib/contract/devices',
];
const sources = (folders: readonly string[]) => new RegExp(`/src/(${folders.join('|')})`);

/**
 * Which modules of the browser travel together. Without it each set of users gets a file of its own: a page then loads
 * twenty files of half a kilobyte, in three waves, for each wave names the next.
 */
export const clientChunks = [
  // What hydrates every island.
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler)\/|islands\/shell\/(hydrate|keep-typed)|rolldown-runtime|rolldown\/runtime/,
  },
  // What every page of the shell runs.
  { name: 'shell', test: new RegExp(`${sources(shell).source}|node_modules/nanostores/|vite/preload-helper`) },
  // What the pages of a logged-in user load once they are idle.
  { name: 'signed-in', test: sources(signedIn) },
  // What the tap that opens a camera loads.
  { name: 'html5-qrcode', test: /node_modules\/html5-qrcode\// },
  // What islands with and without a form are made of.
  { name: 'fields', test: sources(['islands/ui/(Button|Spinner|FieldFrame|FormError)\\.']) },
];
