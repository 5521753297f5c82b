/** What a count on the way to the cart says aloud: `2 itens no carrinho`. */
export const cartName = (pieces: number): string => `${pieces === 1 ? '1 item' : `${pieces} itens`} no carrinho`;
