export { fundingPages } from './gateway/pages.ts'
export { fundingRoutes } from './routes.ts'
export { destinationOf, openDestination, pausedUntil } from './service/destinations.ts'
export { listDeposits, openDeposit, payDeposit, recordDeposit, settleDeposit } from './service.ts'
export {
  eraseDestinations,
  selectDestinationChanges as destinationChangesOf,
} from './store/destinations.ts'
export { selectWaiting as waitingDeposits } from './store.ts'
