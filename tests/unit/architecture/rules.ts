import { contract } from '../../../src/lib/contract/index.schema.ts';
import { operations } from '../../../src/server/operations.ts';

/** Areas of the portal that have calls or operations: they have the same name in every layer. */
export const areas: readonly string[] = [...new Set([...Object.keys(contract), ...Object.keys(operations)])].map(
  (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
);

export interface Layer {
  files: RegExp;
  /** Layers that it may import besides itself. */
  imports: readonly string[];
  /** Layers that it may import types of. */
  types?: readonly string[];
  /** A closed list of packages; absent: any but those of `serverPackages`. */
  packages?: readonly string[];
}

/** Packages and modules that only code outside the browser may use. */
export const serverPackages =
  /^(node:.*|kysely|better-sqlite3|pg|jose|@node-rs\/.*|nodemailer|pino|prom-client|rate-limiter-flexible|react-dom\/server|pdfkit|swagger-ui-dist)$/;
const everything = ['contract', 'format', 'words', 'rules', 'time'];

/** Who may import whom. A file belongs to the first layer whose pattern fits. */
export const layers: Readonly<Record<string, Layer>> = {
  contract: { files: /^src\/lib\/contract\//, imports: ['format'], packages: ['zod'] },
  // Days, zones and spans: shared by server and browser, and imported by every layer.
  time: { files: /^src\/lib\/rules\/time\//, imports: [], packages: [] },
  format: { files: /^src\/lib\/format\//, imports: ['time'], packages: ['@brazilian-utils/brazilian-utils'] },
  words: {
    files: /^src\/lib\/words\//,
    imports: ['format'],
    types: ['contract', 'api'],
    packages: ['zod'],
  },
  api: { files: /^src\/lib\/api\//, imports: ['contract', 'rules', 'time'], types: ['words'], packages: ['zod'] },
  // How a page calls operations by name. Only their types come from the server.
  page: { files: /^src\/lib\/page\//, imports: ['api', 'contract', 'rules', 'time'], types: ['server'], packages: [] },
  forms: { files: /^src\/lib\/forms\//, imports: ['api', ...everything], types: ['page'], packages: [] },
  report: { files: /^src\/lib\/report\//, imports: ['rules', 'time'], packages: ['@sentry/astro'] },
  stores: {
    files: /^src\/lib\/stores\//,
    imports: ['api', 'forms', ...everything],
    types: ['page'],
    packages: ['nanostores'],
  },
  rules: {
    files: /^src\/lib\/(rules\/|[^/]+\.ts$)/,
    imports: ['format', 'words', 'time'],
    types: ['contract'],
    packages: ['zod/mini', 'card-validator', 'pitchy'],
  },
  components: {
    files: /^src\/components\//,
    // A form reads its fields from its schema. Components run on the server alone, so no schema reaches a browser.
    imports: ['contract', 'forms', 'format', 'words', 'rules', 'time'],
    types: ['content', 'api', 'page'],
  },
  islands: {
    files: /^src\/islands\//,
    imports: ['stores', 'report', 'format', 'words', 'rules', 'time'],
    types: ['contract', 'forms', 'page'],
  },
  layouts: {
    files: /^src\/layouts\//,
    imports: ['components', 'islands', 'content', 'format', 'words', 'rules', 'time'],
    types: ['contract', 'forms'],
  },
  pages: {
    files: /^src\/pages\//,
    imports: ['layouts', 'components', 'content', 'islands', 'forms', 'api', 'page', ...everything],
  },
  // Content of the school, its schemas, and what the build makes of promotional pages.
  content: { files: /^src\/content\//, imports: ['format', 'time'], types: ['contract'] },
  middleware: { files: /^src\/middleware\.ts$/, imports: ['api', ...everything], packages: ['astro:middleware'] },
  gateway: { files: /^src\/gateway\//, imports: ['contract', 'api', 'rules', 'time'], types: ['page'], packages: [] },
  // Connected mode: the hosts of the franchise and our own parts beside them.
  connected: {
    files: /^src\/connected\//,
    imports: ['gateway', 'api', ...everything],
    types: ['page'],
    packages: ['node:crypto', 'node:stream', 'uqr', 'zod'],
  },
  process: { files: /^src\/process\//, imports: ['gateway', 'api', 'report', 'rules', 'time'], types: ['page'] },
  'service-worker': { files: /^src\/service-worker\//, imports: ['rules', 'time'], types: ['contract'] },
  server: { files: /^src\/server\//, imports: ['api', 'content', ...everything] },
  entry: {
    files: /^src\/(main|serve|portal|check-start)\.ts$/,
    imports: ['server', 'gateway', 'connected', 'process'],
  },
  declarations: {
    files: /^src\/[^/]+\.d\.ts$/,
    imports: [],
    types: ['api', 'page', 'contract', 'process', 'components', 'rules'],
  },
};

/** Layers that run outside the browser and so may use `serverPackages`. */
export const outsideBrowser: ReadonlySet<string> = new Set([
  'content',
  'gateway',
  'connected',
  'process',
  'server',
  'entry',
]);

/** Names other than areas, each shared by several areas. In folders of files, `club-staff` is a part of an area. */
export const otherNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/components': {
    ui: 'shared pieces',
    shell: 'navigation and frame of every page',
    art: 'drawings of the brands',
    dashboard: 'one page that shows many areas',
  },
  'src/islands': {
    ui: 'shared pieces',
    shell: 'what every page of the shell runs',
    kit: 'lists, boards and records of the panel',
    pay: 'how a bill of any kind is paid (finance, exchange)',
  },
  'src/server': {
    content: 'reads the texts of src/content, and checks them with their sounds',
    backup: 'backup and restore of the whole portal',
    doctor: 'looks at an installation for its operator',
    admin: 'what the operator does from the command line',
    import: 'tables that the office sends, by command, panel and key',
    family: 'what guardians see of their children, across areas',
    contacts: 'contacts as they come in: from pages, the office and the club',
    privacy: 'export and erasure of a person, across areas',
    db: 'connection, schema',
    seed: 'the demo school, across areas',
    documents: 'what is emitted under a check address (account, english-test), and its PDF',
    http: 'how a call is read, allowed and answered',
    jobs: 'background work of all areas',
    metrics: 'what the operator measures, across areas',
    mail: 'mails that wait, go out or are given up',
    ports: 'the world outside',
    threads: 'work beside the event loop',
  },
  'src/lib/contract': {
    core: 'what a call is',
    fields: 'the fields of a form, from its schema',
    index: 'the list of all areas',
    shapes: 'pieces that several areas share',
  },
  'src/lib/rules': {
    device: 'what a browser keeps and can do',
    forms: 'rules of single fields, and a form that was refused',
    lists: 'what the address of a list asks for',
    routes: 'addresses of pages and files',
    time: 'zones, clocks and spans',
  },
  'src/lib/words': {
    errors: 'section 8 of the specification, across areas',
    flash: 'messages that one page leaves for the next',
    files: 'what every place for a file says',
    forms: 'what every form says',
    validation: 'what forms of all areas say',
    'field-names': 'what fields are called in a sentence',
    help: 'how-tos of all areas',
    pwa: 'installing and being offline',
    'own-word': 'a word by a key that comes from an address',
    'why-off': 'why pages and calls of all areas are off in connected mode',
  },
  'src/lib/stores': {
    toast: 'notices of every island',
    install: 'the offer to install the portal',
    intent: 'keys that keep a press from counting twice (finance, orders, exchange, club, broadcasts)',
    'stored-pages': 'pages that open without a connection (practice, travel)',
    operations: 'asks operations by name (every store)',
    shared: 'what shell, islands and other tabs read alike (account, club, inbox, orders, finance, pedagogico)',
    reconnection: 'what waits for a connection is sent (practice, teaching, travel)',
    upload: 'a file on its way, with how far it is (pedagogico, abroad, account, club, travel)',
    'upload-queue': 'files that wait, go out or failed (the form of every file, pedagogico)',
  },
};

/** Imports that are exempt from the rules, with the reason. A stale entry fails the test. */
export const exemptions: Readonly<Record<string, string>> = {
  'src/islands/broadcasts/SendBroadcast.tsx': 'a draft that saves itself while it is chosen, checked before it is sent',
  'src/islands/broadcasts/WriteBroadcast.tsx': 'a draft that saves itself while it is written',
  'src/islands/pedagogico/PlainFiles.tsx': 'the form of a browser without a script',
  'src/islands/books/BookRecord.tsx': 'a press fetches a file that is there once: nothing is filled in',
  'src/islands/kit/Toolbar.tsx': 'a search has no wrong text',
  'src/islands/practice/WordQuestion.tsx': 'a word is graded on the device: nothing is sent',
  'src/islands/practice/PracticeTest.tsx': 'the answers of a test are a draft of their own, which outlives the page',
  'src/islands/shell/PanelSearch.tsx': 'a search has no wrong text',
  'src/islands/students/PersonRecord.tsx → src/islands/finance/bill.tsx':
    'bills of a person stand in the record, with the acts of a bill',
  'src/islands/teaching/GradeSheet.tsx': 'a table whose cells save themselves',
  'src/islands/ui/FileForm.tsx': 'a file goes out as soon as it is chosen',
};

export interface Ban {
  pattern: RegExp;
  where: RegExp;
  instead: string;
}

const code = /\.(ts|tsx|astro|mjs)$/;
/** Whose forms go through the one helper (0074). */
const submitted = /^src\/(lib\/forms\/(?!(submit|refusal)\.ts$)|pages\/)/;
export const bans: readonly Ban[] = [
  { pattern: /\b(TODO|FIXME|XXX|HACK)\b/, where: code, instead: 'do it, or write an issue' },
  { pattern: /@ts-(ignore|nocheck|expect-error)/, where: code, instead: 'narrow the type' },
  { pattern: /\b(it|test|describe)\.only\(/, where: /^tests\//, instead: 'run one file by its path' },
  { pattern: /waitForTimeout|networkidle/, where: /^tests\//, instead: 'wait for what the page shows' },
  {
    pattern: /\.all(TextContents|InnerTexts)\(/,
    where: /^tests\/e2e\//,
    instead: 'expect(list).toHaveText(…), or nth(at).textContent(): they wait for the list',
  },
  {
    pattern: /clearCookies\(\)/,
    where: /^tests\/e2e\/(?!support\/log-in\.ts$|promo\.e2e\.ts$)/,
    instead: 'forgetSession(): an open page without its session leaves by itself',
  },
  {
    pattern: /waitForFunction\(\s*['"`]/,
    where: /^tests\/e2e\//,
    instead: 'a function: the policy of our pages lets no text run, once the wait looks a second time',
  },
  {
    pattern: /clock\.install\(/,
    where: /^tests\/(?!e2e\/support\/paused-clock\.ts$)/,
    instead: 'pauseClock(): a clock that goes on runs a race with the test',
  },
  {
    pattern: /[^-]\bretr(y|ies)\s*[:=]\s*\d|--retr(y|ies)\b/,
    where: /^(tests\/|scripts\/|\.ci\/|(playwright|vitest)\.config\.ts$)/,
    instead: 'find the race that it hides',
  },
  {
    pattern: /await new Promise\([^;]*=> setTimeout|timers\/promises/,
    where: /^tests\/(?!bench\/|rehearsal\/|support\/)/,
    instead: 'wait for what is to happen, or move the clock',
  },
  {
    pattern: /\bconfig\.PUBLIC_URL\b|\{[^}\n]*\bPUBLIC_URL\b[^}\n]*\} = /,
    where:
      /^src\/(?!portal\.ts$|server\/(config|core\/http\/public-url|operate\/doctor\/(settings|database)|messages\/devices\/(vapid-subject|send-push))\.ts$)/,
    instead: 'publicUrl(config, brand): a link leads to the address of the person’s brand',
  },
  {
    pattern: /@view-transition/,
    where: /^src\//,
    instead: 'nothing: Chromium gives it up with an error that no script of a page can catch (0010)',
  },
  {
    pattern: /^(export )?const .*= (books|bank|servedFiles)\(\)/m,
    where: /^src\//,
    instead: 'a function that asks when it is called: a start that needs no texts reads none',
  },
  {
    pattern: /^(export )?(const|let) [^;]*?=\s*(new )?Intl\./m,
    where: /^src\/(lib|islands|layouts|components|pages)\//,
    instead: 'a function that makes it when it is needed: the first of a page takes a slow phone 50 to 80 ms',
  },
  {
    pattern: /insertInto\('deliveries'\)/,
    where: /^src\/(?!server\/messages\/devices\/(queue-deliveries|test-push)\.ts$)/,
    instead: 'queuePushes() and queueMailsAndInbox(), which know every column of a delivery',
  },
  {
    pattern: /thead \{\s+position: absolute/,
    where: /^src\/styles\/(?!portal\.css$)/,
    instead: 'the class stacks of portal.css',
  },
  {
    pattern: /\bformData\(\)|\battempt[A-Z]?\w*\(/,
    where: submitted,
    instead: 'submit() of src/lib/forms/submit.ts, with a verb for each button',
  },
  {
    pattern: /instanceof ApiError/,
    where: /^src\/(lib\/(?!api\/|forms\/refusal\.ts$)|islands\/|pages\/|components\/)/,
    instead:
      'refusalOf() for its fields, partOf() or failureOf() for its sentence, code or status, inWords() for another sentence',
  },
  {
    pattern: /\bmaxlength=("|\{)\d/i,
    where: /^src\/(pages|components|islands|layouts)\//,
    instead: 'the fields of the schema: formOf() or fieldsOf() in HTML, inputsOf() for an island',
  },
  {
    pattern: /\bwho(m)?ever\b/i,
    where: /^(src\/(?!content\/)|scripts\/|tests\/(?!unit\/docs\.test\.ts$)).*\.(ts|tsx|astro|mjs|css)$/,
    instead: 'the person, in a sentence of its own',
  },
  {
    pattern: /^(?![\s\S]*\b(useContractForm\(|useContractForm<|ContractForm<))[\s\S]*<form\b/,
    where: /^src\/islands\/.*\.tsx$/,
    instead: 'useContractForm() of src/islands/ui: one way of values, rules, refusals and focus',
  },
  {
    pattern: /\buseForm\b|@hookform\/resolvers/,
    where: /^src\/(?!islands\/ui\/use-contract-form\.ts$)/,
    instead: 'useContractForm() of src/islands/ui',
  },
  { pattern: /progress-track/, where: /^src\/islands\/(?!ui\/ProgressTrack\.tsx$)/, instead: 'ui/ProgressTrack.tsx' },
  {
    pattern: /\b(br_code|startPix|payByCard)\b|autoComplete="cc-/,
    where: /^src\/islands\/(?!pay\/)/,
    instead: 'PixPayment and CardForm of src/islands/pay: one place for Pix and one for a card (0028)',
  },
  {
    pattern: /\b(payWithPix|payWithCard|getExchangePayment)\b/,
    where: /^src\/lib\/stores\/(?!finance-(payment|card)\.ts$)/,
    instead: 'src/lib/stores/finance-payment.ts: one store follows every payment (0028)',
  },
  { pattern: /console\.log\(/, where: /^src\//, instead: 'the log of the process, or nothing' },
  {
    pattern: /\b(localStorage|sessionStorage)\b/,
    where: /^src\/(?!lib\/rules\/device\/device-box\.ts$)/,
    instead: 'a box of src/lib/rules/device/device-box.ts, which never throws',
  },
  {
    pattern: /\b86_400_000\b|\b24 \* 60 \* 60\b|\bconst (DAY|HOUR|MINUTE)_M?S = /,
    where: /^src\/(?!lib\/(rules\/time|format)\/)/,
    instead: 'spans of src/lib/rules/time/spans.ts',
  },
  {
    pattern: /Join\('drive_users( as \w+)?', '[^']*', '(?!pedidos\.)\w+\.drive_user_id'/,
    // The other files join the unit of a class, or a second person beside the one of the query.
    where:
      /^src\/server\/(?!(core\/db\/people|operate\/import\/classes|school\/broadcasts\/audience|club\/referrals|messages\/inbox\/look|identity\/people\/queries)\.ts$)/,
    instead: 'people() and enrolled() of src/server/core/db/people.ts, or withUnit and inUnit for $call',
  },
  {
    pattern: /\blower\([^)]*(\([^)]*\)\})?\) like\b/,
    where: /^src\/server\//,
    instead: 'hasWords() of src/server/core/db/people-by-name.ts',
  },
  {
    pattern: /(escolaId|companyId) \?\? -1|\bNOWHERE\b/,
    where: /^src\/server\/(?!core\/(http\/access|db\/reach)\.ts$)/,
    instead: 'ownSchool() or ownUnit() of src/server/core/http/access.ts, or within() of src/server/core/db/reach.ts',
  },
  {
    pattern: /z\.object\(\{ id: IdParam \}\)/,
    where: /^src\/lib\/contract\/(?!shapes\.schema\.ts$)/,
    instead: 'OneId of shapes.schema.ts',
  },
  {
    pattern: /[sS]et\(.*\b(\w+): \w*\.?ref\('((?!excluded)\w+\.)?\1'\)|\bset (\w+) = \3\b/,
    where: /^src\/server\/(?!core\/db\/readiness\.ts$)/,
    instead: 'locked() of src/server/core/db/locking.ts: a column that is set to itself is a write, and a commit',
  },
  {
    pattern: /\bsettle(?!(Charge|Paid|Refused|Pending)\b)\w*\(/i,
    where: code,
    instead: 'a verb that tells what becomes of it: only a charge is settled',
  },
  {
    pattern: /\bworkerData\b/,
    where: /^src\/(?!server\/core\/(threads\/|db\/read-rows\.ts$))/,
    instead: 'a module that a thread alone loads: any other import of it would run what is for the thread',
  },
  {
    pattern: /(?<!utm_)campaign/i,
    where: /^src\/(.*\/promo(\/|[^/]*$)|lib\/format\/)/,
    instead: 'promo: a campaign is a trip of travel',
  },
  {
    pattern: /Intl\.DateTimeFormat|\.toLocale(Date|Time)String\(|\bTemporal\b/,
    where: /^src\/(?!lib\/rules\/time\/(zones|own-clock)\.ts$)/,
    instead: 'dayIn(), clockIn(), instantIn() of src/lib/rules/time/zones.ts (0072)',
  },
  {
    pattern: /toISOString\(\)\.slice\(0, 10\)|\.(set|get)UTC(Date|Day|Month)\(/,
    where: /^src\/(?!lib\/rules\/time\/days\.ts$)/,
    instead: 'dayIn() of zones.ts for an instant, shiftDay() and its like of src/lib/rules/time/days.ts for a day',
  },
  {
    pattern: /^(export )?(let |const \w+ = new (Map|Set)(<[^>]*>)?\(\))/m,
    where: /^src\/(server|gateway|connected|process)\//,
    instead: 'a WeakMap by the school: schools that share a process share its modules (0150)',
  },
  {
    pattern: /\b1_048_576\b|\b1024 \* 1024\b/,
    where: /^src\/(islands|components|pages|lib|server)\/(?!format\/limits\.ts$|core\/db\/)/,
    instead: 'the limits of src/lib/format/limits.ts',
  },
  {
    pattern: /^(?!\s*(\*|\/\/|\/\*)).*\b\d+ MB\b/m,
    where: /^src\/(pages|components|islands|lib\/(words|contract|rules|forms))\//,
    instead: 'megabytes() of src/lib/format/limits.ts, so that words and limit agree',
  },
  {
    pattern: /\.normalize\(/,
    where: /^src\/(?!lib\/format\/normal-form\.ts$)/,
    instead:
      'normalForm() or withoutMarks(): `normalize` alone takes the square of the marks that somebody piled on a letter',
  },
  { pattern: /schoolZone\(/, where: /\.astro$/, instead: 'Astro.locals.timeZone' },
  { pattern: /response\.status = 404/, where: /\.astro$/, instead: 'Astro.locals.load() or missing()' },
  { pattern: /user_actions\.some/, where: /\.astro$/, instead: 'Astro.locals.role' },
  { pattern: /\/(home|Users)\/[a-z]/, where: /./, instead: 'a path below the project' },
];
