// Plain JavaScript for any version of Node: the other scripts need one that runs TypeScript.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 2)) {
  console.error(
    `This project runs on Node 24; this is ${process.version}.\n` +
      'On Linux with glibc (x64, arm64) "npm install" brings Node 24 for every npm script: run it without --omit=optional.\n' +
      'Elsewhere install Node 24 from https://nodejs.org and try again.',
  );
  process.exit(1);
}
