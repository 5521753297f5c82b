/** The first bytes of real files: enough to tell their type. */
const fromText = (text: string) => Buffer.from(text, 'latin1');

export const pdf = (text = 'olá') =>
  fromText(`%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\n%${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`);
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const executable = Buffer.concat([fromText('MZ\x90\0\x03\0\0\0'), Buffer.alloc(400), fromText('PE\0\0')]);
export const html = fromText('<!doctype html><script>alert(1)</script>');
export const svg = fromText('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
export const zip = Buffer.from('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==', 'base64');
export const webm = Buffer.concat([
  Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581', 'hex'),
  Buffer.alloc(64),
]);
