export { consumeTotpCode, createTotp, findConfirmedTotp, sealedTotpColumn } from './service/totp.ts'
export { deleteTotp, findTotp, type StoredTotp, updateTotpConfirmed } from './store.ts'
