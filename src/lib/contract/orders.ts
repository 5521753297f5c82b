import type { Call } from './core.ts';
import type { calls as S } from './orders.schema.ts';

export const listCoupons: Call<typeof S.listCoupons> = { method: 'GET', path: 'at-home/parceria-cupom/' };
export const updateCoupon: Call<typeof S.updateCoupon> = { method: 'PUT', path: 'at-home/parceria-cupom/' };
export const getCoupon: Call<typeof S.getCoupon> = { method: 'GET', path: 'at-home/parceria-cupom/{name}/' };
export const getProgressiveDiscount: Call<typeof S.getProgressiveDiscount> = {
  method: 'GET',
  path: 'pre-invoice/desconto-progressivo/{id}/',
};
export const createOrder: Call<typeof S.createOrder> = { method: 'POST', path: 'pre-invoice/create/', keyed: true };
export const cancelOrder: Call<typeof S.cancelOrder> = {
  method: 'POST',
  path: 'pre-invoice/cancel/{id}/',
  keyed: true,
};
export const listOrders: Call<typeof S.listOrders> = { method: 'GET', path: 'pre-invoice/' };
export const prepareOrder: Call<typeof S.prepareOrder> = { method: 'POST', path: 'pre-invoice/aluno/' };
export const getProduct: Call<typeof S.getProduct> = { method: 'GET', path: 'master/products/{code}/' };
