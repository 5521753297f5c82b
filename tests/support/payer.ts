/** The payer of an exchange, as API-75 takes it. */
export const pagador = {
  full_name: 'Ana Souza',
  cpf: '123.456.789-09',
  email: 'ana@example.com',
  phone: '(19) 99123-4567',
  birth_date: '1998-04-02',
  endereco: {
    cep: '13010-100',
    street: 'Rua Barão de Jaguara',
    street_number: '100',
    district: 'Centro',
    city: 'Campinas',
    state: 'SP',
  },
};

/** The receiver of the money abroad. */
export const recebedor = {
  nome: 'Oak College',
  pais: 'Irlanda',
  conta: 'IE12 BOFI 9000 0112',
  motivo: 'estudos' as const,
};
