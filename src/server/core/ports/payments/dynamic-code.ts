import { normalForm } from '#lib/format/normal-form.ts';
/**
 * The text of a dynamic Pix (BR Code) for banks that tell only the address of the charge: `pixCopiaECola` is optional in
 * the API Pix. The fields and the checksum are those of the "Manual de Padrões para Iniciação do Pix".
 */
export function dynamicCode(location: string, receiver: { name: string; city: string }): string {
  const account = field('00', 'br.gov.bcb.pix') + field('25', location);
  const code = [
    field('00', '01'),
    field('01', '12'),
    field('26', account),
    field('52', '0000'),
    field('53', '986'),
    field('58', 'BR'),
    field('59', plain(receiver.name, 25)),
    field('60', plain(receiver.city, 15)),
    field('62', field('05', '***')),
    '6304',
  ].join('');
  return code + checksum(code);
}

const field = (id: string, value: string) => id + String(value.length).padStart(2, '0') + value;

const plain = (text: string, length: number) =>
  normalForm(text, 'NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, length)
    .trim() || 'Escola';

/** CRC-16/CCITT-FALSE in four hexadecimal digits. */
function checksum(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'latin1')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
