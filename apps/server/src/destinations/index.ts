export { checksummedEvm, readAddress } from './service/addresses.ts'
export {
  cooldownUntil,
  type Destination,
  findDestination,
  saveBankDetails,
  saveWithdrawalAddress,
} from './service/destinations.ts'
export { listDestinationKeys, openDestination } from './service/keys.ts'
