export type { CustomerTables } from './schema.ts'
export { activationOf, findRecipient, provenAddresses, setActivation } from './service.ts'
export {
  type Author,
  type CustomerRecord,
  countCustomers,
  findCustomer,
  listAuthors,
  listPhones,
  listUsernames,
  lockCustomerById,
  type Recipient,
  recordColumns,
} from './store.ts'
