export { checksummedEvm, readAddress } from './service/addresses.ts'
export {
  cooldownUntil,
  type Destination,
  findDestination,
  getBankDetails,
  getWithdrawalAddresses,
  saveBankDetails,
  saveWithdrawalAddress,
} from './service/destinations.ts'
export { listDestinationKeys, openDestination } from './service/keys.ts'

export { anonymizeDestinations, listDestinationChanges as destinationChangesOf } from './store.ts'
