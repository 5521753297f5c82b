import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { type HelpSlug, pictureSize } from '../src/lib/words/help.ts';
import { type DemoSchool, PictureError, savePicture, takePicture } from './page-pictures.ts';

export const HELP_FOLDER = 'src/assets/help';

const MANAGER = 'gestora@demo.example';
const TEACHER = 'professora@demo.example';
const SCREEN = { width: 1280, height: 800 };
const SCALE = 1.5;
/** All pictures together weigh less than 1 MB. */
const QUALITY = 65;
const RING = '#d9480f';

/** What the picture of a how-to shows. */
interface Scene {
  path: string;
  login: string;
  /** Names of buttons and links that are pressed first. */
  press?: readonly string[];
  /** The name of what the picture rings. */
  ring: string;
}

const scenes: Readonly<Record<HelpSlug, Scene>> = {
  'contato-ate-a-matricula': { path: '/manager-panel/contatos', login: MANAGER, ring: 'Novo contato' },
  'por-aluno-em-turma': { path: '/manager-panel/profile/1?fazer=turma', login: MANAGER, ring: 'Pôr na turma' },
  'por-varios-alunos-em-turma': { path: '/manager-panel/turmas', login: MANAGER, ring: 'Nova turma' },
  'pagamento-no-balcao': { path: '/manager-panel/profile/1?fazer=receber', login: MANAGER, ring: 'Anotar R$' },
  'parcela-vencida': { path: '/manager-panel/financeiro?estado=vencidas', login: MANAGER, ring: 'Vencidas' },
  'pausar-lembretes': { path: '/manager-panel/financeiro/105?fazer=pausar', login: MANAGER, ring: 'Pausar' },
  'caixa-do-dia': { path: '/manager-panel/financeiro/caixa', login: MANAGER, ring: 'Caixa do dia' },
  'fechamento-do-mes': { path: '/manager-panel/financeiro/fechamento', login: MANAGER, ring: 'Baixar planilha' },
  'falta-e-reposicao': { path: '/manager-panel/faltas', login: MANAGER, ring: 'Justificar' },
  'remarcar-ou-cancelar-aula': { path: '/manager-panel/turmas/aulas/1001', login: MANAGER, ring: 'Remarcar' },
  'professor-substituto': {
    path: '/manager-panel/turmas/aulas/1001?fazer=substituir',
    login: MANAGER,
    ring: 'Substituir',
  },
  'mensagem-para-turma': {
    path: '/manager-panel/push-notification/create',
    login: MANAGER,
    ring: 'Escolher quem recebe',
  },
  'convidar-equipe': { path: '/manager-panel/equipe', login: MANAGER, ring: 'Convidar uma pessoa' },
  'codigo-de-livro': { path: '/manager-panel/book', login: MANAGER, ring: 'Procurar' },
  'entregar-recompensa': { path: '/manager-panel/club/resgates', login: MANAGER, ring: 'Aprovar' },
  'mudar-pagina': { path: '/manager-panel/paginas/knn-orlando', login: MANAGER, ring: 'Ver prévia' },
  'importar-planilha': { path: '/manager-panel/profile/planilhas', login: MANAGER, ring: 'Enviar planilha' },
  'fazer-a-chamada': { path: '/professor/aulas/1001', login: TEACHER, ring: 'Todos presentes' },
  'pedir-e-corrigir-trabalho': { path: '/professor/turmas/1/atividades', login: TEACHER, ring: 'Nova atividade' },
  'lancar-notas': { path: '/professor/turmas/1/notas', login: TEACHER, ring: 'Nova avaliação' },
  'pagar-com-um-pix': { path: '/financial', login: 'aluna@demo.example', ring: 'Pagar selecionadas' },
  'avisar-uma-falta': { path: '/pedagogico/notas/101?parte=frequencia', login: 'aluna@demo.example', ring: 'Avisar a escola' },
};

/** Takes the picture of each how-to, and removes those of none. @throws PictureError where a page lacks what is ringed */
export async function takeHelpPictures(school: DemoSchool): Promise<void> {
  mkdirSync(HELP_FOLDER, { recursive: true });
  for (const name of readdirSync(HELP_FOLDER)) if (!(name.replace('.webp', '') in scenes)) rmSync(join(HELP_FOLDER, name));
  for (const [slug, { path, login, press = [], ring }] of Object.entries(scenes)) {
    const prepare = async (page: Page) => {
      for (const name of press) await named(page, name).click();
      return around(page, named(page, ring)).catch((error: Error) => {
        throw new PictureError(`${path} shows no “${ring}”: ${error.message}`);
      });
    };
    const picture = await takePicture(school, { path, login, brand: 'knn', size: SCREEN, scale: SCALE, prepare });
    await savePicture(picture, join(HELP_FOLDER, `${slug}.webp`), QUALITY);
  }
}

/** The button, link or fold of this name, or whose name begins so: the last one, which is that of an open dialog. */
const named = (page: Page, name: string): Locator =>
  page
    .locator('main, dialog[open]')
    .locator('button, a, summary, label')
    .filter({ hasText: name })
    .or(page.locator('main, dialog[open]').getByLabel(name))
    .filter({ visible: true })
    .last();

/** Draws a ring around something, and finds the part of the screen to show, with it in the middle. */
async function around(page: Page, target: Locator) {
  await target.scrollIntoViewIfNeeded({ timeout: 10_000 });
  await target.evaluate((element, colour) => {
    element.style.outline = `3px solid ${colour}`;
    element.style.outlineOffset = '3px';
  }, RING);
  const box = await target.boundingBox();
  if (!box) throw new Error('it has no box');
  const [width, height] = [pictureSize.width / SCALE, pictureSize.height / SCALE];
  const within = (middle: number, length: number, whole: number) =>
    Math.round(Math.min(Math.max(middle - length / 2, 0), whole - length));
  return {
    x: within(box.x + box.width / 2, width, SCREEN.width),
    y: within(box.y + box.height / 2, height, SCREEN.height),
    width,
    height,
  };
}
