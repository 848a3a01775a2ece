export { type CustomerSearch, parseCustomerSearch } from './service.ts'
export { listCustomers } from './store.ts'
