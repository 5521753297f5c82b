import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errors, type Locator, type Page } from '@playwright/test';
import { type HelpSlug, pictureSize } from '../src/lib/words/help.ts';
import { type DemoSchool, openPage, PictureError, savePicture, takePicture } from './page-pictures.ts';

export const HELP_FOLDER = 'src/assets/help';

const MANAGER = 'gestora@demo.example';
const TEACHER = 'professora@demo.example';
const STUDENT = 'aluna@demo.example';
const SCREEN = { width: 800, height: 800 };
const SCALE = 1.35;
/** All pictures together weigh less than 1 MB. */
const QUALITY = 65;
const RING = '#d9480f';
const MAX_WAIT_MS = 5_000;
/** Padding around the highlighted element, in CSS pixels. */
const EDGE = 12;

/** The content of a how-to's picture. */
interface Scene {
  path: string;
  login: string;
  /** Names of buttons and links that are pressed first. */
  press?: readonly string[];
  /** The page that opens then. */
  next?: string;
  /** The name of the highlighted element. */
  ring: string;
}

const scenes: Readonly<Record<HelpSlug, Scene>> = {
  'contato-ate-a-matricula': { path: '/manager-panel/contatos', login: MANAGER, ring: 'Novo contato' },
  'por-aluno-em-turma': { path: '/manager-panel/profile/1?fazer=turma', login: MANAGER, ring: 'Pôr na turma' },
  'por-varios-alunos-em-turma': { path: '/manager-panel/turmas', login: MANAGER, ring: 'Nova turma' },
  'pagamento-no-balcao': { path: '/manager-panel/profile/1?fazer=receber', login: MANAGER, ring: 'Anotar R$' },
  'parcela-vencida': { path: '/manager-panel/financeiro/105', login: MANAGER, ring: 'Lembrar' },
  'pausar-lembretes': { path: '/manager-panel/financeiro/105?fazer=pausar', login: MANAGER, ring: 'Pausar' },
  'fechamento-do-mes': {
    path: '/manager-panel/financeiro/fechamento?mes=2026-10',
    login: MANAGER,
    ring: 'Baixar planilha',
  },
  'falta-e-reposicao': { path: '/manager-panel/faltas', login: MANAGER, press: ['Mais ações'], ring: 'Justificar' },
  'remarcar-ou-cancelar-aula': { path: '/manager-panel/turmas/aulas/1021', login: MANAGER, ring: 'Remarcar' },
  'professor-substituto': {
    path: '/manager-panel/turmas/aulas/1021?fazer=substituir',
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
  'entregar-recompensa': {
    path: '/manager-panel/club/resgates?estado=pronto',
    login: MANAGER,
    press: ['Mais ações'],
    ring: 'Entregar',
  },
  'mudar-pagina': { path: '/manager-panel/paginas/knn-orlando', login: MANAGER, ring: 'Ver prévia' },
  'importar-planilha': { path: '/manager-panel/profile/planilhas', login: MANAGER, ring: 'Enviar planilha' },
  'fazer-a-chamada': { path: '/professor/aulas/1020', login: TEACHER, ring: 'Todos presentes' },
  'pedir-e-corrigir-trabalho': { path: '/professor/turmas/1/atividades', login: TEACHER, ring: 'Nova atividade' },
  'lancar-notas': { path: '/professor/turmas/1/notas', login: TEACHER, ring: 'Nova avaliação' },
  'pagar-com-um-pix': {
    path: '/financial',
    login: STUDENT,
    press: ['Escolher Mensalidade 6', 'Escolher Mensalidade 7'],
    ring: 'Pagar 2 parcelas',
  },
  'avisar-uma-falta': {
    path: '/pedagogico/notas/101?parte=frequencia',
    login: STUDENT,
    ring: 'Avisar a escola',
  },
  // Last, since it pays the bill that others show.
  'caixa-do-dia': {
    path: '/manager-panel/profile/1?fazer=receber',
    login: MANAGER,
    press: ['Anotar R$'],
    next: '/manager-panel/financeiro/caixa',
    ring: 'Caixa do dia',
  },
};

/** Takes the picture of each how-to, and deletes unused ones. @throws PictureError with each page that lacks its element */
export async function takeHelpPictures(school: DemoSchool): Promise<void> {
  mkdirSync(HELP_FOLDER, { recursive: true });
  const stale = readdirSync(HELP_FOLDER).filter((name) => !(name.replace('.webp', '') in scenes));
  for (const name of stale) rmSync(join(HELP_FOLDER, name));
  const missing: string[] = [];
  for (const [slug, { path, login, press = [], next, ring }] of Object.entries(scenes)) {
    const prepare = async (page: Page) => {
      for (const name of press) await named(page, name).click({ timeout: MAX_WAIT_MS });
      if (next) {
        await page.locator('dialog[open]').waitFor({ state: 'hidden', timeout: MAX_WAIT_MS });
        await openPage(page, new URL(next, page.url()));
      }
      return around(named(page, ring));
    };
    try {
      const picture = await takePicture(school, { path, login, brand: 'knn', size: SCREEN, scale: SCALE, prepare });
      await savePicture(picture, join(HELP_FOLDER, `${slug}.webp`), QUALITY);
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
      missing.push(`${path} shows no “${ring}”.`);
    }
  }
  if (missing.length > 0) throw new PictureError(missing.join('\n'));
}

/** The last button, link, field or fold whose name begins so, since an open dialog comes last in the page. */
function named(page: Page, name: string): Locator {
  const begins = new RegExp(`^\\s*${name.replace(/[$()]/g, '\\$&')}`);
  const within = page.locator('main, dialog[open]');
  return within
    .locator('button, a, summary, label')
    .filter({ hasText: begins })
    .or(within.getByLabel(begins))
    .filter({ visible: true })
    .last();
}

/** Highlights an element, and finds the part of the screen to show: the page from its edge, or a dialog. */
async function around(target: Locator) {
  await target.scrollIntoViewIfNeeded({ timeout: MAX_WAIT_MS });
  await target.evaluate((element, colour) => {
    const { style } = element as unknown as { style: Record<string, string> };
    style.outline = `3px solid ${colour}`;
    style.outlineOffset = '3px';
  }, RING);
  const box = await target.boundingBox();
  const frame = await target.page().locator('dialog[open], main').last().boundingBox();
  if (!box || !frame) throw new errors.TimeoutError('it has no box');
  const [width, height] = [pictureSize.width / SCALE, pictureSize.height / SCALE];
  const isDialog = frame.width < width;
  const left = isDialog ? frame.x + (frame.width - width) / 2 : frame.x;
  const isBeyond = box.x + box.width > left + width - EDGE;
  const middle = box.y + box.height / 2 - height / 2;
  const between = (requested: number, max: number) => Math.round(Math.min(Math.max(requested, 0), max));
  return {
    x: between(isBeyond ? SCREEN.width : left, SCREEN.width - width),
    y: between(box.y + box.height < height - EDGE ? 0 : middle, SCREEN.height - height),
    width,
    height,
  };
}
