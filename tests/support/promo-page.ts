import { PromoPage } from '../../src/content/promo-page.schema.ts';
import { presentPage } from '../../src/server/school/promo/shown-page.ts';

/** A promotional page as an editor writes it, complete. */
export const promoSource = () => ({
  marca: 'knn',
  titulo: 'KNN Orlando',
  descricao: 'Quinze dias em Orlando com a turma da escola e um professor do seu lado.',
  tipo: 'viagem',
  arte: 'orlando',
  promessa: 'O frio na barriga vai ser em inglês.',
  resumo: 'Quinze dias em Orlando com a turma da escola e um professor do seu lado.',
  botao: 'Quero embarcar',
  turmas: [
    {
      inicio: '03/07/2027',
      fim: '17/07/2027',
      inscricoes_ate: '26/02/2027',
      texto: '3 a 17 de julho',
      vagas: 40,
      restam: 11,
    },
  ],
  local: { cidade: 'Orlando', pais: 'Estados Unidos', codigo_pais: 'US' },
  preco: { a_partir_de: 18900.5, parcelas: 18, texto: 'Sem juros no boleto ou no Pix da escola.' },
  prova: {
    titulo: 'Quem foi voltou falando',
    numeros: [
      { numero: '312', texto: 'alunos já embarcaram' },
      { numero: '1:10', texto: 'um professor para cada dez' },
    ],
    depoimentos: [
      { texto: 'Nunca fiquei tão feliz com um hambúrguer.', quem: 'Lívia', onde: 'Campinas', rosto: 'cachos' },
    ],
  },
  roteiro: {
    titulo: 'Quinze dias, nenhum igual',
    texto: 'A ordem dos passeios muda com o tempo.',
    etapas: ['Antes', 'Dia 1', 'Dia 15'].map((quando) => ({ quando, titulo: 'Parque', texto: 'Um dia de parque.' })),
  },
  incluido: ['Passagem', 'Moradia', 'Aulas e certificado', 'Seguro-viagem'],
  nao_incluido: ['Passaporte e visto'],
  perguntas: ['Preciso falar inglês?', 'A partir de que idade?', 'E o "visto" </script>?'].map((pergunta) => ({
    pergunta,
    resposta: 'A escola explica tudo na primeira conversa.',
  })),
  formulario: { titulo: 'Guarde seu lugar', texto: 'Deixe seu contato e a escola liga para explicar.' },
});

/** The same page as its visitors see it. */
export function shownPage(change: Partial<ReturnType<typeof promoSource>> = {}) {
  const page = PromoPage.parse({ ...promoSource(), ...change });
  const { marca, tipo, arte } = page;
  return presentPage(page, { pagina: 'knn-orlando', page, values: {}, fixed: { marca, tipo, arte } }, true);
}
