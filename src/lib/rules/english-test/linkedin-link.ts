import { routes } from '../../routes.ts';

/** The data of a certificate. Days are `YYYY-MM-DD`. */
export interface Certificate {
  codigo: string;
  emitido_em: string;
  vale_ate: string;
  /** null: a visitor’s certificate. */
  escola: string | null;
}

const monthOf = (day: string) => ({ year: String(Number(day.slice(0, 4))), month: String(Number(day.slice(5, 7))) });

/**
 * The LinkedIn page that adds a certificate to the profile, with a link to our check page.
 *
 * @param brand the issuer if there is no school @see https://addtoprofile.linkedin.com
 */
export function linkedInLink(
  nivel: string,
  certificate: Certificate,
  { origin, brand }: { origin: string; brand: string },
) {
  const [from, until] = [monthOf(certificate.emitido_em), monthOf(certificate.vale_ate)];
  const query = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: `Inglês, nível ${nivel} (teste de nível)`,
    organizationName: certificate.escola ?? brand,
    issueYear: from.year,
    issueMonth: from.month,
    expirationYear: until.year,
    expirationMonth: until.month,
    certUrl: origin + routes.check(certificate.codigo),
    certId: certificate.codigo,
  });
  return `https://www.linkedin.com/profile/add?${query}`;
}
