import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { brands } from '#lib/brand.ts';
import { routes } from '#lib/routes.ts';
import { canDo } from '#lib/words/english-test.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { download, type FileAnswer } from '../../core/http/file-answer.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import type { CertificateSnapshot } from '../../money/documents/snapshot.ts';
import { ownCertificate } from './download-certificate.ts';

const PURPOSE = 'open-badge';
/** PKCS #8 of an Ed25519 key up to its 32 bytes (RFC 8410). */
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derived from the secret of the portal, so a backup has it and no table contains it. */
function badgeKey({ tokens }: Pick<PublicCtx, 'tokens'>): KeyObject {
  const seed = Buffer.from(tokens.derivedKey(PURPOSE)).subarray(0, 32);
  return createPrivateKey({ key: Buffer.concat([ED25519, seed]), format: 'der', type: 'pkcs8' });
}

/**
 * The certificate of an own level test as an Open Badge 3.0: a signed credential for wallets. Its id is the address of our check
 * page, which shows whether it is genuine.
 *
 * @throws Refusal as `ownCertificate` @see https://www.imsglobal.org/spec/ob/v3p0/
 */
export async function downloadBadge(ctx: PublicCtx, testId: string): Promise<FileAnswer> {
  const { codigo, dados } = await ownCertificate(ctx, testId);
  const certificate = JSON.parse(dados) as CertificateSnapshot;
  const origin = publicUrl(ctx.config, certificate.marca);
  const credential = credentialOf(certificate, { origin, address: origin + routes.check(codigo) });
  const key = badgeKey(ctx);
  const jwk = createPublicKey(key).export({ format: 'jwk' });
  const badge = await new SignJWT(credential)
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', jwk })
    .setIssuer(origin)
    .setJti(credential.id)
    .setNotBefore(secondsOf(credential.validFrom))
    .setExpirationTime(secondsOf(credential.validUntil))
    .sign(key);
  return download(badge, 'text/plain; charset=utf-8', `open-badge-${codigo}.jwt`);
}

const secondsOf = (instant: string) => Math.floor(Date.parse(instant) / 1000);

/** The credential. Its name is that of the certificate. */
function credentialOf(
  { marca, nome, nivel, escola, feito_em, emitido_em, vale_ate, pontos }: CertificateSnapshot,
  { origin, address }: { origin: string; address: string },
) {
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
    id: address,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: `Inglês, nível ${nivel}`,
    issuer: { id: origin, type: ['Profile'], name: escola?.nome ?? brands[marca].name, url: origin },
    validFrom: `${emitido_em}T00:00:00Z`,
    validUntil: `${vale_ate}T23:59:59Z`,
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', identityHash: nome, identityType: 'name', hashed: false }],
      achievement: {
        id: `${origin}${routes.englishTest()}#${nivel}`,
        type: ['Achievement'],
        achievementType: 'Assessment',
        name: `Inglês, nível ${nivel}`,
        description: `Quem está neste nível consegue: ${canDo[nivel].join('; ').toLowerCase()}.`,
        criteria: {
          narrative: `Teste de nível feito em ${feito_em}, com ${pontos} de 100 pontos. O teste é adaptativo, pela internet e sem supervisão.`,
        },
      },
    },
  };
}
