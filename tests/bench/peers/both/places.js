export const daily = [
  ['/dashboard', 'Início', 'home-rounded'],
  ['/pedagogico/list', 'Estudar', 'menu-book-outline-rounded'],
  ['/knn-club/meu-clube', 'Clube', 'stars-outline-rounded'],
  ['/financial', 'Pagamentos', 'account-balance-wallet-outline'],
];
export const others = [
  ['/aula-online/list', 'Aula online', 'videocam-outline-rounded'],
  ['/pedidos', 'Material', 'package-2-outline'],
  ['/intercambio', 'Intercâmbio', 'luggage-outline'],
  ['/campanhas', 'Eventos', 'confirmation-number-outline'],
  ['/english-test', 'Teste de inglês', 'quiz-outline-rounded'],
  ['/atendimento', 'Fale com a escola', 'contact-support-outline-rounded'],
];
export const profile = ['/me', 'Perfil', 'person-outline-rounded'];
export const help = ['/ajuda', 'Ajuda', 'help-outline-rounded'];
export const themes = [
  ['claro', 'Claro', 'light-mode-outline-rounded'],
  ['escuro', 'Escuro', 'dark-mode-outline-rounded'],
  ['sistema', 'Sistema', 'contrast'],
];
export const steps = [
  'Escolha “Adicionar à Tela de Início”.',
  'Abra pelo novo ícone: só assim as notificações funcionam.',
];
export const toDoIcons = {
  work: 'edit-note-outline-rounded',
  words: 'playing-cards-outline-rounded',
  unit: 'headphones-rounded',
};
export const resultIcons = {
  word: 'rate-review-outline-rounded',
  grade: 'workspace-premium-outline-rounded',
};
