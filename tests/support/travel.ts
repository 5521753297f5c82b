import type { InputOf } from '../../src/lib/page/operations.ts';
import type { TestSchool } from './school.ts';
import { dayFrom } from './school-day.ts';

export const staff = { helena: 7, igor: 8, julia: 9 };
type Input = InputOf<'travel.createCampaign'>;

/** A campaign that people can join, with its event today. */
export const campaignInput = (portal: TestSchool, more: Partial<Input> = {}): Input => ({
  nome: 'Noite da viagem',
  destino: 'Orlando',
  descricao: 'Uma noite para conhecer a viagem.',
  regulamento: 'Um ingresso por pessoa.',
  inicio: dayFrom(portal, -2),
  fim: dayFrom(portal, 2),
  evento_dia: dayFrom(portal, 0),
  evento_hora: '12:00',
  local: 'Auditório',
  vagas: 100,
  max_acompanhantes: 3,
  ...more,
});

/** Makes a campaign and publishes it. @returns its number */
export async function addCampaign(portal: TestSchool, more: Partial<Input> = {}): Promise<number> {
  const { body } = await portal.ops.travel.createCampaign(campaignInput(portal, more), { as: staff.helena });
  await portal.ops.travel.publishCampaign({ id: body.id, publicada: true }, { as: staff.helena });
  return body.id;
}
