const shell = [
  'islands/shell/(start|chunk-failures|install-card|leaving-bar|worker)',
  'lib/stores/(install|operations|toast|shared)\\.',
  'lib/rules/device/',
  'lib/words/flash',
  // Code that calls the server, which every page of a logged-in user does once it is idle.
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
 * The grouping of browser modules into files. Without it each set of importing modules gets its own file: a page then loads
 * twenty files of half a kilobyte, in three waves, for each wave names the next.
 */
export const clientChunks = [
  // Hydration of every island.
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler)\/|islands\/shell\/(hydrate|keep-typed)|rolldown-runtime|rolldown\/runtime/,
  },
  // Code of every page of the shell.
  { name: 'shell', test: new RegExp(`${sources(shell).source}|node_modules/nanostores/|vite/preload-helper`) },
  // Code that pages of a logged-in user load once they are idle.
  { name: 'signed-in', test: sources(signedIn) },
  // Code loaded by the tap that opens a camera.
  { name: 'html5-qrcode', test: /node_modules\/html5-qrcode\// },
  // Code of islands with and without a form.
  { name: 'fields', test: sources(['islands/ui/(Button|Spinner|FieldFrame|FormError)\\.']) },
];
