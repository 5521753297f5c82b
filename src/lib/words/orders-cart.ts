/** The label of the cart with its count, for screen readers: `2 itens no carrinho`. */
export const cartName = (pieces: number): string => `${pieces === 1 ? '1 item' : `${pieces} itens`} no carrinho`;
