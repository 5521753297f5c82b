/** Labels of the fields that staff fill in about study abroad. */
export const abroadFields = {
  motivo: 'Motivo, que o aluno vai ler',
  nome: 'Nome',
  destino: 'Destino',
  escola_parceira: 'Escola parceira',
  descricao: 'Descrição',
  imagem: 'Imagem',
  inicio: 'Ida',
  fim: 'Volta',
  inscricoes_ate: 'Inscrições até',
  vagas: 'Vagas',
  idade_minima: 'Idade mínima',
  preco_minor: 'Preço',
  moeda: 'Moeda',
  inclui: 'O que o preço inclui',
  regras: 'Regras da viagem',
  livros: 'Livros que precisam estar concluídos',
};
