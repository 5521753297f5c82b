import { z } from 'zod';
import type { CallSchema } from './core.ts';
import { BirthDate, Cpf, Id, OneId, PersonName, Text } from './shapes.schema.ts';
import { ownCalls } from './travel-own.schema.ts';
import { QrCode, ScanBody, ScanResult, TravelCampaign } from './travel-shapes.schema.ts';
import { staffCalls } from './travel-staff.schema.ts';

export { CheckInCampaign, CheckInList, Scan } from './travel-own.schema.ts';
export { QrCode, SaidScan, ScanResult, TravelCampaign } from './travel-shapes.schema.ts';

/** Who comes along with a student. */
export const CompanionInput = z.object({ nome: PersonName, cpf: Cpf.optional(), birth_date: BirthDate.optional() });

export const calls = {
  getCampaign: { summary: 'One travel campaign', ledger: 'API-71', params: OneId, result: TravelCampaign },
  joinCampaign: {
    summary: 'Takes part in a travel campaign; sent again it answers the same',
    ledger: 'API-72',
    body: z.object({
      campaign_id: Id,
      acompanhantes: z.array(CompanionInput).max(10).optional(),
      aceite_regulamento: z.literal(true),
    }),
    result: TravelCampaign,
  },
  listQrCodes: { summary: 'Own QR codes', ledger: 'API-73', result: z.array(QrCode) },
  validateQrCode: {
    summary: 'Validates a QR code once, for staff',
    ledger: 'API-74',
    params: OneId,
    /** Without `assinatura` only a manager of the campaign can check a person in, by the list of participants. */
    body: ScanBody.extend({ assinatura: Text(300).optional() }),
    result: ScanResult,
  },
  ...ownCalls,
  ...staffCalls,
} satisfies Record<string, CallSchema>;
