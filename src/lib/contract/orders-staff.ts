import type { Call } from './core.ts';
import type { calls as S } from './orders-staff.schema.ts';

export const listSchoolCoupons: Call<typeof S.listSchoolCoupons> = { method: 'GET', path: 'portal/manager/coupons/' };
export const createSchoolCoupon: Call<typeof S.createSchoolCoupon> = {
  method: 'POST',
  path: 'portal/manager/coupons/',
};
export const updateSchoolCoupon: Call<typeof S.updateSchoolCoupon> = {
  method: 'PUT',
  path: 'portal/manager/coupons/{id}/',
};
export const listSchoolProducts: Call<typeof S.listSchoolProducts> = {
  method: 'GET',
  path: 'portal/manager/products/',
};
export const createSchoolProduct: Call<typeof S.createSchoolProduct> = {
  method: 'POST',
  path: 'portal/manager/products/',
};
export const updateSchoolProduct: Call<typeof S.updateSchoolProduct> = {
  method: 'PUT',
  path: 'portal/manager/products/{code}/',
};
